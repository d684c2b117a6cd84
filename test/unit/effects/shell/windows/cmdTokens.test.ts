import { describe, expect, it, test } from 'vitest';

import { tokensOf } from '../../../../../packages/effects/src/shell/windows/cmd.ts';
import { NotUnderstood } from '../../../../../packages/effects/src/shell/windows/words.ts';

/** Words with quoted text in `'`, expansions in `<`; signs in brackets. */
const read = (line: string): string =>
  tokensOf(line)
    .map(token => {
      if ('sign' in token) return `(${token.sign})`;
      return token.pieces
        .map(piece => ('expansion' in piece ? `<${piece.expansion}>` : piece.isBare ? piece.text : `'${piece.text}'`))
        .join('');
    })
    .join(' ');

describe('a line of cmd', () => {
  test.each([
    ['del a b', 'del a b'],
    ['del "a b"', "del 'a b'"],
    ['del a"b c"d', "del a'b c'd"],
    ['echo ""', "echo ''"],
    ['a&b&&c||d|e', 'a (&) b (&&) c (||) d (|) e'],
    ['a>b 2>&1', 'a (>) b (2>&1)'],
    ['a ^& b', "a '&' b"],
    ['echo "a&b"', "echo 'a&b'"],
    ['del a,b;c', 'del a b c'],
    ['del %TEMP%', 'del </tmp>'],
    ['del %1', 'del <${cmd_1}>'],
    ['del %%i', 'del <${cmd_i}>'],
    ['', ''],
  ])('%s', (line, words) => {
    expect(read(line)).toBe(words);
  });

  it.each(['del %X:~0,2%', 'del !X!', 'del "a'])('%s is not understood: no guess is made of what it does', line => {
    expect(() => tokensOf(line)).toThrow(NotUnderstood);
  });
});
