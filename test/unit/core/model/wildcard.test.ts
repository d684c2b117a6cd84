import { matchesWildcard } from '@licet/core/text';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cases } from '../../../support/longRuns.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '\n'), maxLength: 8 });
const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 6 });

describe('matchesWildcard', () => {
  it('agrees with the expression that says the same', () => {
    fc.assert(
      fc.property(pattern, text, (wanted, found) => {
        const parts = wanted.split('*').map(part => part.replaceAll('.', String.raw`\.`));
        expect(matchesWildcard(wanted, found)).toBe(new RegExp(`^${parts.join('[^]*')}$`, 'u').test(found));
      }),
      { numRuns: cases(1_000) },
    );
  });

  it('does not blow up on what an agent may choose', () => {
    expect(matchesWildcard('*a*a*a*a*a*b', 'a'.repeat(20_000))).toBe(false);
  });
});
