import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isRecord } from '@licet/core/nodes';

import { SandboxError } from '../sandboxError.ts';
import type { GitStore } from './gitStore.ts';

/** The files of a project as they were at a time. */
export interface Snapshot {
  /** A number that grows. */
  readonly id: number;
  /** When it was taken, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** What for: the command that ran afterwards. */
  readonly reason: string;
}

/** The snapshots of one project. */
export interface SnapshotList {
  /** All that are kept, the newest first. */
  readonly all: () => readonly Snapshot[];
  /** Adds one with a tree of the store, and removes the oldest. */
  readonly add: (tree: string, reason: string) => Snapshot;
}

/** The most snapshots of one project. */
const MOST_KEPT = 20;

/** The references of the store, each of which keeps the tree of the snapshot of its name. */
export const REFS = 'refs/licet/snapshots';

/** Opens the list of snapshots in a folder, one file for each. Two runs may add to it at the same time. */
export function openSnapshotList(store: GitStore, folder: string): SnapshotList {
  const refs = join(store.path, REFS);
  return {
    all: () =>
      numbersIn(folder)
        .flatMap(id => readSnapshot(join(folder, String(id)), id))
        .toSorted((a, b) => b.id - a.id),
    add(tree, reason) {
      for (const each of [folder, refs]) mkdirSync(each, { recursive: true, mode: 0o700 });
      const kept = { takenAt: Date.now(), reason: reason.replaceAll(/\s+/gu, ' ').slice(0, 200) };
      const known = numbersIn(refs);
      // The tree is kept before anything says that it is there.
      const id = takeNumber(refs, Math.max(0, ...known) + 1, `${tree}\n`);
      writeFileSync(join(folder, String(id)), JSON.stringify(kept), { mode: 0o600 });
      const old = known.filter(each => each <= id - MOST_KEPT);
      for (const each of old) for (const place of [folder, refs]) rmSync(join(place, String(each)), { force: true });
      // It looks at every object.
      if (id % MOST_KEPT === 0) store.git(['prune', '--expire=1.hour.ago']);
      return { id, ...kept };
    },
  };
}

const numbersIn = (folder: string): readonly number[] =>
  existsSync(folder) ? readdirSync(folder).map(Number).filter(Number.isInteger) : [];

/** Makes the file of the first number that is free. */
function takeNumber(folder: string, from: number, text: string): number {
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
