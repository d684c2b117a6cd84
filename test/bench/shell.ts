import { join } from 'node:path';

import { analyzeShell } from '@licet/effects';
import { checkCommand } from 'cc-safety-net/api';

import { wantedGroups } from '../support/wantedCases.ts';
import { quantile } from './measure.ts';

/**
 * Measures the shell analyser, parsing included, on the golden commands and on long hostile ones:
 * `node --conditions=@licet/source test/bench/shell.ts`. Milliseconds; only ratios within one run mean much.
 */
const read = (name: string): readonly string[] =>
  wantedGroups(join(import.meta.dirname, '..', 'golden', 'effects', `shell_${name}.yaml`)).flatMap(({ cases }) =>
    cases.map(([command]) => command),
  );

const hostile = ['(', '$(', '`', '{', '{a,b}', 'a|', 'a&&', '<', 'sudo ', 'xargs ', '"$(', 'if a; then ', 'x=$x$x;', '\\'].map(
  piece => `echo ${piece.repeat(Math.ceil(10_000 / piece.length))}`.slice(0, 10_000),
);

type Judge = (command: string) => unknown;

const judges: Readonly<Record<string, Judge>> = {
  licet: command => analyzeShell(command, { cwd: '/w', home: '/home/u' }),
  'cc-safety-net': command => checkCommand({ command, cwd: '/w' }),
};

function timesOf(judge: Judge, commands: readonly string[], warm: number): readonly number[] {
  for (let turn = 0; turn < warm; turn++) for (const command of commands) judge(command);
  return commands.map(command => {
    const start = performance.now();
    judge(command);
    return performance.now() - start;
  });
}

const sets = { everyday: read('everyday'), harmful: read('harmful'), 'hostile, 10,000 characters': hostile };

for (const [name, commands] of Object.entries(sets)) {
  for (const [who, judge] of Object.entries(judges)) {
    const times = timesOf(judge, commands, 5);
    const [p50, p95, worst] = [0.5, 0.95, 1].map(part => quantile(times, part).toFixed(3));
    console.log(
      `${who.padEnd(14)} ${name.padEnd(26)} ${String(commands.length).padStart(4)} commands   p50 ${p50}   p95 ${p95}   worst ${worst}`,
    );
  }
}
