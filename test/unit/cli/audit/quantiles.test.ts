import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { quantiles } from 'licet/source/audit/stats.ts';

it('is within one per cent of the value at its place', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), { minLength: 1 }),
      fc.constantFrom(0.5, 0.9, 1),
      (values, share) => {
        const counted = quantiles();
        for (const value of values) counted.add(value);
        const exact = values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0;

        expect(Math.abs(counted.at(share) - exact)).toBeLessThanOrEqual(exact * 0.010_001);
      },
    ),
  );
});

it('is nothing without values, and of values that are nothing', () => {
  const counted = quantiles();
  expect([counted.at(0.5), counted.count]).toEqual([0, 0]);
  for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) counted.add(value);

  expect([counted.at(0.5), counted.count]).toEqual([0, 2]);
});
