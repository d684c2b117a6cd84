import { canonicalJson } from '@licet/core/text';
import { definePrimitive } from '@licet/epistemic';
import { validatePrimitive } from '../../../../packages/epistemic/src/model/validate.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cases } from '../../../support/longRuns.ts';

function isTaken(value: unknown): boolean {
  try {
    validatePrimitive(definePrimitive({ id: 'x', name: 'x', depths: [{ level: 'D0', properties: { value: value as string } }] }));
    return true;
  } catch {
    return false;
  }
}

function isCanonical(value: unknown): boolean {
  try {
    canonicalJson({ value });
    return true;
  } catch {
    return false;
  }
}

describe('the properties of a depth', () => {
  it('may be exactly what core can write as canonical JSON', () => {
    const anything = fc.anything({
      withBigInt: true,
      withMap: true,
      withSet: true,
      withSparseArray: true,
      withNullPrototype: true,
      withUnicodeString: true,
      maxDepth: 4,
    });
    fc.assert(
      fc.property(anything, value => {
        expect(isTaken(value)).toBe(isCanonical(value));
      }),
      { numRuns: cases(3_000) },
    );
  });

  it.each([
    ['half a character', '\ud83d', false],
    ['half a character in a key', { '\ud83d': 1 }, false],
    ['a hole', [1, , 2], false], // oxlint-disable-line no-sparse-arrays
    ['a member that is undefined', { a: undefined }, true],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 }), true],
    ['minus nothing', -0, true],
  ])('judge %s', (_, value, wanted) => {
    expect(isTaken(value)).toBe(wanted);
  });
});
