import { spawnSync } from 'node:child_process';

import { completion } from 'licet/source/commands/completion.ts';
import { COMMANDS } from 'licet/source/table/index.ts';
import { describe, expect, it, test } from 'vitest';

const silent = { print: () => undefined, complain: () => undefined, hasColor: false };

function scriptFor(shell: 'bash' | 'zsh' | 'fish'): string {
  let text = '';
  completion(shell, COMMANDS, { ...silent, print: line => void (text += line) });
  return text;
}

function completed(...words: readonly string[]): readonly string[] {
  const script = `${scriptFor('bash')}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _licet; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, status } = spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout.split('\n').filter(line => line !== '');
}

describe('licet completion', () => {
  test.each([
    [['licet', 'concep'], ['concepts']],
    [['licet', 'audit', 'ver'], ['verify']],
    [['licet', 'audit', 'tail', '--foll'], ['--follow']],
    [['licet', 'init', '--prof'], ['--profile']],
    [['licet', 'validate', 'x.yaml', '--js'], ['--json']],
    [['licet', 'nope', 'zzz'], []],
    [
      ['licet', 'init', '--profile', 's'],
      ['standard', 'safe-agent', 'strict'],
    ],
    [['licet', 'graph', '--format', 'p'], ['png']],
    [
      ['licet', 'audit', 'query', '--ruling', ''],
      ['pass', 'warn', 'ask', 'block'],
    ],
    [['licet', 'completion', 'f'], ['fish']],
    [['licet', 'check', '--policy', ''], []],
    [['licet', 'check', '--policy', 'x.yaml', '--js'], ['--json']],
  ])('completes %j in bash', (words, wanted) => {
    expect(completed(...words)).toEqual(wanted);
  });

  it('knows every command in every shell', () => {
    for (const shell of ['bash', 'zsh', 'fish'] as const)
      for (const name of ['init', 'import', 'completion', 'audit']) expect(scriptFor(shell)).toMatch(new RegExp(`\\b${name}\\b`));
    expect(scriptFor('fish')).toContain(
      "complete -c licet -n '__fish_seen_subcommand_from audit; and not __fish_seen_subcommand_from",
    );
  });

  it('offers the values of options in zsh and fish too', () => {
    expect(scriptFor('zsh')).toMatch(/"init --profile"(?:\|"[^"]+")*\) words_="standard safe-agent/u);
    expect(scriptFor('fish')).toContain("-l profile -x -a 'standard safe-agent");
    expect(scriptFor('fish')).toContain("-f -a 'bash zsh fish'");
    expect(scriptFor('fish')).toMatch(/from check' -l policy -r /u);
  });
});
