import * as fc from 'fast-check';
import { describe, it } from 'vitest';

import { filterOf } from '../../../../packages/guards/src/redaction/filter.ts';
import { secretRules } from '../../../../packages/guards/src/redaction/secretRules.ts';

/** The pattern as one of the language, without what says only where it may stand. */
const form = (pattern: string): RegExp => new RegExp(pattern.replace('(?i)', '').replaceAll('\\b', '').replaceAll('|\\z', ''));

describe('the keywords of a rule', () => {
  it.each(secretRules.map(rule => [rule.id, rule] as const))(
    'hide nothing that the pattern of %s is about: each of its matches holds one of them',
    (_id, rule) => {
      const { mayHold } = filterOf([rule]);
      fc.assert(fc.property(fc.stringMatching(form(rule.pattern), { maxLength: 800 }), mayHold), { numRuns: 300 });
    },
  );
});
