import { systemClock } from '@licet/core';
import type { Clock } from '@licet/core';
import { definePrimitive, memoryGraph, writeInTurn } from '@licet/epistemic';
import type { ConceptGraph } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';

import { makeTurns } from '../../../../packages/epistemic/src/graph/turns.ts';
import type { TurnLock } from '../../../../packages/epistemic/src/graph/turns.ts';

const soon = (): Promise<void> => new Promise(resolve => void setTimeout(resolve, 1));

/** A clock on which each pause is over at once and takes the time that it was to take; it remembers which were to keep the process alive. */
function hasty(): { readonly clock: Clock; readonly pauses: { readonly ms: number; readonly keepsAlive: boolean }[] } {
  const pauses: { readonly ms: number; readonly keepsAlive: boolean }[] = [];
  let elapsed = 0;
  const clock: Clock = {
    ...systemClock,
    elapsed: () => elapsed,
    after: (ms, done, keepsAlive = false) => {
      pauses.push({ ms, keepsAlive });
      elapsed += ms;
      queueMicrotask(done);
      return () => undefined;
    },
  };
  return { clock, pauses };
}

/** A lock that another process holds for so many looks. */
function busy(looks: number): TurnLock & { readonly seen: string[] } {
  const seen: string[] = [];
  return {
    seen,
    take: () => {
      const isFree = looks-- <= 0;
      if (isFree) seen.push('taken');
      return isFree ? 'mine' : 'taken';
    },
    release: () => void seen.push('released'),
  };
}

describe('makeTurns', () => {
  it('lets the writers of one process work one after the other, in the order in which they come', async () => {
    const turn = makeTurns();
    const seen: string[] = [];
    const writer = (name: string) =>
      turn(async () => {
        seen.push(`${name} begins`);
        await soon();
        seen.push(`${name} ends`);
      });
    await Promise.all(['a', 'b', 'c'].map(writer));

    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('gives the turn on when work fails, and reports the failure to its caller alone', async () => {
    const turn = makeTurns();
    const failing = turn(async () => Promise.reject(new TypeError('x')));
    const next = turn(async () => 'done');

    await expect(failing).rejects.toThrow(TypeError);
    await expect(next).resolves.toBe('done');
  });

  it('waits for another process, keeps this one alive meanwhile, and looks more often the longer it waits', async () => {
    const { clock, pauses } = hasty();
    const lock = busy(1_000);

    await expect(makeTurns(lock, clock)(async () => 'done')).resolves.toBe('done');
    expect(lock.seen).toEqual(['taken', 'released']);
    expect(pauses).toHaveLength(1_000);
    expect(pauses.every(({ keepsAlive }) => keepsAlive)).toBe(true);
    const { clock: other, pauses: asNext } = hasty();
    const places = Array.from({ length: 100 }, (_, index) => (index < 99 ? ('next' as const) : ('mine' as const)));
    await makeTurns({ take: () => places.shift()!, release: () => undefined }, other)(soon);
    expect(Math.max(...asNext.map(({ ms }) => ms))).toBeLessThan(5);
    const average = (part: typeof pauses): number => part.reduce((sum, { ms }) => sum + ms, 0) / part.length;
    expect(average(pauses.slice(-100))).toBeLessThan(average(pauses.slice(0, 10)) / 2);
  });

  it('refuses to write after two minutes without a turn, and reports it', async () => {
    const { clock } = hasty();
    let hasRun = false;
    const waiting = makeTurns(busy(Number.POSITIVE_INFINITY), clock)(async () => void (hasRun = true));

    await expect(waiting).rejects.toMatchObject({
      code: 'graph_unavailable',
      message: expect.stringMatching(/for 120 seconds: nothing was written; look for a process that hangs/u),
    });
    expect(hasRun).toBe(false);
  });

  it('releases the lock after work that failed, and works without one that cannot be taken or released', async () => {
    const lock = busy(0);
    const broken: TurnLock = { take: () => Promise.reject(new Error('no folder')), release: () => undefined };
    const sticky: TurnLock = { take: () => 'mine', release: () => Promise.reject(new Error('gone')) };

    await expect(makeTurns(lock)(async () => Promise.reject(new TypeError('x')))).rejects.toThrow(TypeError);
    expect(lock.seen).toEqual(['taken', 'released']);
    await expect(makeTurns(broken)(async () => 'done')).resolves.toBe('done');
    await expect(makeTurns(sticky)(async () => 'done')).resolves.toBe('done');
  });
});

describe('writeInTurn', () => {
  const addTo = (graph: ConceptGraph, name: string) => async (): Promise<string> => {
    const { version } = await graph.snapshot();
    await soon();
    return graph.write([{ type: 'put', primitive: definePrimitive({ name }) }], { ifVersion: version });
  };

  it('makes no change twice where all writers take turns', async () => {
    const graph = memoryGraph();
    let tries = 0;
    const add = (name: string) =>
      writeInTurn(graph, async () => {
        tries += 1;
        return addTo(graph, name)();
      });
    const versions = await Promise.all(['a', 'b', 'c', 'd'].map(add));

    expect([versions, tries]).toEqual([['1', '2', '3', '4'], 4]);
  });

  it('makes a change again where a writer without a turn got ahead, and in a store without turns', async () => {
    const graph = memoryGraph();
    const bare: ConceptGraph = { ...graph };
    delete bare.turn;
    await Promise.all([writeInTurn(graph, addTo(graph, 'a')), addTo(graph, 'b')(), writeInTurn(bare, addTo(bare, 'c'))]);

    expect([...graph.snapshot().names].sort()).toEqual(['a', 'b', 'c']);
  });
});
