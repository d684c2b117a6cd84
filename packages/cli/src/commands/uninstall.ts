import { existsSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { EXIT, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

import { allCode } from '../codeCache.ts';
import { confirmed, requireHuman } from '../human.ts';
import { MANIFEST_FILE } from '../init/manifest.ts';
import { loadRuntimes, readTargets } from '../init/targets.ts';
import { planUninstall } from '../init/plan.ts';
import { removePin } from '../pins/pin.ts';
import { policyIn, userPolicyFile } from '../policy/findPolicy.ts';
import { POLICY_FILES } from '../policy/policyFiles.ts';
import type { Undoing } from '../init/checks.ts';
import { livingResidents, stopResidents } from '@licet/server/resident';
import { hasGone, isThere, stopServer, runFolder } from '@licet/server/running';

interface Options {
  readonly user?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly purge?: boolean;
}

/**
 * Takes the hook out of the settings and leaves the rest of them as it is, ends the processes that answer hooks and the server of the policy, and removes
 * what was made of the policy and what was compiled of the program: both are there again after the next call of another project. The policy and the
 * audit trail stay, unless a person at a terminal says `purge` and confirms it.
 */
export async function uninstall(words: readonly string[], options: Options, terminal: Terminal): Promise<number> {
  const { user = false, dryRun = false, json = false, purge: purges = false } = options;
  const { root: project, named } = readTargets(words);
  const root = user ? dirname(userPolicyFile()) : project;
  if (purges && named !== undefined)
    throw new UsageError('`--purge` deletes the policy of all runtimes: name none with it, or leave `--purge` out');
  const purged = purges ? planPurge(root) : [];
  if (purged.length > 0 && !dryRun && !(await agreesTo(purged, terminal))) return EXIT.ask;
  const undoings = planUninstall(
    { root, home: homedir(), forUser: user, checks: named === undefined && !user },
    await loadRuntimes(named),
    await loadRuntimes(),
  );
  if (!dryRun) for (const undoing of undoings) undo(undoing, root);
  const served = user || dryRun ? false : await withoutServer(root);
  const isLast = !dryRun && undoings.length > 0 && !existsSync(join(root, MANIFEST_FILE));
  const unpinned = (isLast || (purges && !dryRun)) && removePinOf(root);
  const ended = (dryRun ? await livingResidents() : await stopResidents()).map(({ pid, program }) => ({ pid, program }));
  const code = allCode(homedir());
  const removed = existsSync(code) ? [code] : [];
  // A process that ends may still be writing there.
  if (!dryRun) rmSync(code, { recursive: true, force: true, maxRetries: 5 });
  if (!dryRun) purge(purged);
  const done: Done = {
    root,
    user,
    dryRun,
    undoings,
    served,
    unpinned,
    ended,
    removed,
    purged,
    kept: keptFiles(root, undoings, purged),
  };
  if (json) terminal.print(jsonText({ dryRun, undoings, ended, removed, purged, kept: done.kept }));
  else tell(done, terminal);
  return 0;
}

/** What has been taken away, or would be. */
interface Done {
  readonly root: string;
  readonly user: boolean;
  readonly dryRun: boolean;
  readonly undoings: readonly Undoing[];
  readonly served: boolean;
  readonly unpinned: boolean;
  readonly ended: readonly { readonly pid: number }[];
  readonly removed: readonly string[];
  readonly purged: readonly string[];
  readonly kept: readonly string[];
}

function tell({ root, user, dryRun, undoings, served, unpinned, ended, removed, purged, kept }: Done, { print }: Terminal): void {
  if (undoings.length === 0) print('no hook of licet is installed here');
  for (const { file, action } of undoings) print(`${dryRun ? `would ${action}` : action}  ${relative(root, file)}`);
  for (const each of purged) print(`${dryRun ? 'would delete' : 'delete'}  ${user ? each : relative(root, each)}`);
  if (served) print('ended  the server of the policy');
  if (unpinned) print('removed  the pin of the accepted policy');
  for (const { pid } of ended) print(`${dryRun ? 'would end' : 'ended'}  process ${pid}, which answered hooks`);
  for (const folder of removed) print(`${dryRun ? 'would remove' : 'removed'}  ${folder}, where compiled code is kept`);
  const inForce = user && !purged.some(each => each === policyIn(root)) ? policyIn(root) : undefined;
  if (inForce !== undefined)
    print(
      `still in force  ${inForce}: it judges every project of this user in which a hook of licet runs; \`licet uninstall --user --purge\` deletes it`,
    );
  if (undoings.length === 0) return;
  if (kept.length > 0) print(`kept  ${user ? `in ${root}: ` : ''}${kept.join(', ')}: \`--purge\` deletes them too`);
  const shared = join(homedir(), '.licet');
  if (!user && existsSync(shared))
    print(`kept  ${shared}, which the other projects of this user rely on: delete it after the last one`);
}

/** Asks a person at a terminal whether to delete what cannot be had back. */
async function agreesTo(purged: readonly string[], { complain }: Terminal): Promise<boolean> {
  requireHuman({ command: 'licet uninstall --purge' });
  if (await confirmed(`delete ${purged.join(', ')}, with the audit trail?`)) return true;
  complain('licet: nothing was changed');
  return false;
}

/**
 * What stays in the folder of a policy: the policy with its tests, and what is left in the folder of the state. SQLite's own files go with the
 * state.
 */
function keptFiles(root: string, undoings: readonly Undoing[], purged: readonly string[]): readonly string[] {
  const folder = join(root, '.licet');
  const own = existsSync(folder) ? readdirSync(folder).filter(name => !/-(?:wal|shm)$/u.test(name)) : [];
  const gone = new Set([...undoings.flatMap(({ file, action }) => (action === 'delete' ? [file] : [])), ...purged]);
  return KEPT_FILES.filter(name => existsSync(join(root, name)))
    .concat(gone.has(folder) ? [] : own.map(name => join('.licet', name)))
    .filter(name => !gone.has(join(root, name)));
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

/** The files of a policy beside its state: every name that it may have, and its tests. */
const KEPT_FILES: readonly string[] = [...POLICY_FILES, 'governance.test.yaml'];

/** What `licet uninstall --purge` deletes of the folder of a policy: the policy, its tests, the state with the audit trail. Absolute. */
function planPurge(root: string): readonly string[] {
  return [...KEPT_FILES, '.licet'].map(name => join(root, name)).filter(existsSync);
}

/** Deletes what {@link planPurge} has named. */
export function purge(planned: readonly string[]): void {
  // A process that ends may still be writing its state.
  for (const each of planned) rmSync(each, { recursive: true, force: true, maxRetries: 5 });
}

/** Removes the pin of the policy of a folder, as only a person may. Returns whether there was one. */
function removePinOf(root: string): boolean {
  try {
    requireHuman({ command: 'licet uninstall' });
  } catch {
    return false;
  }
  return removePin(policyIn(root) ?? join(root, POLICY_FILES[0]));
}
