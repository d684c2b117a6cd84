import type { Effect } from '@licet/core';
import { analyzeShell } from '@licet/effects';
import { describe, expect, it } from 'vitest';
import { isLeftOut, partly } from '../../../support/longRuns.ts';
import { effectText, place } from './effectText.ts';
import { commandList } from '../../../support/commandList.ts';

const bases = commandList('simple');

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const [, firstWord] = [/^/, /^\S+/];

/** Ways to say the same thing. Each keeps every effect of the command it gets. */
const contexts: Readonly<Record<string, (command: string) => string>> = {
  'alone, with spaces and a comment': command => `  ${command}   # done`,
  'in a list': command => `true; ${command}; true`,
  'after &&': command => `true && ${command}`,
  'at the end of a pipe': command => `true | ${command}`,
  'in a subshell': command => `(${command})`,
  'in a group': command => `{ ${command}; }`,
  'in a function': command => `run_it() { ${command}; }; run_it`,
  'in sh -c': command => `sh -c ${quote(command)}`,
  'in eval': command => `eval ${quote(command)}`,
  'on the input of a shell': command => `printf '%s' ${quote(command)} | bash`,
  'behind env': command => `env ${command}`,
  'behind nohup': command => `nohup ${command}`,
  'behind timeout': command => `timeout 5 ${command}`,
  'behind nice': command => `nice -n 5 ${command}`,
  'behind command': command => `command ${command}`,
  'behind xargs': command => `true | xargs -0 ${command}`,
  'path-qualified': command => `/usr/bin/${command}`,
  'quoted program': command => command.replace(firstWord ?? '', word => `"${word}"`),
  'program split by quotes': command => command.replace(firstWord ?? '', word => `${word.slice(0, 1)}''${word.slice(1)}`),
  'program held in a variable': command => command.replace(firstWord ?? '', word => `p=${word}; $p`),
  'program printed by a substitution': command => command.replace(firstWord ?? '', word => `$(echo ${word})`),
  'in a substitution': command => `: "$(${command})"`,
  'in a subscript': command => `test -v ${quote(`a[$(${command})]`)}`,
  'in a subscript that printf sets': command => `printf -v ${quote(`a[$(${command})]`)} x`,
  'in a number': command => `x=${quote(`a[$(${command})]`)}; [[ x -eq 1 ]]`,
  'in an offset': command => `x=${quote(`a[$(${command})]`)}; y=a; : "\${y:x}"`,
  'in a declared number': command => `declare -i x=${quote(`a[$(${command})]`)}`,
  'in a prompt': command => `x=${quote(`$(${command})`)}; : "\${x@P}"`,
  'in words to complete': command => `compgen -W ${quote(`$(${command})`)}`,
  'in a command that completes': command => `compgen -C ${quote(command)}`,
  'in an exported function': command => `run_it() { ${command}; }; export -f run_it; bash -c run_it`,
  'in a function of the environment': command => `env ${quote(`BASH_FUNC_run_it%%=() { ${command}; }`)} bash -c run_it`,
  'in a loop that runs once': command => `for i in 1; do ${command}; done`,
};

/** What stays the same: how we got there, and the wrappers and printers themselves, do not count. */
function essence(effects: readonly Effect[], program: string): readonly string[] {
  const relevant = effects.filter(effect => effect.kind !== 'execute' || effect.program === program);
  return [...new Set(relevant.map(effectText))].sort();
}

/** Each command as it is, which every context is compared with. */
const plains = bases
  .filter((_, index) => !isLeftOut(index, 2))
  .map(command => {
    const program = command.slice(0, command.search(/\s|$/));
    return { command, program, plain: essence(analyzeShell(command, place), program) };
  });

/** xargs without input adds a word that is not known, and code in a subscript is said to be hidden; the command's own effects must be there. */
const mayAdd = new Set([
  'behind xargs',
  'in a subscript',
  'in a subscript that printf sets',
  'in a number',
  'in an offset',
  'in a declared number',
  'in a function of the environment',
]);

describe(`analyzeShell, however a command is dressed${partly('one command in two')}`, () => {
  it('has at least 300 commands and 12 contexts to compare', () => {
    expect(bases.length).toBeGreaterThanOrEqual(300);
    expect(Object.keys(contexts).length).toBeGreaterThanOrEqual(12);
  });

  it.each(Object.entries(contexts))('finds the same effects %s', (name, dress) => {
    const differences = plains.flatMap(({ command, program, plain }) => {
      const dressed = essence(analyzeShell(dress(command), place), program);
      const missing = plain.filter(text => !dressed.includes(text));
      const added = mayAdd.has(name) ? [] : dressed.filter(text => !plain.includes(text));
      return missing.length + added.length === 0 ? [] : [{ command: dress(command), missing, added }];
    });

    expect(differences).toEqual([]);
  });
});
