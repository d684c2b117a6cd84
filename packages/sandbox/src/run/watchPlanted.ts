import { lstatSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { join } from 'node:path';

import type { ClosedPaths } from '../plan/closedPaths.ts';
import { MADE_AGAIN, walkProject } from '../linux/walkProject.ts';
import type { Mask } from '../linux/walkMemory.ts';

/** The most folders that are watched. What is planted in one that is not is found when the run ends. */
const MOST_FOLDERS = 8_000;

/** So many folders are added before it is looked whether the run has ended: a thousand take as long as a short run. */
const AT_ONCE = 64;

/**
 * Watches folders for new files that a rule closes: a secret that was made after the mounts, or a file that governs the agent. Returns what ends the
 * watch.
 *
 * @param known - The paths that were closed when the run began.
 * @param onPlanted - Hears of each new path.
 */
export function watchPlanted(
  folders: readonly string[],
  closed: ClosedPaths,
  known: ReadonlySet<string>,
  onPlanted: (mask: Mask) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>();
  const add = (folder: string): void => {
    if (watchers.has(folder) || watchers.size >= MOST_FOLDERS || /\/\.git(?:\/|$)/u.test(folder)) return;
    try {
      const watcher = watch(folder, (_event, name) => name !== null && look(join(folder, name)));
      watchers.set(
        folder,
        watcher.on('error', () => watcher.close()),
      );
    } catch {
      // It is gone again, or the system watches no more folders: the end of the run looks everywhere.
    }
  };
  const look = (path: string): void => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || known.has(path)) return;
    const by = closed(path);
    if (by !== undefined) return onPlanted({ path, as: 'readOnly', isFolder: stats.isDirectory(), by });
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!stats.isDirectory() || watchers.has(path) || MADE_AGAIN.has(name)) return;
    add(path);
    for (const mask of walkQuietly(path, closed, add)) if (!known.has(mask.path)) onPlanted(mask);
  };
  let pending: NodeJS.Immediate | undefined;
  const addFrom = (start: number): void => {
    folders.slice(start, start + AT_ONCE).forEach(add);
    pending = start + AT_ONCE < folders.length ? setImmediate(addFrom, start + AT_ONCE) : undefined;
  };
  addFrom(0);
  return () => {
    clearImmediate(pending);
    watchers.forEach(watcher => watcher.close());
  };
}

/** A new folder may hold files by the time that it is watched. */
function walkQuietly(folder: string, closed: ClosedPaths, onFolder: (path: string) => void): readonly Mask[] {
  try {
    const { masks, folders } = walkProject([folder], closed);
    folders.forEach(onFolder);
    return masks;
  } catch {
    return [];
  }
}
