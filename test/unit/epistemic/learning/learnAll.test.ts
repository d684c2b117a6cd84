import type { ConceptGraph, Gap, Learner, LearningAnswer, LearningRequest } from '@licet/epistemic';
import { contiguousDepth, ground, importGraph, learnAll, memoryGraph, SEEDS, templateFor } from '@licet/epistemic';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { puts } from '../support/shorthand.ts';

const now = 1_000;
const known = { known: 'learned' };

/** Fills every template in the obvious way. */
function obvious({ gap, template }: LearningRequest): LearningAnswer {
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

function recording(propose: Learner['propose']): Learner & { readonly asked: string[]; readonly events: string[] } {
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

async function gapsSeed(): Promise<ConceptGraph> {
  const graph = memoryGraph();
  await importGraph(graph, SEEDS.gaps, { now: 0 });
  return graph;
}

describe('learnAll', () => {
  it('grows the graph from an unknown action to a grounded one', async () => {
    const graph = await gapsSeed();
    const learner = recording(obvious);

    const run = await learnAll(graph, ['write', 'file'], learner, { now });

    expect(learner.asked).toEqual(['EXISTENCE', 'REACHABILITY', 'DEPTH', 'DEPTH']);
    expect(learner.events).toEqual(['open', 'close']);
    expect(run.result.grounded).toBe(true);
    const write = (await graph.find({ name: 'write' }))!;
    expect(write.provenance).toMatchObject({ source: 'learned', createdAt: new Date(now).toISOString() });
    expect(write.depths.map(depth => depth.provenance.source)).toEqual(['learned', 'learned', 'learned']);
    expect(write.depths[2]!.relata).toMatchObject([{ relation: 'APPLIES_TO', provenance: { source: 'conversational' } }]);
  });

  it('stops at a rejection, and at an answer that is none', async () => {
    for (const answer of [
      { decision: 'rejected', candidate: null },
      { decision: 'accepted', candidate: null },
      null,
      undefined,
      'yes',
      {},
      { decision: 'accepted', candidate: 7 },
    ]) {
      const graph = await gapsSeed();
      const learner = recording(() => answer as LearningAnswer);

      const run = await learnAll(graph, ['write', 'copy'], learner, { now });

      expect([learner.asked.length, run.outcomes.map(each => each.outcome), learner.events]).toEqual([
        1,
        ['rejected'],
        ['open', 'close'],
      ]);
      expect(await graph.find({ name: 'write' })).toBeUndefined();
    }
  });

  it('leaves a skipped gap skipped while it learns the others', async () => {
    const graph = await gapsSeed();
    const learner = recording(request =>
      request.gap.kind === 'EXISTENCE' && request.gap.primitive.name === 'move'
        ? { decision: 'skipped', candidate: null }
        : obvious(request),
    );

    const run = await learnAll(graph, ['move', 'copy'], learner, { now });

    expect(run.outcomes.map(each => each.outcome)).toEqual(['skipped', 'accepted']);
    expect(run.result.gaps.map(gap => gap.kind)).toEqual(['EXISTENCE']);
  });

  it('abandons an edge whose prerequisite is skipped, and stops when it is rejected', async () => {
    for (const [decision, outcomes] of [
      ['skipped', ['skipped', 'skipped']],
      ['rejected', ['rejected']],
    ] as const) {
      const graph = await gapsSeed();
      const learner = recording(request =>
        request.gap.kind === 'REACHABILITY' ? obvious(request) : { decision, candidate: null },
      );

      const run = await learnAll(graph, ['delete', 'file'], learner, { now });

      expect(run.outcomes.map(each => each.outcome)).toEqual(outcomes);
      expect((await graph.find({ name: 'delete' }))!.depths.flatMap(depth => depth.relata)).toEqual([]);
    }
  });

  it('says why a candidate was refused, asks once more, and then leaves the gap', async () => {
    const refusals: (string | undefined)[] = [];
    const learner = recording(({ refusal, template }) => {
      refusals.push(refusal);
      return { decision: 'accepted', candidate: template };
    });

    const run = await learnAll(await gapsSeed(), ['move'], learner, { now });

    expect(refusals).toEqual([undefined, expect.stringContaining('must carry content')]);
    expect(run.outcomes.map(each => each.outcome)).toEqual(['refused', 'refused']);
  });

  it('notices when what was accepted changed nothing', async () => {
    const graph = memoryGraph();
    graph.write(puts(['a 0123', 'file 0123', 'c 0123 1:A>file@1', 'd 0123']));
    const learner = recording(({ gap }) => {
      const name = (gap as { primitive: { name: string } }).primitive.name;
      return {
        decision: 'accepted',
        candidate: {
          kind: 'REACHABILITY',
          sourceName: name,
          targetName: name,
          relation: 'INCLUDES',
          sourceDepth: 1,
          targetDepth: 1,
        },
      };
    });

    const run = await learnAll(graph, ['c', 'file', 'd'], learner, { now });

    expect(run.outcomes.map(each => each.outcome)).toEqual(['accepted', 'ineffective']);
    expect(run.result.grounded).toBe(false);
  });

  it('closes the learner and passes on what it throws', async () => {
    const learner = recording(() => {
      throw new Error('the model is down');
    });

    await expect(learnAll(await gapsSeed(), ['write'], learner, { now })).rejects.toThrow('the model is down');
    expect(learner.events).toEqual(['open', 'close']);
  });

  it('ends on every learner, leaves no new hole, and never touches what a person wrote', async () => {
    const level = fc.constantFrom(0, 1, 2, 3, 4, 9);
    const name = fc.constantFrom('a', 'b', 'c', 'new', 'file', '', 'zzz');
    const relation = fc.constantFrom('REQUIRES', 'APPLIES_TO', 'CONSTRAINED_BY', 'LIKES', null);
    const properties = fc.constantFrom({}, { x: 1 }, null, 'text');
    const relata = fc.array(fc.record({ relation, target: name, targetDepth: level }), { maxLength: 2 });
    const depth = fc.record({ level, properties, relata });
    const edge = { sourceName: name, targetName: name, relation, sourceDepth: level, targetDepth: level };
    const candidate = fc.oneof(
      fc.record({ kind: fc.constant('EXISTENCE'), name, d1: fc.oneof(depth, fc.constant(null)) }),
      fc.record({ kind: fc.constantFrom('DEPTH', 'RELATIONAL'), newDepths: fc.array(depth, { maxLength: 4 }) }),
      fc.record({ kind: fc.constant('REACHABILITY'), ...edge }),
      fc.constant('obvious'),
      fc.constant('template'),
      fc.constantFrom(null, undefined, 3, {}),
    );
    const answers = fc.array(fc.tuple(fc.constantFrom('accepted', 'modified', 'accepted', 'skipped', 'yes'), candidate), {
      minLength: 1,
      maxLength: 12,
    });
    const graphs = fc.constantFrom(
      ['c 01', 'b 02 2:REQ>c@3', 'a 013 3:A>b@2 1:DEP>c@2'],
      ['c 0', 'b 01-', 'a 4'],
      ['a 01234', 'b 0', 'c 012'],
    );
    const holes = (graph: ReturnType<typeof memoryGraph>) =>
      ['a', 'b', 'c', 'new', 'file', 'zzz'].map(each => {
        const found = graph.find({ name: each });
        const learned = found?.depths.filter(one => one.provenance.source !== 'authored').map(one => one.level) ?? [];
        return learned.every(one => one <= (contiguousDepth(found!) ?? -1));
      });
    await fc.assert(
      fc.asyncProperty(graphs, answers, fc.constantFrom('D1', 'D2', 'D4'), async (texts, script, minDepth) => {
        const graph = memoryGraph();
        graph.write(puts(texts));
        const authored = JSON.stringify(contentOf(graph, texts));
        let calls = 0;
        const learner: Learner = {
          propose(request) {
            const [decision, filled] = script[calls++ % script.length]!;
            if (filled === 'obvious') return obvious(request);
            return { decision, candidate: filled === 'template' ? templateFor(request.gap) : filled } as LearningAnswer;
          },
        };

        await learnAll(graph, ['a', 'b', 'new'], learner, { now, minDepth, maxQuestions: 20 });

        expect(calls).toBeLessThanOrEqual(20);
        expect(holes(graph)).not.toContain(false);
        expect(JSON.stringify(contentOf(graph, texts))).toBe(authored);
      }),
      { numRuns: 150 },
    );
  });
});

/** Everything a person wrote: levels with content, and edges. */
function contentOf(graph: ReturnType<typeof memoryGraph>, texts: readonly string[]): unknown {
  return texts.map(text => {
    const { id, name, provenance, depths } = graph.find({ name: text.split(' ')[0]! })!;
    const kept = depths
      .filter(depth => depth.provenance.source === 'authored' && (Object.keys(depth.properties).length > 0 || depth.level === 0))
      .map(depth =>
        Object.assign({}, depth, { relata: depth.relata.filter(relatum => relatum.provenance.source === 'authored') }),
      );
    return { id, name, provenance, kept };
  });
}

describe('gaps while learning', () => {
  it('are the same before and after a run that learned nothing', async () => {
    const graph = await gapsSeed();
    const ask = async (): Promise<readonly Gap[]> => (await ground(graph, ['create', 'file'])).gaps;
    const before = await ask();

    await learnAll(
      graph,
      ['create', 'file'],
      recording(() => ({ decision: 'skipped', candidate: null })),
      { now },
    );

    expect(await ask()).toEqual(before);
  });
});
