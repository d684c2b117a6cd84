import { lstatSync, readFileSync, writeFileSync } from 'node:fs';

import { isRecord } from '@licet/core/nodes';
import { sha256 } from '@licet/core/text';

import type { ClosedBy } from '../plan/closedPaths.ts';

/** A path that a mount closes. */
export interface Mask {
  readonly path: string;
  /** `empty` is an unreadable file or an empty folder in its place, `readOnly` the path itself without changes. */
  readonly as: 'empty' | 'readOnly';
  readonly isFolder: boolean;
  readonly by: ClosedBy;
}

/** One entry of a folder, as the file system lists it. */
export interface FolderEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  isSocket(): boolean;
  isFIFO(): boolean;
}

/** What one folder holds, as far as a walk is concerned. */
export interface FolderView {
  /** What a mount must close in it. */
  readonly masks: readonly Mask[];
  /** The names of folders that are walked through. */
  readonly folders: readonly string[];
  readonly hasRepository: boolean;
  /** Whether git takes it for a repository: it has a folder or a file `.git`. */
  readonly isRepository: boolean;
  /** Whether a mask is that of what a link leads to. */
  readonly isFollowed: boolean;
  /** How many entries it has. */
  readonly entries: number;
  /** How many of them are files or links that no mask closes. */
  readonly files: number;
}

/** What was found in folders, for as long as they are the same. */
export interface WalkMemory {
  /** Returns what a folder holds, from an earlier look at it or from `look`, which gets what `list` returns. */
  view(folder: string, list: () => readonly FolderEntry[], look: (entries: readonly FolderEntry[]) => FolderView): FolderView;
}

/** What is kept of a folder: when it was looked at, the digest of the names and sorts of its entries, and what the look has found. */
type Kept = readonly [stamp: Stamp | null, names: string, view: FolderView];

/** The device, the inode, and the times of a folder's last changes: no program can set the last one. */
type Stamp = readonly [dev: number, ino: number, mtimeMs: number, ctimeMs: number];

/** A folder that has changed just before it was looked at may change again at the same time of the clock of its file system. */
const RACY_MS = 1_000;

/** A memory of one process, or of all runs under one plan where it is read from a file and saved. */
export function openWalkMemory(file?: string, key: string = ''): WalkMemory & { readonly save: () => void } {
  const known = new Map(file === undefined ? [] : readKnown(file, key));
  let listed = 0;
  let isNew = false;
  return {
    view(folder, list, look) {
      const stamp = stampOf(folder);
      const [keptStamp, keptNames, kept] = known.get(folder) ?? [];
      if (stamp !== undefined && kept !== undefined && isSame(stamp, keptStamp)) return kept;
      const entries = list();
      const names = digestOf(entries);
      const view = kept !== undefined && keptNames === names ? kept : look(entries);
      isNew ||= view !== kept;
      listed++;
      // The stamp is older than the look: what changes in between makes it another one.
      const isOld = stamp !== undefined && Date.now() - stamp[3] > RACY_MS;
      if (view.isFollowed) known.delete(folder);
      else known.set(folder, [isOld ? stamp : null, names, view]);
      return view;
    },
    save() {
      if (file === undefined || !(isNew || listed > FEW)) return;
      writeFileSync(file, JSON.stringify({ key, known: [...known] }), { mode: 0o600 });
    },
  };
}

/** So many folders are listed faster than the memory of all others is written again. */
const FEW = 16;

/** What a look finds depends on the names and on what sort of entry each is, but for links that are followed. */
const digestOf = (entries: readonly FolderEntry[]): string =>
  sha256(JSON.stringify(entries.map(entry => `${sortOf(entry)}${entry.name}`).toSorted()));

const SORTS = ['isFile', 'isDirectory', 'isSymbolicLink', 'isSocket', 'isFIFO'] as const;

const sortOf = (entry: FolderEntry): number => SORTS.findIndex(sort => entry[sort]());

const isSame = (a: Stamp, b: Stamp | null | undefined): boolean => a.every((part, at) => part === b?.[at]);

function stampOf(folder: string): Stamp | undefined {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats && [stats.dev, stats.ino, stats.mtimeMs, stats.ctimeMs];
}

/** The file is ours, in a folder that only its user may look into; one that is damaged is as good as none. */
function readKnown(file: string, key: string): readonly (readonly [string, Kept])[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecord(kept) || kept['key'] !== key || !Array.isArray(kept['known'])) return [];
    return kept['known'] as readonly (readonly [string, Kept])[];
  } catch {
    return [];
  }
}
