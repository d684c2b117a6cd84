import type { Learner, LearningAnswer, LearningCandidate, LearningRequest } from '@licet/epistemic/learning';
import { exportGraph, ground, importGraph, provenance, SEEDS } from '@licet/epistemic';
import { graphJson } from '@licet/epistemic/exchange';
import { learnAll, learnGap } from '@licet/epistemic/learning';
import { describe, expect, it } from 'vitest';
import { puts } from '../unit/epistemic/support/shorthand.ts';
import type { Store } from '../unit/epistemic/support/stores.ts';
import { casesFor } from '../unit/epistemic/support/stores.ts';
import { goldenLines } from '../support/goldenLines.ts';

interface LearningCase {
  readonly id: string;
  readonly note: string;
  readonly graph: readonly string[];
  readonly query: readonly string[];
  readonly minDepth?: 'D2';
  readonly answer: LearningCandidate;
  readonly refused?: string;
  readonly levels?: Readonly<Record<string, string>>;
  readonly edges?: readonly string[];
  readonly grounded?: boolean;
}

const cases = goldenLines('epistemic/learning.jsonl') as readonly LearningCase[];

/** Where everything in these cases is said to come from. */
export const origin = provenance('learned', 5, 'accepted');

const known = { known: 'learned' };

/** Fills every template in the obvious way, and places edges on `file`. */
export function obvious({ gap, template }: LearningRequest): LearningAnswer {
  if (template.kind === 'EXISTENCE')
    return { decision: 'accepted', candidate: { ...template, d1: { level: 1, properties: known } } };
  if (template.kind === 'DEPTH' || template.kind === 'RELATIONAL') {
    const newDepths = template.newDepths.map(({ level }) => ({ level, properties: known }));
    return { decision: 'accepted', candidate: { kind: template.kind, newDepths } };
  }
  if (gap.kind === 'REACHABILITY') {
    const sourceName = gap.primitive.name;
    return {
      decision: 'modified',
      candidate: { kind: 'REACHABILITY', sourceName, targetName: 'file', relation: 'APPLIES_TO', sourceDepth: 2, targetDepth: 2 },
    };
  }
  return { decision: 'skipped', candidate: null };
}

/** A learner that notes what it was asked, and when it was opened and closed. */
export function recording(propose: Learner['propose']): Learner & { readonly asked: string[]; readonly events: string[] } {
  const asked: string[] = [];
  const events: string[] = [];
  return {
    asked,
    events,
    open: () => void events.push('open'),
    close: () => void events.push('close'),
    propose(request) {
      asked.push(request.gap.kind);
      return propose(request);
    },
  };
}

function describeSingleFills(store: Store): void {
  describe(`learnGap in ${store.name}`, () => {
    it.each(casesFor(store, cases))('$id: $note', async wanted => {
      await using open = await store.open();
      const { graph } = open;
      await graph.write(puts(wanted.graph));
      const ask = async () => ground(graph, wanted.query, { minDepth: wanted.minDepth });
      const { gaps } = await ask();
      const gap = gaps.find(each => each.kind === wanted.answer.kind) ?? gaps.at(-1)!;
      const before = graphJson(await exportGraph(graph));

      if (wanted.refused !== undefined) {
        const refused = learnGap(graph, gap, wanted.answer, origin);
        await expect(refused).rejects.toMatchObject({ name: 'EpistemicError', message: expect.stringContaining(wanted.refused) });
        expect(graphJson(await exportGraph(graph))).toBe(before);
        return;
      }
      await learnGap(graph, gap, wanted.answer, origin);

      expect(wanted.levels ?? wanted.edges ?? wanted.grounded, 'a case says what it expects').toBeDefined();
      for (const [name, levels] of Object.entries(wanted.levels ?? {})) {
        const { depths } = (await graph.find({ name }))!;
        expect(depths.map(depth => depth.level).join('')).toBe(levels);
        for (const depth of depths) {
          const isNew = 'new' in depth.properties || 'is' in depth.properties || 'exists' in depth.properties;
          expect(depth.provenance.source).toBe(isNew ? 'learned' : 'authored');
        }
      }
      const pathway = (await ask()).trace.pathway.map(step => `${step.source} ${step.relation} ${step.target}`);
      expect(pathway).toEqual(expect.arrayContaining([...(wanted.edges ?? [])]));
      if (wanted.grounded !== undefined) expect((await ask()).grounded).toBe(wanted.grounded);
      await expect(learnGap(graph, gap, wanted.answer, origin)).rejects.toMatchObject({ name: 'EpistemicError' });
    });
  });
}

function describeRuns(store: Store): void {
  const now = 1_000;
  const test = (title: string, body: (graph: Awaited<ReturnType<Store['open']>>['graph']) => Promise<void>): void =>
    it(title, async () => {
      await using open = await store.open();
      await importGraph(open.graph, SEEDS.gaps, { now: 0 });
      await body(open.graph);
    });

  describe(`learnAll in ${store.name}`, () => {
    test('L8: closes the depths at both ends of an edge before it places the edge', async graph => {
      const learner = recording(obvious);

      const run = await learnAll(graph, ['write', 'file'], learner, { now });

      expect(learner.asked).toEqual(['EXISTENCE', 'REACHABILITY', 'DEPTH', 'DEPTH']);
      expect(learner.events).toEqual(['open', 'close']);
      expect(run.result.grounded).toBe(true);
      const write = (await graph.find({ name: 'write' }))!;
      expect(write.provenance).toMatchObject({ source: 'learned', createdAt: new Date(now).toISOString() });
      expect(write.depths.map(depth => depth.provenance.source)).toEqual(['learned', 'learned', 'learned']);
      expect(write.depths[2]!.relata).toMatchObject([{ relation: 'APPLIES_TO', provenance: { source: 'conversational' } }]);
      expect((await graph.find({ name: 'file' }))!.depths.map(depth => depth.provenance.source)).toEqual([
        'authored',
        'authored',
        'learned',
      ]);
    });

    test('L12: writes nothing for a gap that is skipped or rejected', async graph => {
      const before = graphJson(await exportGraph(graph));
      for (const decision of ['skipped', 'rejected'] as const) {
        await learnAll(graph, ['create', 'file', 'move'], { propose: () => ({ decision, candidate: null }) }, { now });
      }

      expect(graphJson(await exportGraph(graph))).toBe(before);
    });

    test('L1: says who decided: learned as proposed, conversational when changed', async graph => {
      for (const [name, decision] of [
        ['move', 'accepted'],
        ['copy', 'modified'],
      ] as const) {
        await learnAll(graph, [name], { propose: request => ({ ...obvious(request), decision }) }, { now, maxQuestions: 1 });
        expect((await graph.find({ name }))!.provenance).toMatchObject({
          source: decision === 'accepted' ? 'learned' : 'conversational',
          detail: expect.stringContaining(decision),
        });
      }
    });
  });
}

/** The reference's learning cases (E4; where E3 differed, the note tells it), and runs over a seed. */
export function describeLearningCases(store: Store): void {
  describeSingleFills(store);
  describeRuns(store);
}
