import { matchesWildcard } from '@licet/core/text';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { representativeNames } from '../../../../packages/guards/src/judging/compareAllowed.ts';
import { cases } from '../../../support/longRuns.ts';

const pattern = fc.stringMatching(/^[ab_]{0,3}\*?$/u).filter(text => text !== '');
const lists = fc.array(pattern, { maxLength: 3 });

describe('names that represent all there are', () => {
  it('tell two lists of patterns apart wherever any name does', () => {
    const listed = (patterns: readonly string[], name: string): boolean => patterns.some(each => matchesWildcard(each, name));
    fc.assert(
      fc.property(lists, lists, fc.stringMatching(/^[abc_]{0,4}$/u), (some, others, name) => {
        const differ = (each: string): boolean => listed(some, each) !== listed(others, each);
        if (differ(name)) expect((representativeNames([...some, ...others]) ?? []).some(differ)).toBe(true);
      }),
      { numRuns: cases(3_000) },
    );
  });

  it('are not known of a pattern with a star that is not at its end', () => {
    expect(representativeNames(['a*b'])).toBeUndefined();
  });
});
