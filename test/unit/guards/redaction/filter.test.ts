import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { filterOf } from '../../../../packages/guards/src/redaction/filter.ts';

const rule = (id: string, more: object) => ({ id, pattern: 'x', ...more });
const rules = [
  rule('token', { keywords: ['ghp_', 'gho_'] }),
  rule('short', { keywords: ['a='] }),
  rule('card', { minDigits: 13 }),
  rule('mail', { mayHold: (text: string) => text.includes('@') }),
];
const { mayHold, rulesFor } = filterOf(rules);

it('lets the rules look whose keywords stand in a text, in any case', () => {
  expect([rulesFor('x GHP_1'), rulesFor('A=1 gho_'), rulesFor('ghp'), rulesFor('')]).toEqual([[0], [0, 1], [], []]);
});

it('takes the keywords of a rule in any case', () => {
  expect(filterOf([rule('own', { keywords: ['ACME_'] })]).rulesFor('acme_1 Acme_2')).toEqual([0]);
});

it('lets the rules without keywords look by the digits, or by what they say themselves', () => {
  expect([rulesFor('1'.repeat(12)), rulesFor('1 '.repeat(13)), rulesFor('a@b')]).toEqual([[], [2], [3]]);
});

it('lets a rule without any such sign look at every text', () => {
  expect(filterOf([rule('any', {}), rule('empty', { keywords: [''] })]).rulesFor('x')).toEqual([0, 1]);
});

it('never skips a rule whose keyword is there', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('ghp_', 'gho_', 'a='), fc.string(), (before, word, after) => {
      const text = before + word + after;

      expect(rulesFor(text)).toContain(word === 'a=' ? 1 : 0);
      expect(mayHold(text)).toBe(true);
    }),
  );
});

it('says the same of any and of each', () => {
  fc.assert(fc.property(fc.string(), text => mayHold(text) === rulesFor(text).length > 0));
});
