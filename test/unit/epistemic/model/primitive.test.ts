import { describe, expect, it, test } from 'vitest';

import {
  addMetrics,
  contiguousDepth,
  contiguousOf,
  grounds,
  levelMask,
  missingLevels,
  relatumId,
} from '../../../../packages/epistemic/src/model/primitive.ts';
import { primitive } from '../support/shorthand.ts';

describe('how far a concept is known', () => {
  test.each([
    ['a 0123', 3],
    ['a 0', 0],
    ['a 0134', 1],
    ['a 123', null],
    ['a 012-3', 1],
    ['a 012-3 2:A>b@1', 3],
    ['a', null],
  ])('%s: %s', (text, depth) => {
    expect(contiguousDepth(primitive(text))).toBe(depth);
  });

  it('needs content at every level but the first', () => {
    expect(primitive('a 01-2').depths.map(grounds)).toEqual([true, false, true]);
    expect(levelMask(primitive('a 01-2'))).toBe(0b101);
  });

  it('is the unbroken chain from the first level, whatever lies above', () => {
    for (let mask = 0; mask < 32; mask++) {
      const chain = [0, 1, 2, 3, 4, 5].findIndex(level => (mask & (1 << level)) === 0) - 1;

      expect(contiguousOf(mask)).toBe(chain);
    }
  });

  it('lacks the levels between', () => {
    expect(missingLevels(0b01011, 1, 4)).toEqual([2, 4]);
    expect(missingLevels(0b11111, -1, 4)).toEqual([]);
  });
});

it('adds what two have counted, with the later times', () => {
  const one = { groundingCount: 1, failureCount: 0, lastGrounded: '2026-01-02', lastFailed: null };
  const other = { groundingCount: 2, failureCount: 1, lastGrounded: '2026-01-01', lastFailed: '2026-01-03' };

  expect(addMetrics(one, other)).toEqual({
    groundingCount: 3,
    failureCount: 1,
    lastGrounded: '2026-01-02',
    lastFailed: '2026-01-03',
  });
  expect(addMetrics(undefined, one)).toEqual(one);
});

it('tells two edges of a concept apart', () => {
  const { depths } = primitive('a 012 1:A>b@1 2:A>b@1 2:A>b@2 2:REQ>b@1');
  const ids = depths.flatMap(({ level, relata }) => relata.map(relatum => relatumId('id-a', level, relatum)));

  expect(new Set(ids).size).toBe(4);
});
