import {
  defineMemory,
  definePrimitive,
  ground,
  groundIn,
  Grounded,
  memoryGraph,
  provenance,
  renewConcept,
  SEEDS,
  importGraph,
  withMemory,
} from '@licet/epistemic';
import { PolicyEngine } from '@licet/core';
import { learnAll } from '@licet/epistemic/learning';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordUse } from '../../../../packages/epistemic/src/memory/recordUse.ts';
import { puts } from '../support/shorthand.ts';

const DAY = 86_400_000;
const CONCEPTS = ['act', 'thing'];
const ACT = ['act 0123 2:A>thing@2', 'thing 012'];
const ok = { status: 'ok' } as const;

describe('memory', () => {
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
