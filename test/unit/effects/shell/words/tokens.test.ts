import { describe, expect, it, test } from 'vitest';

import { parseShell } from '../../../../../packages/effects/src/shell/words/parser.ts';
import { tokenize } from '../../../../../packages/effects/src/shell/words/tokens.ts';

/** The tokens of the first argument: quoted text in `'`, unquoted text as it is, what is expanded in `<`. */
function tokensOf(source: string): readonly string[] {
  const parsed = parseShell(`echo ${source}`);
  const command = parsed.script?.commands[0]?.command;
  if (command?.type !== 'Command' || command.args[0]?.type !== 'Word') throw new Error(`no word: ${source}`);
  return tokenize(command.args[0]).map(token => {
    if (token.type === 'expansion') return token.quoted ? `"<${token.part.text}>"` : `<${token.part.text}>`;
    return token.quoted ? `'${token.text}'` : token.text;
  });
}

describe('tokens of a word', () => {
  test.each([
    ['abc', ['abc']],
    ["a'b'c", ['a', "'b'", 'c']],
    [String.raw`a\*b`, ['a', "'*'", 'b']],
    ['{a,b}', ['{', 'a', ',', 'b', '}']],
    ["{a,'}'}", ['{', 'a', ',', "'}'", '}']],
    ['"a$b"', ["'a'", '"<$b>"']],
    ['a$b', ['a', '<$b>']],
    ['[a"b"]', ['[', 'a', "'b'", ']']],
    ["$'a\\x41'", ["'aA'"]],
    ['~/x', ['~/x']],
  ])('%s', (source, tokens) => {
    expect(tokensOf(source)).toEqual(tokens);
  });

  it('of empty quotes are one empty text: the word is there', () => {
    expect(tokensOf('""')).toEqual(["''"]);
  });

  it('do not break at an escaped end of line', () => {
    expect(tokensOf('a\\\nb')).toEqual(['a', 'b']);
  });

  test.each(['$~name', '$=name', '$^name'])('%s is an expansion of zsh', source => {
    expect(tokensOf(source)).toHaveLength(1);
    expect(tokensOf(source)[0]).toMatch(/^</);
  });
});
