import type { ConceptGraph, FadedGap } from '@licet/epistemic';
import {
  defineMemory,
  definePrimitive,
  ground,
  groundIn,
  Grounded,
  memoryGraph,
  metricsRecorder,
  provenance,
  renewConcept,
  SEEDS,
  importGraph,
  withMemory,
} from '@licet/epistemic';
import { PolicyEngine } from '@licet/core';
import { learnAll } from '@licet/epistemic/learning';
import { formatTrace, gapFix, gapText } from '@licet/epistemic/render';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordUse } from '../../../../packages/epistemic/src/memory/recordUse.ts';
import { puts } from '../support/shorthand.ts';
import { STORES } from '../support/stores.ts';

const DAY = 86_400_000;
const CONCEPTS = ['act', 'thing'];
const ACT = ['act 0123 2:A>thing@2', 'thing 012'];
const ok = { status: 'ok' } as const;
const error = { status: 'error', error: 'boom' } as const;

const kinds = async (graph: ConceptGraph, day: number): Promise<string[]> =>
  (await ground(graph, CONCEPTS, { now: day * DAY })).gaps.map(gap => gap.kind);

async function use(graph: ConceptGraph, day: number, outcome: typeof ok | typeof error = ok): Promise<void> {
  await recordUse(graph, await ground(graph, CONCEPTS, { now: day * DAY }), outcome, day * DAY);
}

describe.each(STORES)('memory on $name', store => {
  it('makes a faded concept a gap that tells who knew it and when, and renewal restores it', async () => {
    await using open = await store.open();
    const graph = withMemory(open.graph, { halfLife: '10d' });
    await graph.write(puts(ACT));

    expect(await kinds(graph, 9)).toEqual([]);
    const result = await ground(graph, CONCEPTS, { now: 20 * DAY });
    const [gap] = result.gaps as readonly FadedGap[];

    expect(gap).toMatchObject({
      kind: 'FADED',
      primitive: { name: 'act', levels: [0, 1], provenance: { source: 'authored' } },
      requiredDepth: 2,
      currentDepth: 1,
      claimedDepth: 3,
      reason: 'unused',
      lastConfirmed: '1970-01-01T00:00:00.000Z',
    });
    expect(gapText(gap!)).toBe(
      "'act' was known to D3 CONSTRAINTS (authored, 1970-01-01) and has faded to D1 IDENTITY, not used since 1970-01-01; requires D2 CAPABILITIES",
    );
    expect(gapFix(gap!)).toBe("ask a person to confirm that 'act' is still understood");
    expect(formatTrace(result)).toContain('FADED:');
    for (const name of CONCEPTS) await renewConcept(graph, name, { now: 20 * DAY, by: 'ada' });
    await renewConcept(graph, 'act', { now: 20 * DAY, by: 'bob' });
    expect(await kinds(graph, 20)).toEqual([]);
    expect((await graph.find({ name: 'act' }))?.provenance).toEqual({
      source: 'authored',
      createdAt: '1970-01-01T00:00:00.000Z',
      updatedAt: '1970-01-21T00:00:00.000Z',
      detail: 'renewed by bob',
    });
    await expect(renewConcept(graph, 'nothing', { now: 0, by: 'ada' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stays known while it is used, and is not brought back by use once it has faded', async () => {
    await using open = await store.open();
    const graph = withMemory(open.graph, { halfLife: '10d', strengthen: 0 });
    await graph.write(puts(ACT));
    for (const day of [8, 16, 24]) await use(graph, day);

    expect(await kinds(graph, 33)).toEqual([]);
    expect(await kinds(graph, 34)).toEqual(['FADED']);
    // `act` at D2 is still enough to act on: the use confirms nothing that has faded.
    const before = (await graph.find({ name: 'act' }))?.metrics;
    await use(graph, 34);
    expect((await graph.find({ name: 'act' }))?.metrics).toEqual(before);
  });

  it('counts one success and one failure a day, and lets failures weaken', async () => {
    await using open = await store.open();
    const graph = withMemory(open.graph, { halfLife: '10d', strengthen: 1 });
    await graph.write(puts(ACT));
    for (let call = 0; call < 5; call += 1) await use(graph, 1);
    for (let call = 0; call < 5; call += 1) await use(graph, 1, error);

    const { metrics } = (await graph.find({ name: 'act' }))!;
    expect(metrics).toMatchObject({ groundingCount: 1, failureCount: 1 });
    expect(await kinds(graph, 10.5)).toEqual([]);
    await use(graph, 2, error);
    await use(graph, 3, error);
    // One success and three failures: half the half-life, from the last success on.
    expect(await kinds(graph, 5.9)).toEqual([]);
    expect(await kinds(graph, 6.1)).toContain('FADED');
    await renewConcept(graph, 'act', { now: 7 * DAY, by: 'ada' });
    await renewConcept(graph, 'thing', { now: 7 * DAY, by: 'ada' });
    expect(await kinds(graph, 16)).toEqual([]);
  });

  it('changes the version with a use, so that every process sees it', async () => {
    await using open = await store.open();
    const graph = withMemory(open.graph, { halfLife: '10d' });
    await graph.write(puts(ACT));
    const { version } = await graph.snapshot();

    await use(graph, 1);

    expect((await graph.snapshot()).version).not.toBe(version);
  });

  it('lets a level expire however often it is used', async () => {
    await using open = await store.open();
    const graph = withMemory(open.graph, { expires: { D2: '30d' } });
    await graph.write(puts(ACT));
    for (const day of [10, 20, 29]) await use(graph, day);

    const { gaps } = await ground(graph, CONCEPTS, { now: 30 * DAY });

    expect(gaps[0]).toMatchObject({
      kind: 'FADED',
      reason: 'expired',
      currentDepth: 1,
      lastConfirmed: '1970-01-30T00:00:00.000Z',
    });
  });
});

describe('memory', () => {
  it('answers the same for the same graph, query and time, in whatever order it is asked', async () => {
    const graph = withMemory(memoryGraph(), { halfLife: '7d', expires: { D3: '9d' } });
    await graph.write(puts(ACT));
    const at = async (day: number): Promise<string> =>
      JSON.stringify(await ground(graph, ['act'], { now: day * DAY, minDepth: 'D3' }));
    const days = [0, 5, 8, 10, 30];
    const forward: string[] = [];
    for (const day of days) forward.push(await at(day));
    const backward: string[] = [];
    for (const day of days.toReversed()) backward.unshift(await at(day));

    expect(backward).toEqual(forward);
    expect(new Set(forward).size).toBeGreaterThan(2);
  });

  it('finds less, never more, than the graph without it, and the difference is what has faded', async () => {
    const plain = memoryGraph();
    await importGraph(plain, SEEDS.filesystem, { now: 0 });
    const graph = withMemory(plain, { halfLife: '10d' });
    const { names } = plain.snapshot();
    fc.assert(
      fc.property(fc.subarray([...names], { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 60 }), (concepts, day) => {
        const options = { memory: graph.memory, now: day * DAY };
        const [held, seen] = [groundIn(plain.snapshot(), concepts), groundIn(plain.snapshot(), concepts, options)];
        const faded = seen.gaps.some(gap => gap.kind === 'FADED');
        if (held.grounded && !seen.grounded) expect(faded || seen.gaps.every(gap => gap.kind === 'REACHABILITY')).toBe(true);
        if (!held.grounded) expect(seen.grounded).toBe(false);
        if (!faded && JSON.stringify(seen.gaps) !== JSON.stringify(held.gaps)) expect(day).toBeGreaterThanOrEqual(10);
        expect(seen.trace.primitives.length).toBeLessThanOrEqual(held.trace.primitives.length);
      }),
    );
  });

  it('needs the time of the question: without one it does not answer as if nothing had faded', async () => {
    const graph = withMemory(memoryGraph(), { halfLife: '7d' });
    await graph.write(puts(ACT));

    await expect((async () => ground(graph, CONCEPTS))()).rejects.toMatchObject({ code: 'invalid_param', path: ['now'] });
    expect(() => metricsRecorder(graph)).toThrow('counts outcomes, not groundings');
  });

  it('does not let a learner renew without a yes, and renews with one', async () => {
    const graph = withMemory(memoryGraph(), { halfLife: '10d' });
    await graph.write(puts(ACT));
    const learn = async (isStillTrue: boolean): Promise<boolean> => {
      const propose = () => ({ decision: 'accepted', candidate: { kind: 'FADED', isStillTrue } }) as const;
      return (await learnAll(graph, CONCEPTS, { propose }, { now: 40 * DAY })).result.grounded;
    };

    expect(await learn(false)).toBe(false);
    expect(await learn(true)).toBe(true);
  });

  it('leaves the time of knowledge that is newer than its renewal', async () => {
    const graph = memoryGraph();
    graph.write([
      {
        type: 'put',
        primitive: definePrimitive({ name: 'act', provenance: provenance('learned', 9_000, 'accepted while learning') }),
      },
    ]);

    const { provenance: renewed } = await renewConcept(graph, 'act', { now: 5_000, by: 'ada' });

    expect(renewed).toMatchObject({
      source: 'learned',
      updatedAt: '1970-01-01T00:00:09.000Z',
      detail: 'accepted while learning; renewed by ada',
    });
  });

  it('counts what an engine records: a success of a grounded action, and no other', async () => {
    const graph = withMemory(memoryGraph(), { halfLife: '10d' });
    await graph.write(puts(ACT));
    const engine = new PolicyEngine(Grounded({ graph, concepts: CONCEPTS }), {
      clock: { now: () => DAY, elapsed: () => 0, after: () => () => undefined },
    });
    const evaluation = await engine.evaluate({ kind: 'tool', tool: 'Act' });
    await engine.postAction(evaluation, { status: 'unknown' });
    expect((await graph.find({ name: 'act' }))?.metrics).toBeUndefined();

    const second = await engine.evaluate({ kind: 'tool', tool: 'Act' });
    await engine.postAction(second, ok);

    expect((await graph.find({ name: 'act' }))?.metrics).toMatchObject({
      groundingCount: 1,
      lastGrounded: '1970-01-02T00:00:00.000Z',
    });
    expect(defineMemory({}).halfLifeMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('keeps ten years of use of 10,000 concepts: what is used is known, what is not has faded to the floor', async () => {
    const plain = memoryGraph();
    const used = Array.from({ length: 19 }, (_, at) => `1:REQ>c${at + 1}@4`).join(' ');
    plain.write(puts(Array.from({ length: 10_000 }, (_, at) => `c${at} 01234${at === 0 ? ` ${used}` : ''}`)));
    const graph = withMemory(plain, { halfLife: '90d' });
    for (let day = 30; day <= 3_650; day += 30) {
      await recordUse(graph, await ground(graph, ['c0'], { now: day * DAY, minDepth: 'D4' }), ok, day * DAY);
    }
    const { memory } = graph;
    const depths = Array.from({ length: 10_000 }, (_, at) => {
      const [gap] = groundIn(plain.snapshot(), [`c${at}`], { memory, now: 3_660 * DAY, minDepth: 'D4' }).gaps;
      return gap?.kind === 'FADED' ? gap.currentDepth : 4;
    });

    expect(depths.filter(depth => depth === 4)).toHaveLength(20);
    expect(depths.slice(20).every(depth => depth === 1)).toBe(true);
    expect((await graph.find({ name: 'c0' }))?.metrics?.groundingCount).toBe(121);
  });
});
