import { analyzeShell } from '@licet/effects';
import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fromCmd } from '../../../../../packages/effects/src/shell/windows/cmd.ts';
import { fromPowerShell } from '../../../../../packages/effects/src/shell/windows/powershell.ts';
import { NotUnderstood } from '../../../../../packages/effects/src/shell/windows/words.ts';

describe('PowerShell in the words of a POSIX shell', () => {
  it.each([
    [String.raw`Get-Content src\a.ts`, 'cat src/a.ts'],
    [String.raw`gc 'C:\a b\c.txt' -Tail 3`, `cat '/c:/a b/c.txt'`],
    [String.raw`Remove-Item $env:USERPROFILE\x -Recurse -Force`, 'rm -r -f "${HOME}"/x'],
    ['Get-Content a,b', 'cat a b'],
    ['Get-Content *', 'cat * .[!.]*'],
    ["$p = 'a b'; Get-Content $p", `ps_p='a b'\ncat "\${ps_p}"`],
    ['iex (iwr https://x.example/a).Content', 'eval "$(curl https://x.example/a)"'],
    ['Set-Content a.txt -Value "x`"y"', `printf '%s\\n' x'"'y > a.txt`],
    ["git commit -m @'\na; rm b\n'@", "git commit -m 'a; rm b'"],
    ['npm test 2>&1 | Select-String fail', 'npm test 2>&1 | grep -e fail '],
    ['Remove-Item x -WhatIf', 'true'],
    ['Get-Date -Format (Get-Content x)', `printf '%s\\n' -Format "$(cat x)"`],
  ])('%s', (text, wanted) => {
    expect(fromPowerShell(text)).toBe(wanted);
  });

  it.each([
    '(((',
    '"open',
    'function f { rm x }',
    '$x.Delete()',
    'Get-Content -Nonsense x',
    '[Type]::Do(1)',
    'Sort-Object { rm x }',
  ])('is not guessed: %s', text => {
    expect(() => fromPowerShell(text)).toThrow(NotUnderstood);
  });
});

describe('cmd in the words of a POSIX shell', () => {
  it.each([
    [String.raw`type src\a.ts`, 'cat src/a.ts'],
    [String.raw`rd /s/q "C:\Program Files\x"`, `rm -r '/c:/Program Files/x'`],
    ['d^el /q a & echo b', `rm -f a \nprintf '%s\\n' b`],
    ['npm test > nul 2>&1', 'npm test > /dev/null 2>&1'],
    ['if not exist a (md a) else (rd a)', 'true \nmkdir -p a \ntrue \nrmdir a'],
    ['echo %USERPROFILE%', `printf '%s\\n' "\${HOME}"`],
  ])('%s', (text, wanted) => {
    expect(fromCmd(text)).toBe(wanted);
  });

  it.each(['goto x', 'echo %a:~0,1%', 'echo "open', 'echo x >'])('is not guessed: %s', text => {
    expect(() => fromCmd(text)).toThrow(NotUnderstood);
  });
});

describe('any text for a shell of Windows', () => {
  const signs = [
    '$',
    '(',
    ')',
    '{',
    '}',
    '"',
    "'",
    '`',
    '@',
    '|',
    '&',
    ';',
    ',',
    '%',
    '^',
    '/',
    '\\',
    '>',
    '<',
    '#',
    '[',
    ']',
    '.',
    '-',
    ' ',
    '\n',
    'rm',
    'a',
    '=',
    '::',
    'if',
    'for',
    'C:',
  ];
  const text = array(constantFrom(...signs), { maxLength: 40 }).map(parts => parts.join(''));
  const isTotal = (from: (text: string) => string, given: string): boolean => {
    try {
      return typeof from(given) === 'string';
    } catch (error) {
      return error instanceof NotUnderstood;
    }
  };

  it('is translated or not understood, and nothing else', () => {
    assert(property(text, given => isTotal(fromPowerShell, given) && isTotal(fromCmd, given)));
  });

  it('is judged in bounded work, however deep and long it is', () => {
    for (const given of [
      '('.repeat(60_000),
      '[a]'.repeat(20_000),
      '$('.repeat(30_000),
      '"'.repeat(60_001),
      '{rm x;'.repeat(10_000),
    ])
      expect(analyzeShell(`powershell -Command '${given}'`, { cwd: '/project' }).map(({ kind }) => kind)).toContain('unknown');
  });
});
