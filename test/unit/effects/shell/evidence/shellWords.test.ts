import { describe, expect, it, test } from 'vitest';
import {
  folderFrom,
  isAltering,
  literalWords,
  setOptions,
} from '../../../../../packages/effects/src/shell/evidence/shellWords.ts';
import { parseShell } from '../../../../../packages/effects/src/shell/words/parser.ts';

test.each([
  ['sub', '/w/sub'],
  ['./sub/', '/w/sub'],
  ['/abs', '/abs'],
  ['..', undefined],
  ['a/../b', undefined],
  ['-', undefined],
  ['~', undefined],
  ['$X', undefined],
  ['', undefined],
])('cd %s leads to %s', (name, folder) => {
  expect(folderFrom('/w', name)).toBe(folder);
});

describe('the words that evidence may rest on', () => {
  test.each([
    ['npm test', ['npm', 'test']],
    [`npm 'run' "test"`, ['npm', 'run', 'test']],
    ['npm $X', undefined],
    ['npm "$(x)"', undefined],
    ['npm ~/x', undefined],
    ['A=1', undefined],
  ])('%s', (source, words) => {
    const command = parseShell(source).script?.commands[0]?.command;
    if (command?.type !== 'Command') throw new Error(source);

    expect(literalWords(command)).toEqual(words);
  });
});

describe('a builtin may change what later words mean', () => {
  test.each([
    ['cd', ['cd', 'x'], true],
    ['alias', undefined, true],
    ['exit', ['exit', '0'], true],
    ['echo', ['echo', 'x'], false],
    ['printf', ['printf', 'x'], false],
    ['printf', ['printf', '-v', 'x'], true],
    ['printf', undefined, true],
    ['command', ['command', 'x'], false],
    ['npm', ['npm'], false],
  ] as const)('%s %j: %s', (name, argv, yes) => {
    expect(isAltering(name, argv)).toBe(yes);
  });
});

it('knows `set -euo pipefail` and its like, and takes anything else for a change', () => {
  const after = (args: readonly string[] | undefined) => {
    const shell = { altered: undefined, pipefail: false, folder: '/' };
    setOptions(args, shell);
    return shell;
  };

  expect(after(['-euo', 'pipefail'])).toMatchObject({ altered: undefined, pipefail: true });
  expect(after(['-e'])).toMatchObject({ altered: undefined, pipefail: false });
  for (const args of [['-n'], ['+e'], ['--', 'x'], undefined]) expect(after(args).altered).toContain('set');
});
