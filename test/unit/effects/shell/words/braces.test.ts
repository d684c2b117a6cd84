import { describe, expect, it, test } from 'vitest';

import { expandBraces } from '../../../../../packages/effects/src/shell/words/braces.ts';
import { tokenize } from '../../../../../packages/effects/src/shell/words/tokens.ts';
import type { Token } from '../../../../../packages/effects/src/shell/words/tokens.ts';

const plain = (text: string): readonly Token[] => tokenize({ text, value: text, parts: undefined } as never);
const textOf = (tokens: readonly Token[]): string => tokens.map(token => (token.type === 'text' ? token.text : '$')).join('');
const expand = (source: string, most: number = 1_000): readonly string[] | undefined => {
  let left = most;
  return expandBraces(plain(source), count => (left -= count) >= 0)?.map(textOf);
};

describe('braces, as bash expands them', () => {
  test.each([
    ['a{b,c}d', 'abd acd'],
    ['{a,b}{1,2}', 'a1 a2 b1 b2'],
    ['{a,{b,c}}', 'a b c'],
    ['{a,}', 'a '],
    ['{1..4}', '1 2 3 4'],
    ['{4..1..2}', '4 2'],
    ['{08..10}', '08 09 10'],
    ['{-1..1}', '-1 0 1'],
    ['{a..c}', 'a b c'],
    ['{c..a}', 'c b a'],
    ['{1..3..0}', '1 2 3'],
    // No list and no sequence: as they are written.
    ['{a}', '{a}'],
    ['{}', '{}'],
    ['{a', '{a'],
    ['a}', 'a}'],
    ['{1..a}', '{1..a}'],
    [String.raw`\{a,b}`, '{a,b}'],
    [String.raw`{a\,b}`, '{a,b}'],
    ['{a}{b,c}', '{a}b {a}c'],
  ])('%s', (source, words) => {
    expect(expand(source)?.join(' ')).toBe(words);
  });

  it('are given up where they stand for more words than may be looked at', () => {
    expect(expand('{1..2000}')).toBeUndefined();
    expect(expand('{a,b}'.repeat(12))).toBeUndefined();
    expect(expand('{1..99999999999999999999}')).toBeUndefined();
  });
});
