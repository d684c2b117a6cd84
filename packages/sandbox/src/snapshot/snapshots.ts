import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isRecord } from '@licet/core/nodes';

import { MADE_AGAIN } from '../linux/walkProject.ts';
import { SandboxError } from '../sandboxError.ts';
import { openComparison } from './compareFiles.ts';
import type { FilesNow, Unchanged } from './compareFiles.ts';
import { openStore } from './gitStore.ts';

/** The files of a project as they were at a time. */
export interface Snapshot {
  /** A number that grows. */
  readonly id: number;
  /** When it was taken, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** What for: the command that ran afterwards. */
  readonly reason: string;
}

/** What bringing a snapshot back changed, as paths from the project. */
export interface Restored {
  readonly restored: readonly string[];
  /** Files that are not in the snapshot. They stay. */
  readonly newer: readonly string[];
}

/** Keeps the files of a project outside of it, and brings them back. */
export interface Snapshots {
  /** Begins to compare the files with the newest snapshot, beside what this process does. */
  compare(): Unchanged;
  /**
   * Takes a snapshot of all files but those of `except` (paths from the project) and what tools make again. Where a comparison tells that no file has
   * changed, it is the same as the one before, which takes no git process.
   *
   * @param unchanged - A comparison that began when the command was certain to run. @defaultValue none
   */
  take(reason: string, now: FilesNow, unchanged?: Unchanged): Promise<Snapshot>;
  /** All that are kept, the newest first. */
  list(): readonly Snapshot[];
  /** Writes the files of a snapshot into the project. Files that came later stay. */
  restore(id: number): Restored;
}

/** The most snapshots of one project. */
const MOST_KEPT = 20;
const REFS = 'refs/licet/snapshots';

/**
 * Opens the snapshots of a project, which are kept in a git repository of their own in `folder`: the project needs no git, and its `.git` takes no part.
 * A snapshot stores only what has changed since the last one.
 */
export function openSnapshots(project: string, folder: string): Snapshots {
  const store = openStore(join(folder, 'files.git'), project);
  const comparison = openComparison(store, join(folder, 'current'));
  const taken = join(folder, 'taken');
  const refs = join(store.path, REFS);
  const list = (): readonly Snapshot[] =>
    numbersIn(taken)
      .flatMap(id => readSnapshot(join(taken, String(id)), id))
      .toSorted((a, b) => b.id - a.id);
  /** The tree is kept from being removed before anything says that it is there. */
  const add = (tree: string, reason: string): Snapshot => {
    for (const each of [taken, refs]) mkdirSync(each, { recursive: true, mode: 0o700 });
    const kept = { takenAt: Date.now(), reason: reason.replaceAll(/\s+/gu, ' ').slice(0, 200) };
    const id = firstFree(refs, Math.max(0, ...numbersIn(refs)) + 1, `${tree}\n`);
    writeFileSync(join(taken, String(id)), JSON.stringify(kept), { mode: 0o600 });
    for (const old of numbersIn(refs))
      if (old <= id - MOST_KEPT) for (const each of [taken, refs]) rmSync(join(each, String(old)), { force: true });
    if (id % MOST_KEPT === 0) store.git(['prune', '--expire=1.hour.ago']);
    return { id, ...kept };
  };
  return {
    list,
    compare: () => comparison.begin(),
    async take(reason, now, unchanged) {
      const same = await unchanged?.treeOf(now);
      if (same !== undefined) return add(same, reason);
      store.make();
      const tree = comparison.renew(now, () => {
        const left = [...MADE_AGAIN].map(name => `:(exclude,glob)**/${name}/**`);
        const paths = [':/', ...left, ...now.except.map(path => `:(exclude,literal)${path}`)];
        store.git(['add', '--all', '--force', '--pathspec-from-file=-', '--pathspec-file-nul'], paths.join('\0'));
        return store.git(['write-tree']).trim();
      });
      return add(tree, reason);
    },
    restore(id) {
      comparison.forget();
      store.git(['read-tree', `${REFS}/${id}`]);
      const changed = pathsOf(store.git(['diff-files', '--name-only', '-z']));
      const newer = pathsOf(store.git(['ls-files', '--others', '-z', ...[...MADE_AGAIN].map(name => `--exclude=${name}/`)]));
      store.git(['checkout-index', '--force', '-z', '--stdin'], changed.join('\0'));
      return { restored: changed, newer };
    },
  };
}

const pathsOf = (output: string): readonly string[] => output.split('\0').filter(path => path !== '');

const numbersIn = (folder: string): readonly number[] =>
  existsSync(folder) ? readdirSync(folder).map(Number).filter(Number.isInteger) : [];

/** Makes the file of the first number that is free: two runs may end up here at the same time. */
function firstFree(folder: string, from: number, text: string): number {
  for (let id = from; ; id++) {
    try {
      writeFileSync(join(folder, String(id)), text, { mode: 0o600, flag: 'wx' });
      return id;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST')
        throw new SandboxError('the files of the project cannot be kept: no snapshot can be written', { cause });
    }
  }
}

/** One that another run removes meanwhile, or that was never written whole, is none. */
function readSnapshot(file: string, id: number): readonly Snapshot[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecord(kept)) return [];
    const { takenAt, reason } = kept;
    return typeof takenAt === 'number' && typeof reason === 'string' ? [{ id, takenAt, reason }] : [];
  } catch {
    return [];
  }
}
