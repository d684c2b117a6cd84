import type { ConceptGraph, FadedGap, GroundingResult } from '@licet/epistemic';
import { ground, memoryGraph, renewConcept, withMemory } from '@licet/epistemic';
import { formatTrace, gapFix, gapText } from '@licet/epistemic/render';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordUse } from '../../packages/epistemic/src/memory/recordUse.ts';
import { storeTests } from './storeTests.ts';
import { idOf, primitive, puts } from '../unit/epistemic/support/shorthand.ts';
import type { Store } from '../unit/epistemic/support/stores.ts';

const DAY = 86_400_000;
const CONCEPTS = ['act', 'thing'];
const ACT = ['act 0123 2:A>thing@2', 'thing 012'];
const OK = { status: 'ok' } as const;
const ERROR = { status: 'error', error: 'boom' } as const;

const groundOn = async (graph: ConceptGraph, day: number): Promise<GroundingResult> =>
  ground(graph, CONCEPTS, { now: day * DAY });

const kinds = async (graph: ConceptGraph, day: number): Promise<string[]> =>
  (await groundOn(graph, day)).gaps.map(gap => gap.kind);

async function use(graph: ConceptGraph, day: number, outcome: typeof OK | typeof ERROR = OK): Promise<void> {
  await recordUse(graph, await groundOn(graph, day), outcome, day * DAY);
}

const renew = async (graph: ConceptGraph, name: string, day: number, by = 'ada'): Promise<unknown> =>
  renewConcept(graph, name, { now: day * DAY, by });

const metricsOf = async (graph: ConceptGraph, name: string) => (await graph.find({ name }))?.metrics;

/** What may happen to a graph on a day. */
interface Step {
  readonly what: 'use' | 'fail' | 'renew' | 'rewrite';
  readonly days: number;
}

const steps = fc.array(
  fc.record<Step>({
    what: fc.constantFrom('use', 'use', 'fail', 'renew', 'rewrite'),
    days: fc.integer({ min: 0, max: 15 }),
  }),
  { maxLength: 8 },
);

/** Lives through the steps, and returns all that can be read at their end and later: the answers, and what was counted. */
async function liveThrough(graph: ConceptGraph, history: readonly Step[]): Promise<string> {
  await graph.write(puts([...ACT, 'base 012', 'top 0123 1:REQ>base@2 2:A>thing@1']));
  const fading = withMemory(graph, { halfLife: '10d', strengthen: 0.5, expires: { D3: '40d' } });
  let day = 0;
  for (const { what, days } of history) {
    day += days;
    if (what === 'use') await use(fading, day);
    else if (what === 'fail') await use(fading, day, ERROR);
    else if (what === 'renew') await renew(fading, 'act', day);
    else await fading.write([{ type: 'put', primitive: primitive('thing 0123') }]);
  }
  const readings: unknown[] = [];
  for (const later of [0, 4, 11, 25, 60])
    for (const query of [CONCEPTS, ['top'], ['top', 'thing']]) {
      const { grounded, resolved, gaps, trace } = await ground(fading, query, { now: (day + later) * DAY, minDepth: 'D2' });
      readings.push({ grounded, resolved, gaps, primitives: trace.primitives, pathway: trace.pathway, acts: trace.acts });
    }
  for (const name of ['act', 'thing', 'base', 'top']) readings.push(await metricsOf(fading, name));
  return JSON.stringify(readings);
}

/** The suite that every store passes for a graph with memory: counting, fading, renewing, and equal answers. */
export function describeFading(store: Store, property: fc.Parameters<unknown> = {}): void {
  const onEmpty = storeTests(store);
  const test: typeof onEmpty = (title, body) =>
    onEmpty(title, async graph => {
      await graph.write(puts(ACT));
      await body(graph);
    });

  describe(`memory on a ${store.name} graph`, () => {
    test('makes a faded concept a gap that tells who knew it and when, and renewal restores it', async plain => {
      const graph = withMemory(plain, { halfLife: '10d' });

      expect(await kinds(graph, 9)).toEqual([]);
      const result = await groundOn(graph, 20);
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
      for (const name of CONCEPTS) await renew(graph, name, 20);
      await renew(graph, 'act', 20, 'bob');
      expect(await kinds(graph, 20)).toEqual([]);
      expect((await graph.find({ name: 'act' }))?.provenance).toEqual({
        source: 'authored',
        createdAt: '1970-01-01T00:00:00.000Z',
        updatedAt: '1970-01-21T00:00:00.000Z',
        detail: 'renewed by bob',
      });
      await expect(renew(graph, 'nothing', 0)).rejects.toMatchObject({ code: 'not_found' });
    });

    test('stays known while it is used, and is not brought back by use once it has faded', async plain => {
      const graph = withMemory(plain, { halfLife: '10d', strengthen: 0 });
      for (const day of [8, 16, 24]) await use(graph, day);

      expect(await kinds(graph, 33)).toEqual([]);
      expect(await kinds(graph, 34)).toEqual(['FADED']);
      // `act` at D2 is still enough to act on: the use confirms nothing that has faded.
      const before = await metricsOf(graph, 'act');
      await use(graph, 34);
      expect(await metricsOf(graph, 'act')).toEqual(before);
    });

    test('counts one success and one failure a day, and lets failures weaken', async plain => {
      const graph = withMemory(plain, { halfLife: '10d', strengthen: 1 });
      for (let call = 0; call < 5; call += 1) await use(graph, 1);
      for (let call = 0; call < 5; call += 1) await use(graph, 1, ERROR);

      expect(await metricsOf(graph, 'act')).toMatchObject({ groundingCount: 1, failureCount: 1 });
      expect(await kinds(graph, 10.5)).toEqual([]);
      await use(graph, 2, ERROR);
      await use(graph, 3, ERROR);
      // One success and three failures: half the half-life, from the last success on.
      expect(await kinds(graph, 5.9)).toEqual([]);
      expect(await kinds(graph, 6.1)).toContain('FADED');
      for (const name of CONCEPTS) await renew(graph, name, 7);
      expect(await metricsOf(graph, 'act')).toEqual({ groundingCount: 0, failureCount: 0, lastGrounded: null, lastFailed: null });
      expect(await kinds(graph, 16)).toEqual([]);
    });

    test('counts one success a day when several calls end at once', async plain => {
      const graph = withMemory(plain, { halfLife: '10d' });

      await Promise.all(Array.from({ length: 4 }, async () => use(graph, 1)));

      expect(await metricsOf(graph, 'act')).toMatchObject({ groundingCount: 1 });
    });

    test('counts one success a day when another process counts it between the look and the write', async plain => {
      const graph = withMemory(plain, { halfLife: '10d' });
      const result = await groundOn(graph, 1);
      let isFirst = true;
      const overtaken: ConceptGraph = {
        ...graph,
        async snapshot(concepts) {
          const seen = await graph.snapshot(concepts);
          const overtakes = isFirst;
          isFirst = false;
          if (overtakes) await recordUse(graph, result, OK, DAY);
          return seen;
        },
      };

      await recordUse(overtaken, result, OK, DAY);

      expect(await metricsOf(graph, 'act')).toMatchObject({ groundingCount: 1 });
    });

    test('changes the version with a use and with a renewal, so that every process sees it', async plain => {
      const graph = withMemory(plain, { halfLife: '10d' });
      const versions = [(await graph.snapshot()).version];
      await use(graph, 1);
      versions.push((await graph.snapshot()).version);
      await renew(graph, 'act', 1);
      versions.push((await graph.snapshot()).version);

      expect(new Set(versions).size).toBe(3);
    });

    test('adds up uses, and leaves out a concept that is gone', async graph => {
      const day = (at: number): string => new Date(at * DAY).toISOString();
      const once = { groundingCount: 1, failureCount: 0, lastGrounded: day(3), lastFailed: null };
      await graph.write([{ type: 'use', id: idOf('act'), metrics: once }]);
      await graph.write([
        { type: 'use', id: idOf('act'), metrics: { ...once, lastGrounded: day(2) } },
        { type: 'use', id: 'gone', metrics: once },
      ]);
      await graph.write([
        { type: 'use', id: idOf('act'), metrics: { groundingCount: 0, failureCount: 1, lastGrounded: null, lastFailed: day(4) } },
      ]);

      const counted = { groundingCount: 2, failureCount: 1, lastGrounded: day(3), lastFailed: day(4) };
      expect(await metricsOf(graph, 'act')).toEqual(counted);
      await graph.write(puts(ACT));
      expect(await metricsOf(graph, 'act')).toEqual(counted);
      const snapshot = await graph.snapshot(['act']);
      expect(snapshot.remembered(snapshot.byName.get('act')!)).toEqual({
        confirmedAt: 3 * DAY,
        successes: 2,
        failures: 1,
        levelsAt: [0, 0, 0, 0, 0],
      });
    });

    test('lets a level expire however often it is used', async plain => {
      const graph = withMemory(plain, { expires: { D2: '30d' } });
      for (const day of [10, 20, 29]) await use(graph, day);

      const { gaps } = await groundOn(graph, 30);

      expect(gaps[0]).toMatchObject({
        kind: 'FADED',
        reason: 'expired',
        currentDepth: 1,
        lastConfirmed: '1970-01-30T00:00:00.000Z',
      });
    });

    test('answers the same for the same graph, question and time, in whatever order it is asked', async plain => {
      const graph = withMemory(plain, { halfLife: '7d', expires: { D3: '9d' } });
      await use(graph, 1);
      const at = async (day: number): Promise<string> =>
        JSON.stringify(await ground(graph, ['act'], { now: day * DAY, minDepth: 'D3' }));
      const days = [1, 5, 8, 10, 30];
      const forward: string[] = [];
      for (const day of days) forward.push(await at(day));
      const backward: string[] = [];
      for (const day of days.toReversed()) backward.unshift(await at(day));

      expect(backward).toEqual(forward);
      expect(new Set(forward).size).toBeGreaterThan(2);
    });

    it('remembers any history exactly as a graph in memory does', async () => {
      await fc.assert(
        fc.asyncProperty(steps, async history => {
          await using open = await store.open();
          expect(await liveThrough(open.graph, history)).toBe(await liveThrough(memoryGraph(), history));
        }),
        { numRuns: 25, ...property },
      );
    });
  });
}
