import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sequencesMeet } from '../../../../packages/effects/src/places/segments.ts';

const relation = { isRun: (one: string) => one === '*', relates: (left: string, right: string) => left === right };

/** All sequences of a and b that fit a pattern, up to a length. */
const fitting = (pattern: readonly string[], longest: number): readonly string[] => {
  const [first, ...rest] = pattern;
  if (first === undefined) return [''];
  const after = fitting(rest, longest);
  if (first !== '*') return after.map(text => first + text).filter(text => text.length <= longest);
  const runs = ['', ...['a', 'b'].flatMap(one => (longest > 0 ? fitting(['*'], longest - 1).map(text => one + text) : []))];
  return runs.flatMap(run => after.map(text => run + text)).filter(text => text.length <= longest);
};

describe('two sequences with runs', () => {
  it('meet exactly when some sequence fits both', () => {
    const side = array(constantFrom('a', 'b', '*'), { maxLength: 4 });
    assert(
      property(side, side, (left, right) => {
        const both = new Set(fitting(right, 6));
        expect(sequencesMeet(left, right, relation)).toBe(fitting(left, 6).some(text => both.has(text)));
      }),
    );
  });

  it('are compared element by element where no run is between', () => {
    let compared = 0;
    const counted = { ...relation, relates: (left: string, right: string) => (compared++, left === right) };
    const long = Array.from({ length: 400 }, () => 'a');

    expect(sequencesMeet(long, ['*', 'b'], counted)).toBe(false);
    expect(sequencesMeet(long, ['a', 'a', '*'], counted)).toBe(true);
    expect(compared).toBe(3);
  });
});
