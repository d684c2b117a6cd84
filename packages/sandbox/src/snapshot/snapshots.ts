import { join } from 'node:path';

import { MADE_AGAIN } from '../linux/walkProject.ts';
import { openComparison } from './compareFiles.ts';
import type { FilesNow, Unchanged } from './compareFiles.ts';
import { COMPARE, openStore } from './gitStore.ts';
import { REFS, openSnapshotList } from './snapshotList.ts';
import type { Snapshot } from './snapshotList.ts';

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

/**
 * Opens the snapshots of a project, which are kept in a separate git repository in `folder`: the project needs no git, and its `.git` takes no part.
 * A snapshot stores only what has changed since the last one.
 */
export function openSnapshots(project: string, folder: string): Snapshots {
  const store = openStore(join(folder, 'files.git'), project);
  const comparison = openComparison(store, join(folder, 'current'));
  const snapshots = openSnapshotList(store, join(folder, 'taken'));
  return {
    list: snapshots.all,
    compare: comparison.begin,
    async take(reason, now, unchanged) {
      const same = await unchanged?.treeOf(now);
      if (same !== undefined) return snapshots.add(same, reason);
      store.make();
      const tree = comparison.renew(now, () => {
        const left = [...MADE_AGAIN].map(name => `:(exclude,glob)**/${name}/**`);
        const paths = [':/', ...left, ...now.except.map(path => `:(exclude,literal)${path}`)];
        store.git(['add', '--all', '--force', '--pathspec-from-file=-', '--pathspec-file-nul'], paths.join('\0'));
        return store.git(['write-tree']).trim();
      });
      return snapshots.add(tree, reason);
    },
    restore(id) {
      comparison.forget();
      store.git(['read-tree', `${REFS}/${id}`]);
      const changed = pathsOf(store.git([...COMPARE, '--name-only', '-z']));
      const newer = pathsOf(store.git(['ls-files', '--others', '-z', ...[...MADE_AGAIN].map(name => `--exclude=${name}/`)]));
      store.git(['checkout-index', '--force', '-z', '--stdin'], changed.join('\0'));
      return { restored: changed, newer };
    },
  };
}

const pathsOf = (output: string): readonly string[] => output.split('\0').filter(path => path !== '');
