import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isWithin } from '@licet/effects/places';

import type { ClosedBy, ClosedPaths } from '../plan/closedPaths.ts';
import { SandboxError } from '../sandboxError.ts';
import type { FolderEntry, FolderView, Mask, WalkMemory } from './walkMemory.ts';

/** What a walk through the folders of a plan found. */
export interface Walked {
  readonly masks: readonly Mask[];
  /** Every folder that may be changed, for a watch. */
  readonly folders: readonly string[];
  /** The `.git` folders. */
  readonly repositories: readonly string[];
  /** Folders that git takes for a repository. */
  readonly isRepository: ReadonlySet<string>;
  /** How many files and links that no mask closes are in each folder, without `.git`. */
  readonly files: ReadonlyMap<string, number>;
}

/** The most entries of all folders together. */
const MOST_ENTRIES = 1_000_000;

/** Folders that package managers and builds make again. What lies in them is public, and a mount in them would stop their removal. */
export const MADE_AGAIN: ReadonlySet<string> = new Set(
  'node_modules .venv venv __pycache__ .tox .mypy_cache .pytest_cache .ruff_cache target .gradle .next .nuxt .turbo'.split(' '),
);

/** How folders are looked through. */
export interface WalkOptions {
  /** What was found in folders that are the same since. @defaultValue every folder is listed */
  readonly memory?: WalkMemory;
  /** Whether `.git` is read-only as a whole, so that no rule can close more of it. @defaultValue false */
  readonly fixesGit?: boolean;
}

/**
 * Looks through the folders of a plan and returns what mounts must close: secrets, what governs the agent, sockets and named pipes, and other
 * names (hard links) of closed files. Folders that are made again (`node_modules`) are left out, and so is a folder that is deleted meanwhile.
 *
 * @throws {SandboxError} if there are too many entries, or a folder cannot be listed.
 */
export function walkProject(folders: readonly string[], closed: ClosedPaths, options: WalkOptions = {}): Walked {
  const { memory, fixesGit = false } = options;
  const found = {
    masks: [] as Mask[],
    folders: [] as string[],
    repositories: [] as string[],
    files: new Map<string, number>(),
    isRepository: new Set<string>(),
  };
  const pending = [...folders];
  let left = MOST_ENTRIES;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const here = folder;
    const rules = fixesGit && IN_GIT.test(here) ? OPEN : closed;
    const look = (entries: readonly FolderEntry[]): FolderView => viewOf(here, entries, rules);
    const view = memory?.view(here, () => list(here), look) ?? look(list(here));
    left -= view.entries;
    if (left < 0)
      throw new SandboxError(`there are more than ${MOST_ENTRIES} files to look through below \`${folders.join('`, `')}\``);
    found.folders.push(here);
    if (!IN_GIT.test(here)) found.files.set(here, view.files);
    if (view.isRepository) found.isRepository.add(here);
    if (view.hasRepository) found.repositories.push(join(here, '.git'));
    found.masks.push(...view.masks);
    for (const name of view.folders) pending.push(join(here, name));
  }
  const others = otherNames(found, closed);
  for (const { path } of others) {
    const count = path.endsWith('/.git') ? undefined : found.files.get(dirname(path));
    if (count !== undefined) found.files.set(dirname(path), count - 1);
  }
  return { ...found, masks: [...found.masks, ...others] };
}

const IN_GIT = /\/\.git(?:\/|$)/u;

const OPEN: ClosedPaths = () => undefined;

function viewOf(folder: string, entries: readonly FolderEntry[], closed: ClosedPaths): FolderView {
  const view = {
    masks: [] as Mask[],
    folders: [] as string[],
    hasRepository: false,
    isRepository: false,
    isFollowed: false,
    files: 0,
  };
  for (const entry of entries) {
    const mask = maskOf(join(folder, entry.name), entry, closed);
    if (mask !== undefined) view.masks.push(mask);
    // What a link leads to may change, and the folder that holds it stays the same.
    view.isFollowed ||= mask !== undefined && entry.isSymbolicLink();
    view.isRepository ||= entry.name === '.git';
    // A mask of what a link leads to leaves the link itself as it is.
    if (!entry.isDirectory() && entry.name !== '.git' && mask?.path !== join(folder, entry.name)) view.files++;
    if (!entry.isDirectory()) continue;
    view.hasRepository ||= entry.name === '.git';
    if (mask?.as !== 'empty' && !MADE_AGAIN.has(entry.name)) view.folders.push(entry.name);
  }
  return { ...view, entries: entries.length };
}

function list(folder: string): readonly FolderEntry[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new SandboxError(`the folder \`${folder}\` cannot be listed, and what was not seen cannot be closed`, { cause });
  }
}

const SPECIAL: ClosedBy = { kind: 'hide', rule: 'sockets and named pipes' };

function maskOf(path: string, entry: FolderEntry, closed: ClosedPaths): Mask | undefined {
  if (entry.isSocket() || entry.isFIFO()) return { path, as: 'empty', isFolder: false, by: SPECIAL };
  const by = closed(path);
  if (by === undefined) return undefined;
  if (entry.isSymbolicLink()) return maskOfLink(path, by);
  return { path, as: by.kind === 'hide' ? 'empty' : 'readOnly', isFolder: entry.isDirectory(), by };
}

/** A link is no place for a mount. What it leads to is closed, and the folder that holds a governed link is read-only, so that it stays. */
function maskOfLink(path: string, by: ClosedBy): Mask | undefined {
  if (by.kind !== 'hide') return { path: dirname(path), as: 'readOnly', isFolder: true, by };
  try {
    const real = realpathSync(path);
    return { path: real, as: 'empty', isFolder: lstatSync(real).isDirectory(), by };
  } catch {
    return undefined;
  }
}

/** Other names of closed files. Every file is looked at only if a closed one has more than one name. */
function otherNames(
  { masks, folders }: { readonly masks: readonly Mask[]; readonly folders: readonly string[] },
  closed: ClosedPaths,
): readonly Mask[] {
  const byFile = new Map<string, Mask>();
  for (const mask of masks) {
    const stats = lstatSync(mask.path, { throwIfNoEntry: false });
    if (stats !== undefined && !mask.isFolder && stats.nlink > 1) byFile.set(`${stats.dev}:${stats.ino}`, mask);
  }
  if (byFile.size === 0) return [];
  return folders.flatMap(folder =>
    list(folder).flatMap(entry => {
      const path = join(folder, entry.name);
      if (!entry.isFile() || closed(path) !== undefined) return [];
      const { dev, ino } = lstatSync(path);
      const mask = byFile.get(`${dev}:${ino}`);
      return mask === undefined ? [] : [{ ...mask, path }];
    }),
  );
}

/** Leaves out masks outside of all folders: what is not mounted needs none. */
export const masksWithin = (masks: readonly Mask[], folders: readonly string[]): readonly Mask[] =>
  masks.filter(({ path }) => folders.some(folder => isWithin(path, folder)));
