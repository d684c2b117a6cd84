import type { ConceptGraph, Gap, Primitive } from '@licet/epistemic';
import type { Learner, LearningAnswer, LearningRequest } from '@licet/epistemic/learning';
import { contiguousDepth } from '@licet/epistemic/model';
import { EpistemicError, ground, importGraph, memoryGraph, SEEDS } from '@licet/epistemic';
import { learnAll, templateFor } from '@licet/epistemic/learning';
import type { Clock } from '@licet/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { obvious, recording } from '../../../contract/learningCases.ts';
import { puts } from '../support/shorthand.ts';
import { STORES } from '../support/stores.ts';

const now = 1_000;

/** A clock on which no pause takes time. */
const hurried: Clock = { now: () => now, elapsed: () => 0, after: (_, run) => (queueMicrotask(run), () => undefined) };
async function gapsSeed(): Promise<ConceptGraph> {
  const graph = memoryGraph();
  await importGraph(graph, SEEDS.gaps, { now: 0 });
  return graph;
}

describe('learnAll', () => {
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

  it('closes the learner when it raises in time and ignores what it does later', async () => {
    const graph = await gapsSeed();
    const events: string[] = [];
    const learner: Learner = {
      close: () => void events.push('close'),
      propose: async ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            events.push('aborted');
            reject(new Error('hung up'));
          });
        }),
    };

    const run = await learnAll(graph, ['write'], learner, { now, answerTimeoutMs: 1 });

    expect(events).toEqual(['aborted', 'close']);
    expect(run.outcomes.map(each => each.outcome)).toEqual(['unanswered']);
    expect(run.result.grounded).toBe(false);
  });

  it('waits neither for a learner that never opens nor for one that never closes', async () => {
    const never = async (): Promise<never> => new Promise(() => undefined);
    const asked: string[] = [];
    const propose: Learner['propose'] = request => {
      asked.push(request.gap.kind);
      return { decision: 'rejected', candidate: null };
    };

    await learnAll(await gapsSeed(), ['write'], { open: never, close: never, propose }, { now, answerTimeoutMs: 1 });
    expect(asked).toEqual([]);
    await learnAll(await gapsSeed(), ['write'], { close: never, propose }, { now, answerTimeoutMs: 1 });
    expect(asked).toEqual(['EXISTENCE']);
  });

  it('ends when it is told to, also while a question is open', async () => {
    const stop = new AbortController();
    const learner = recording(async () => {
      stop.abort();
      return new Promise(() => undefined);
    });

    const run = await learnAll(await gapsSeed(), ['write', 'move'], learner, { now, signal: stop.signal });

    expect([learner.asked.length, run.outcomes.map(each => each.outcome)]).toEqual([1, ['unanswered']]);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s as a number of questions', async maxQuestions => {
    await expect(learnAll(memoryGraph(), ['x'], recording(obvious), { now, maxQuestions })).rejects.toMatchObject({
      code: 'invalid_param',
    });
  });

  it('grounds again after a prerequisite was written and its edge was refused', async () => {
    const graph = memoryGraph();
    graph.write(puts(['a 01 1:REQ>b@1', 'b 01', 'c 01']));
    const learner = recording(request => {
      if (request.gap.kind !== 'REACHABILITY') return obvious(request);
      const edge = { sourceName: 'c', targetName: 'c', relation: 'REQUIRES', sourceDepth: 2, targetDepth: 2 } as const;
      return { decision: 'accepted', candidate: { kind: 'REACHABILITY', ...edge } };
    });

    const run = await learnAll(graph, ['a', 'b', 'c'], learner, { now });

    expect(run.outcomes.map(each => `${each.gap.kind} ${each.outcome}`)).toEqual([
      'DEPTH accepted',
      'REACHABILITY refused',
      'REACHABILITY refused',
    ]);
    expect(run.result.version).toBe(graph.snapshot().version);
    expect(run.result.trace.primitives.find(each => each.name === 'c')!.depths).toHaveLength(3);
  });

  it('counts a refused prerequisite against the edge that needs it', async () => {
    const graph = memoryGraph();
    graph.write(puts(['a 01 1:REQ>b@1', 'b 01', 'c 01']));
    const refusals: (string | undefined)[] = [];
    const learner = recording(({ gap, refusal }) => {
      refusals.push(refusal);
      if (gap.kind !== 'REACHABILITY') return { decision: 'accepted', candidate: { kind: 'DEPTH', newDepths: [] } };
      const edge = { sourceName: 'c', targetName: 'b', relation: 'REQUIRES', sourceDepth: 3, targetDepth: 1 } as const;
      return { decision: 'accepted', candidate: { kind: 'REACHABILITY', ...edge } };
    });

    const run = await learnAll(graph, ['a', 'b', 'c'], learner, { now });

    expect(learner.asked).toEqual(['REACHABILITY', 'DEPTH', 'REACHABILITY', 'DEPTH']);
    expect(refusals.map(each => each !== undefined)).toEqual([false, false, true, true]);
    expect(run.outcomes.map(each => `${each.gap.kind} ${each.outcome}`)).toEqual(['DEPTH refused', 'DEPTH refused']);
  });

  it('writes what it has checked, whatever the learner makes of the candidate afterwards', async () => {
    const graph = await gapsSeed();
    let reads = 0;
    const shifting = {
      level: 1,
      get properties() {
        reads += 1;
        return reads === 1 ? { honest: true } : {};
      },
    } as const;

    await learnAll(
      graph,
      ['write'],
      { propose: () => ({ decision: 'accepted', candidate: { kind: 'EXISTENCE', name: 'write', d1: shifting } }) },
      { now, maxQuestions: 1 },
    );

    expect((await graph.find({ name: 'write' }))!.depths[1]!.properties).toEqual({ honest: true });
  });

  it('writes an answer that thirty other writers have got ahead of', async () => {
    const graph = await gapsSeed();
    let others = 30;
    const busy: ConceptGraph = {
      ...graph,
      snapshot: () => graph.snapshot(),
      write: async (changes, conditions) => {
        if (others > 0 && conditions?.ifVersion !== undefined) await graph.write(puts([`other${(others -= 1)} 01`]));
        return graph.write(changes, conditions);
      },
    };

    const { outcomes } = await learnAll(busy, ['write'], recording(obvious), { now, clock: hurried });

    expect(outcomes.map(each => each.outcome)).toEqual(['accepted']);
    expect(others).toBe(0);
    expect(await graph.find({ name: 'write' })).toBeDefined();
  });

  it.each(['version_conflict', 'graph_unavailable'] as const)(
    'hands back an answer that %s kept out of the graph',
    async code => {
      const graph = await gapsSeed();
      let tries = 0;
      const shut: ConceptGraph = {
        ...graph,
        snapshot: () => graph.snapshot(),
        write: () => {
          tries += 1;
          throw new EpistemicError(code, 'not now');
        },
      };

      const { outcomes, result } = await learnAll(shut, ['write', 'copy'], recording(obvious), { now, clock: hurried });

      expect(outcomes).toMatchObject([{ outcome: 'unwritten', message: 'not now', candidate: { kind: 'EXISTENCE' } }]);
      expect(result.grounded).toBe(false);
      expect(tries).toBe(code === 'version_conflict' ? 100 : 3);
    },
  );

  it('says of an answer that somebody else was faster with another', async () => {
    const graph = await gapsSeed();
    const learner = recording(async request => {
      await graph.write(puts(['write 01']));
      return obvious(request);
    });

    const { outcomes, result } = await learnAll(graph, ['write'], learner, { now });

    expect(outcomes).toMatchObject([{ outcome: 'resolved', candidate: { name: 'write' } }]);
    expect(result.grounded).toBe(true);
  });

  it.each(STORES)('keeps the answers of four people and a steady writer on $name', async store => {
    await using open = await store.open();
    const writing = { isDone: false };
    const noise = async (): Promise<void> => {
      for (let n = 0; !writing.isDone; n += 1) {
        await open.graph.write(puts([`noise${n % 50} 01`]));
        await new Promise(resolve => setImmediate(resolve));
      }
    };
    const noisy = noise();

    const names = ['ann', 'bob', 'cid', 'dee'].map(person => Array.from({ length: 5 }, (_, n) => `${person}${n}`));
    const runs = await Promise.all(names.map(async own => learnAll(open.graph, own, recording(obvious), { now })));
    writing.isDone = true;
    await noisy;

    expect(runs.flatMap(run => run.outcomes.filter(each => each.outcome === 'accepted'))).toHaveLength(20);
    for (const name of names.flat()) expect(await open.graph.find({ name })).toBeDefined();
  });

  it.each(STORES)(
    'ends on every learner in $name, leaves no hole, keeps what a person wrote, and never goes deeper than asked',
    async store => {
      await fc.assert(
        fc.asyncProperty(graphs, scripts, fc.constantFrom('D1', 'D2', 'D4'), async (texts, script, minDepth) => {
          await using open = await store.open();
          const { graph } = open;
          await graph.write(puts(texts));
          const authored = JSON.stringify(await contentOf(graph, texts));
          const demanded = new Map<string, number>();
          const { learner, calls } = adversary(script, demanded);

          await learnAll(graph, ['a', 'b', 'new'], learner, { now, minDepth, maxQuestions: 20, answerTimeoutMs: 2 }).catch(
            (error: unknown) => {
              expect(error).toMatchObject({ message: 'the learner raised' });
            },
          );

          expect(calls()).toBeLessThanOrEqual(20);
          expect(JSON.stringify(await contentOf(graph, texts))).toBe(authored);
          for (const primitive of await primitivesOf(graph)) {
            const deepest = contiguousDepth(primitive) ?? -1;
            for (const depth of primitive.depths.filter(each => each.provenance.source !== 'authored')) {
              expect(depth.level, `${primitive.name} has a hole`).toBeLessThanOrEqual(deepest);
              expect(depth.level, `${primitive.name} is deeper than asked`).toBeLessThanOrEqual(
                demanded.get(primitive.name) ?? -1,
              );
              expect(Object.keys(depth.properties)).not.toEqual([]);
            }
          }
        }),
        { numRuns: store.name === 'memory' ? 150 : 15 },
      );
    },
  );
});

const level = fc.constantFrom(0, 1, 2, 3, 4, 9, '2', null);
const name = fc.constantFrom('a', 'b', 'c', 'new', 'NEW', 'file', '', 'zzz', 7, null);
const relation = fc.constantFrom('REQUIRES', 'APPLIES_TO', 'CONSTRAINED_BY', 'INCLUDES', 'LIKES', null);
const properties = fc.constantFrom({}, { x: 1 }, { x: undefined }, { x: 10n }, null, 'text', []);
const relata = fc.oneof(
  fc.array(fc.record({ relation, target: name, targetDepth: level }), { maxLength: 2 }),
  fc.constantFrom(null, 'b', [null]),
);
const depth = fc.oneof(fc.record({ level, properties, relata }, { requiredKeys: ['level'] }), fc.constantFrom(null, 3, []));
const edge = { sourceName: name, targetName: name, relation, sourceDepth: level, targetDepth: level };
const candidate = fc.oneof(
  fc.record({ kind: fc.constant('EXISTENCE'), name, d1: depth }, { requiredKeys: ['kind'] }),
  fc.record({
    kind: fc.constantFrom('DEPTH', 'RELATIONAL'),
    newDepths: fc.oneof(fc.array(depth, { maxLength: 4 }), fc.constantFrom(null, {}, 'x')),
  }),
  fc.record({ kind: fc.constant('REACHABILITY'), ...edge }, { requiredKeys: ['kind'] }),
  fc.record({ kind: fc.constant('AMBIGUITY'), alias: name, targetName: name }),
  fc.constantFrom('obvious', 'obvious', 'template', 'raise', 'hang', null, undefined, 3, {}, { kind: 'OTHER' }),
);
/** What an adversarial learner says, answer by answer, over and over. */
const scripts = fc.array(fc.tuple(fc.constantFrom('accepted', 'modified', 'accepted', 'skipped', 'yes'), candidate), {
  minLength: 1,
  maxLength: 12,
});
const graphs = fc.constantFrom(
  ['c 01', 'b 02 2:REQ>c@3', 'a 013 3:A>b@2 1:DEP>c@2'],
  ['c 0', 'b 01-', 'a 4'],
  ['a 01234', 'b 0', 'c 012'],
  ['a 01 1:REQ>b@1', 'b 01', 'c 01 1:REQ>a@1'],
);

function adversary(
  script: readonly (readonly [string, unknown])[],
  demanded: Map<string, number>,
): { learner: Learner; calls: () => number } {
  let count = 0;
  const propose = async (request: LearningRequest): Promise<LearningAnswer> => {
    const [decision, filled] = script[count++ % script.length]!;
    const { gap } = request;
    const subject = gap.kind === 'RELATIONAL' ? gap.target.name : 'primitive' in gap ? gap.primitive.name : '';
    const asked = gap.kind === 'EXISTENCE' ? 1 : 'requiredDepth' in gap ? gap.requiredDepth : -1;
    demanded.set(subject, Math.max(demanded.get(subject) ?? -1, asked));
    if (filled === 'raise') throw new Error('the learner raised');
    if (filled === 'hang') return new Promise(() => undefined);
    if (filled === 'obvious') return obvious(request);
    return { decision, candidate: filled === 'template' ? templateFor(gap) : filled } as LearningAnswer;
  };
  return { learner: { propose }, calls: () => count };
}

async function primitivesOf(graph: ConceptGraph): Promise<Primitive[]> {
  const snapshot = await graph.snapshot();
  return Array.from({ length: snapshot.size }, (_, index) => snapshot.primitive(index));
}

/** Everything a person wrote: levels with content, and edges. */
async function contentOf(graph: ConceptGraph, texts: readonly string[]): Promise<unknown> {
  const contents = texts.map(async text => {
    const found = (await graph.find({ name: text.split(' ')[0]! }))!;
    const { id, provenance, depths } = found;
    const kept = depths
      .filter(depth => depth.provenance.source === 'authored' && (Object.keys(depth.properties).length > 0 || depth.level === 0))
      .map(depth =>
        Object.assign({}, depth, { relata: depth.relata.filter(relatum => relatum.provenance.source === 'authored') }),
      );
    return { id, name: found.name, provenance, kept };
  });
  return Promise.all(contents);
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
