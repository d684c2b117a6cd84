import { describe, expect, it, test } from 'vitest';

import {
  NotUnderstood,
  bare,
  environment,
  isBareWord,
  isRemote,
  isShell,
  quoted,
  render,
  renderPath,
  renderProgram,
  textOf,
} from '../../../../../packages/effects/src/shell/windows/words.ts';

const inQuotes = (text: string) => ({ pieces: [{ text, isBare: false }] });

describe('a word of Windows for a POSIX shell', () => {
  test.each([
    [bare(String.raw`src\a.ts`), 'either', 'src/a.ts'],
    [bare(String.raw`C:\Users\a`), 'either', '/c:/Users/a'],
    [bare(String.raw`src\*.ts`), 'path', 'src/*.ts'],
    [inQuotes(String.raw`a b\c`), 'path', "'a b/c'"],
    [inQuotes("it's"), 'text', String.raw`'it'\''s'`],
    [bare('~/a b'), 'path', "~'/a b'"],
    [{ pieces: [] }, 'text', "''"],
    [{ pieces: [environment('TEMP')] }, 'text', '/tmp'],
    [{ pieces: [environment('APPDATA'), { text: String.raw`\x`, isBare: true }] }, 'either', '"${HOME}/AppData/Roaming"/x'],
  ] as const)('%j as %s is %s', (word, reading, text) => {
    expect(render(word, reading)).toBe(text);
  });

  it('also matches names with a leading dot, which a POSIX shell skips', () => {
    expect(renderPath(bare(String.raw`a\*`))).toEqual(['a/*', 'a/.[!.]*']);
    expect(renderPath(bare(String.raw`a\b`))).toEqual(['a/b']);
  });

  it('is not understood when it is a block of a script', () => {
    expect(() => render({ pieces: [], block: 'x' }, 'text')).toThrow(NotUnderstood);
    expect(textOf({ pieces: [], block: 'x' })).toBeUndefined();
  });

  it('cannot break out of its quotes', () => {
    expect(quoted('a; rm -rf /')).toBe("'a; rm -rf /'");
    expect(quoted('')).toBe("''");
  });
});

describe('the word that starts a program', () => {
  test.each([
    ['git', 'git'],
    ['git.exe', 'git.exe'],
    ['build.bat', './build.bat'],
    ['format', 'format.com'],
    [String.raw`C:\x\y.exe`, '/c:/x/y.exe'],
  ])('%s is %s', (name, program) => {
    expect(renderProgram(bare(name))).toBe(program);
  });

  it('is not understood when it lies on another machine', () => {
    expect(() => renderProgram(bare(String.raw`\\server\x.exe`))).toThrow(NotUnderstood);
    expect(isRemote('//server/x')).toBe(true);
  });

  it('may be a shell, in any spelling', () => {
    expect(['cmd', 'PowerShell.exe', String.raw`C:\x\pwsh`, 'cmdx'].map(name => isShell(bare(name)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

it('is bare only where nothing stood in quotes', () => {
  expect([isBareWord(bare('-x')), isBareWord(inQuotes('-x')), isBareWord({ pieces: [environment('X')] })]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['UserProfile', '${HOME}'],
  ['TEMP', '/tmp'],
  ['ProgramFiles(x86)', '${PROGRAMFILES_X86_}'],
  ['token', '${TOKEN}'],
])('%%%s%% is %s', (name, expansion) => {
  expect(environment(name)).toEqual({ expansion });
});
