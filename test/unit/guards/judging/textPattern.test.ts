import { requiredText } from '../../../../packages/guards/src/judging/textPattern.ts';
import { textPattern } from '../../../../packages/guards/src/judging/textPattern.ts';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

describe('textPattern', () => {
  test.each([
    ['DROP\\s+TABLE', 'TABLE'],
    ['rm -rf', 'rm -rf'],
    ['colou?r', 'colo'],
    ['ab*c', 'a'],
    ['a.b', 'a'],
    ['a+bc', 'bc'],
    ['(a|b)', ''],
    ['[abc]d', 'd'],
    ['a{2}', ''],
    ['(rm|dd) -[a-z]* now', ' now'],
    ['a|b', ''],
    ['((a|b)c)+def', 'def'],
    ['ab{0,1}cd', 'cd'],
    ['[]a]bc', 'bc'],
    ['(?i)drop', ''],
    ['', ''],
    ['\\bgit\\b', 'git'],
    ['\\x72m -rf', ' -rf'],
    ['\\u0072m -rf', ' -rf'],
    ['\\162m -rf', ' -rf'],
    ['\\pLm -rf', ' -rf'],
    ['\\p{Greek}x', 'x'],
    ['a\\.b', 'a'],
    ['\\Q-b\\E*c', ''],
    ['a😀?bc', 'bc'],
  ])('%j requires %j', (source, required) => {
    expect(requiredText(source)).toBe(required);
  });

  it('finds the same whether it was compiled at once or when it was needed', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      'ab',
      '.',
      'a*',
      'b?',
      'a+',
      '\\s',
      '\\w',
      '^',
      '$',
      'ba',
      '(a|b)',
      '[ab]',
      'a{0,1}',
      '(ab)?',
      '[^a]*',
      '\\x61',
      '\\u0062',
      '\\p{L}',
      '😀?',
    );
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'c', '😀'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), text, (pieces, subject) => {
        const source = pieces.join('');
        const eager = new RegExp(source, 'u').test(subject);

        expect(textPattern(source, false, []).isFoundIn(subject)).toBe(eager);
        expect(textPattern(source, true, []).isFoundIn(subject)).toBe(eager);
      }),
    );
  });

  it.each(['\\x72m -rf', '\\u0072m -rf', '\\162m -rf', '\\pLm -rf', '\\p{Ll}m -rf', '\\QRm\\E|rm -rf', 'r😀?m'])(
    'finds what %s means: no part of an escape must stand in the text',
    source => {
      expect(textPattern(source, false, []).isFoundIn('rm -rf /')).toBe(true);
    },
  );

  it('refuses a bad pattern at once, or when it is needed', () => {
    expect(() => textPattern('(?<!a)\\1', false, ['blockedPatterns', 2])).toThrow(
      expect.objectContaining({ path: ['blockedPatterns', 2] }),
    );
    expect(() => textPattern('(', true, []).isFoundIn('x')).toThrow('RE2 syntax');
  });
});
