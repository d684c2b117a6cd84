import { expect, it, test } from 'vitest';

import { findCycle } from '../../../../packages/epistemic/src/graph/memoryState.ts';

const cycleIn = (edges: Readonly<Record<string, string>>, ...starts: readonly string[]) =>
  findCycle(starts, node => (edges[node] ?? '').split(''));

test.each([
  [{ a: 'b', b: 'c' }, undefined],
  [{ a: 'bc', b: 'd', c: 'd' }, undefined],
  [{ a: 'a' }, 'aa'],
  [{ a: 'b', b: 'a' }, 'aba'],
  [{ a: 'b', b: 'cd', d: 'b' }, 'bdb'],
  [{ x: 'y', y: 'x' }, undefined],
  [{}, undefined],
])('%j has from a the cycle %s', (edges, cycle) => {
  expect(cycleIn(edges, 'a')?.join('')).toBe(cycle);
});

it('begins at each start', () => {
  expect(cycleIn({ a: 'b', x: 'yb', y: 'x' }, 'a', 'x')).toEqual(['x', 'y', 'x']);
  expect(cycleIn({ a: 'a' })).toBeUndefined();
});

it('looks at each node once, and needs no stack for a deep chain', () => {
  let looked = 0;
  const next = (node: string): readonly string[] => {
    looked += 1;
    return Number(node) < 50_000 ? [String(Number(node) + 1)] : [];
  };

  expect(findCycle(['0', '1'], next)).toBeUndefined();
  expect(looked).toBe(50_001);
});
