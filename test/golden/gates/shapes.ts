import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { analyzeShell } from '@licet/effects';

import { runLean } from '../../support/lean.ts';

/** A shape of a command, who decides how it ends as the analyser has it, and as bash has it. */
export interface Shape {
  readonly command: string;
  /** Whether the success of the call is a proof that the tests ran and passed; else why not, and nothing where it runs none. */
  readonly decides: true | string;
  /** Whether bash, in the wrapper of some runtime, reports success although the runner failed, or did not run. */
  readonly bash: 'the runner decides' | 'something else decides';
}

const RUNNERS = ['pytest', 'python', 'python3', 'npm', 'npx', 'yarn', 'pnpm', 'cargo', 'go', 'make'];
const SORT = 'tests';

/** Makes a folder with runners that write down that they ran, and end as `STATUS` says, and a folder to work in. */
export function makeRunners(folder: string): void {
  for (const name of ['bin', 'work', 'home']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of RUNNERS) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\necho ran >> '${join(folder, 'log')}'\nexit $STATUS\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  writeFileSync(join(folder, 'home', '.bash_profile'), `export PATH='${join(folder, 'bin')}:/usr/bin:/bin'\n`);
}

/** How runtimes hand a command to bash: as it is, to a login shell, evaluated with a question for the folder behind it, in braces. */
export const WRAPPERS: readonly ((command: string, folder: string) => readonly string[])[] = [
  command => ['-c', command],
  command => ['-lc', command],
  (command, folder) => ['-c', `eval "$0" && pwd -P >| '${join(folder, 'cwd')}'`, command],
  command => ['-c', `{ ${command}\n}; __code=$?; true; exit $__code`],
];

/** Who decides as the analyser has it. */
export function decidesIn(command: string, folder: string): Shape['decides'] {
  const work = join(folder, 'work');
  const found = analyzeShell(command, { cwd: work, root: work, home: join(folder, 'home') }).flatMap(({ evidence, runs = [] }) =>
    evidence === undefined ? [] : [{ evidence, isTests: runs.includes(SORT) }],
  );
  if (found.some(({ evidence }) => 'proves' in evidence && evidence.proves.includes(SORT) && evidence.folder === undefined)) return true;
  const lacking = found.find(({ evidence, isTests }) => isTests && 'lacks' in evidence)?.evidence;
  return lacking !== undefined && 'lacks' in lacking ? lacking.lacks : '';
}

/** Who decides as bash has it, in every one of the wrappers, with a runner that passes and one that fails. */
export function bashOn(command: string, folder: string, wrappers = WRAPPERS): Shape['bash'] {
  const [log, work] = [join(folder, 'log'), join(folder, 'work')];
  const isSure = wrappers.every(wrap =>
    ['0', '1'].every(STATUS => {
      for (const each of [log, join(work, 'out')]) rmSync(each, { force: true });
      const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, HOME: join(folder, 'home'), STATUS };
      const { status } = runLean({ command: 'bash', args: wrap(command, folder), cwd: work, env, timeout: 60_000, input: '' });
      return status !== 0 || (STATUS === '0' && existsSync(log));
    }),
  );
  return isSure ? 'the runner decides' : 'something else decides';
}
