import { rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, relative } from 'node:path';

import type { Command } from 'commander';

import { loadRuntimes, readTargets } from '../init/targets.ts';
import { planUninstall } from '../init/unplan.ts';
import type { Undoing } from '../init/unplan.ts';
import { userPolicyFile } from '../policy/findPolicy.ts';
import { livingResidents, stopResidents } from '../resident/residents.ts';
import type { Run } from '../run.ts';
import { jsonText } from '../text/json.ts';
import type { Terminal } from '../text/terminal.ts';

interface Options {
  readonly user?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/**
 * Takes the hook out of the settings and leaves the rest of them as it is, and ends the processes that answer hooks: those of other projects start
 * again with their next call. The policy and the audit trail stay.
 */
export async function uninstall(
  words: readonly string[],
  { user = false, dryRun = false, json = false }: Options,
  { print }: Terminal,
): Promise<number> {
  const { root: project, named } = readTargets(words);
  const root = user ? dirname(userPolicyFile()) : project;
  const undoings = planUninstall(
    { root, home: homedir(), forUser: user, checks: named === undefined && !user },
    await loadRuntimes(named),
    await loadRuntimes(),
  );
  if (!dryRun) for (const undoing of undoings) undo(undoing, root);
  const ended = (dryRun ? await livingResidents() : await stopResidents()).map(({ pid, program }) => ({ pid, program }));
  if (json) print(jsonText({ dryRun, undoings, ended }));
  else if (undoings.length === 0) print('no hook of licet is installed here');
  else for (const { file, action } of undoings) print(`${dryRun ? `would ${action}` : action}  ${relative(root, file)}`);
  if (!json) for (const { pid } of ended) print(`${dryRun ? 'would end' : 'ended'}  process ${pid}, which answered hooks`);
  return 0;
}

function undo({ file, text }: Undoing, root: string): void {
  if (text !== undefined) return writeFileSync(file, text);
  rmSync(file);
  removeEmpty(dirname(file), root);
}

/** Removes the folders around a file that `init` has made, as far as nothing else lies in them. */
function removeEmpty(folder: string, root: string): void {
  if (!folder.startsWith(root) || folder === root) return;
  try {
    rmdirSync(folder);
    removeEmpty(dirname(folder), root);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  }
}

/** Adds the command. */
export function addUninstall(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('uninstall')
    .description('take the hook out of the settings again')
    .argument('[what...]', "runtimes, all of them by default, and the project's folder")
    .option('--user', 'out of the settings for all projects of this user')
    .option('--dry-run', 'only show what would change')
    .option('--json', 'print JSON')
    .action((words: readonly string[], options: Options) => run(() => uninstall(words, options, terminal)));
}
