import { existsSync, readdirSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import type { Command } from 'commander';

import { allCode } from '../codeCache.ts';
import { requireHuman } from '../human.ts';
import { MANIFEST_FILE } from '../init/manifest.ts';
import { loadRuntimes, readTargets } from '../init/targets.ts';
import { planUninstall } from '../init/unplan.ts';
import type { Undoing } from '../init/unplan.ts';
import { removePin } from '../pins/pin.ts';
import { policyIn, userPolicyFile } from '../policy/findPolicy.ts';
import { POLICY_FILES } from '../policy/policyFiles.ts';
import { livingResidents, stopResidents } from '../resident/residents.ts';
import type { Run } from '../run.ts';
import { hasGone, isThere, stopServer } from '../serve/askServer.ts';
import { runFolder } from '../serve/runFolder.ts';
import { jsonText } from '../text/terminal.ts';
import type { Terminal } from '../text/terminal.ts';

interface Options {
  readonly user?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/**
 * Takes the hook out of the settings and leaves the rest of them as it is, ends the processes that answer hooks and the server of the policy, and removes
 * what was made of the policy and what was compiled of the program: both are there again after the next call of another project. The policy and the
 * audit trail stay.
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
  const served = user || dryRun ? false : await withoutServer(root);
  const isLast = !dryRun && undoings.length > 0 && !existsSync(join(root, MANIFEST_FILE));
  const unpinned = isLast && isPerson() && removePin(policyIn(root) ?? join(root, POLICY_FILES[0]));
  const ended = (dryRun ? await livingResidents() : await stopResidents()).map(({ pid, program }) => ({ pid, program }));
  const code = allCode(homedir());
  const removed = existsSync(code) ? [code] : [];
  // A process that ends may still be writing there.
  if (!dryRun) rmSync(code, { recursive: true, force: true, maxRetries: 5 });
  const kept = user ? [] : filesOfProject(root);
  if (json) print(jsonText({ dryRun, undoings, ended, removed, kept }));
  else if (undoings.length === 0) print('no hook of licet is installed here');
  else for (const { file, action } of undoings) print(`${dryRun ? `would ${action}` : action}  ${relative(root, file)}`);
  if (json) return 0;
  if (served) print('ended  the server of the policy');
  if (unpinned) print('removed  the pin of the accepted policy');
  for (const { pid } of ended) print(`${dryRun ? 'would end' : 'ended'}  process ${pid}, which answered hooks`);
  for (const folder of removed) print(`${dryRun ? 'would remove' : 'removed'}  ${folder}, where compiled code is kept`);
  if (undoings.length === 0) return 0;
  if (kept.length > 0) print(`kept  ${kept.join(', ')}: delete what you do not want to keep`);
  const shared = join(homedir(), '.licet');
  if (existsSync(shared)) print(`kept  ${shared}, which the other projects of this user rely on: delete it after the last one`);
  return 0;
}

/** Only a person takes back that a policy was accepted. */
function isPerson(): boolean {
  try {
    requireHuman({ command: 'licet uninstall' });
    return true;
  } catch {
    return false;
  }
}

/** What still lies in a project: the policy with its tests, and what is left in the folder of the state. SQLite's own files go with the state. */
function filesOfProject(root: string): readonly string[] {
  const folder = join(root, '.licet');
  const own = existsSync(folder) ? readdirSync(folder).filter(name => !/-(?:wal|shm)$/u.test(name)) : [];
  return [...POLICY_FILES, 'governance.test.yaml']
    .filter(name => existsSync(join(root, name)))
    .concat(own.map(name => join('.licet', name)));
}

/** Ends the server of the policy of a project, and removes what it has left word in. Returns whether one ran. */
async function withoutServer(root: string): Promise<boolean> {
  const file = policyIn(root);
  if (file === undefined || !existsSync(join(homedir(), '.licet', 'run'))) return false;
  const folder = runFolder(file);
  const server = folder.read();
  const hasEnded = server !== undefined && (await stopServer(server)) && (await hasGone(folder));
  if (server === undefined || hasEnded || !(await isThere(server))) rmSync(folder.path, { recursive: true, force: true });
  return hasEnded;
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
