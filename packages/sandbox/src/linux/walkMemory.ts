import { lstatSync, readFileSync, writeFileSync } from 'node:fs';

import { isRecord } from '@licet/core/nodes';

import type { Mask } from './walkProject.ts';

/** What one folder holds, as far as a walk is concerned. */
export interface FolderView {
  /** What a mount must close in it. */
  readonly masks: readonly Mask[];
  /** The names of folders that are walked through. */
  readonly folders: readonly string[];
  readonly hasRepository: boolean;
  /** Whether a mask is that of what a link leads to. */
  readonly isFollowed: boolean;
  /** How many entries it has. */
  readonly entries: number;
  /** How many of them are files or links that no mask closes. */
  readonly files: number;
}

/** What was found in folders, for as long as they are the same. */
export interface WalkMemory {
  /** Returns what a folder holds, from an earlier look at it or from `look`. */
  view(folder: string, look: () => FolderView): FolderView;
}

/** The device, the inode, and the times of a folder's last changes: no program can set the last one. */
type Stamp = readonly [dev: number, ino: number, mtimeMs: number, ctimeMs: number];

/** A folder that has changed just before it was looked at may change again at the same time of the clock of its file system. */
const RACY_MS = 1_000;

/** A memory of one process, or of all runs under one plan where it is read from a file and saved. */
export function openWalkMemory(file?: string, key: string = ''): WalkMemory & { readonly save: () => void } {
  const known = new Map(file === undefined ? [] : readKnown(file, key));
  let isNew = false;
  return {
    view(folder, look) {
      const stamp = stampOf(folder);
      const kept = known.get(folder);
      if (stamp !== undefined && kept !== undefined && isSame(stamp, kept.stamp)) return kept.view;
      const view = look();
      // The stamp is older than the look: what changes in between makes it another one.
      isNew = true;
      if (stamp !== undefined && !view.isFollowed && Date.now() - stamp[3] > RACY_MS) known.set(folder, { stamp, view });
      else known.delete(folder);
      return view;
    },
    save() {
      if (file === undefined || !isNew) return;
      const text = JSON.stringify({ key, known: [...known].map(([folder, { stamp, view }]) => [folder, stamp, view]) });
      writeFileSync(file, text, { mode: 0o600 });
    },
  };
}

const isSame = (a: Stamp, b: Stamp): boolean => a.every((part, at) => part === b[at]);

function stampOf(folder: string): Stamp | undefined {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats && [stats.dev, stats.ino, stats.mtimeMs, stats.ctimeMs];
}

/** The file is ours, in a folder that only its user may look into; one that is damaged is as good as none. */
function readKnown(
  file: string,
  key: string,
): readonly (readonly [string, { readonly stamp: Stamp; readonly view: FolderView }])[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecord(kept) || kept['key'] !== key) return [];
    return (kept['known'] as readonly [string, Stamp, FolderView][]).map(([folder, stamp, view]) => [folder, { stamp, view }]);
  } catch {
    return [];
  }
}
