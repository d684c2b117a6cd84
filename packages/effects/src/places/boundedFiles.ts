import type { Work } from '../work.ts';
import { createWork, draw } from '../work.ts';
import type { FileEntry, FileSystemPort } from './fileSystem.ts';
import { join } from './lexical.ts';
import type { Effect, FileTarget } from '@licet/core';

/** A file system for one action: it draws on the action's budget, and asks each question once. */
export interface BoundedFiles extends FileSystemPort {
  readonly work: Work;
}

/** Entries of a folder that cost as much as one question. */
const ENTRIES_PER_UNIT = 16;

/** What reading git's index costs: that of a large repository takes some milliseconds. */
const PER_INDEX = 256;

/** Bounds a file system by a budget: when that is spent, nothing more is known of any file. */
export const boundFiles = (files: FileSystemPort, work: Work): BoundedFiles => {
  const once = <T>(question: (path: string) => T | undefined): ((path: string) => T | undefined) => {
    const answers = new Map<string, T | undefined>();
    return path => {
      if (answers.has(path)) return answers.get(path);
      const answer = draw(work, 1) ? question(path) : undefined;
      answers.set(path, answer);
      return answer;
    };
  };
  const real = new Map<string, string>();
  const realPath = once(path => real.get(path) ?? files.realPath(path));
  /** What a folder lists lies in it, unless it is a link: nobody has to ask for each name. */
  const note = (folder: string, entries: readonly FileEntry[]): void => {
    const found = entries.length === 0 ? undefined : realPath(folder);
    if (found === undefined) return;
    for (const { name, kind } of entries) if (kind !== 'link') real.set(join(folder, name), join(found, name));
  };
  return {
    work,
    realPath,
    readLink: once(path => files.readLink(path)),
    identity: once(path => files.identity(path)),
    text: once(path => files.text?.(path)),
    list: once(path => {
      const entries = files.list(path);
      draw(work, (entries?.length ?? 0) / ENTRIES_PER_UNIT);
      if (entries !== undefined) note(path, entries);
      return entries;
    }),
    madeAt: once(path => files.madeAt?.(path)),
    isKnownToGit: paths => draw(work, PER_INDEX + paths.length) && files.isKnownToGit?.(paths) === true,
    isHeldByGit: paths => draw(work, PER_INDEX + paths.length) && files.isHeldByGit?.(paths) === true,
  };
};

/** The budget of a bounded file system; one of its own for any other. */
export const workOf = (files: FileSystemPort | BoundedFiles): Work => ('work' in files ? files.work : createWork());

const budgets = new WeakMap<object, { readonly work: Work; readonly ports: Map<FileSystemPort, BoundedFiles> }>();

/**
 * Lets whoever judges these effects draw on the budget that was left when they were found: guards list folders for globs and trees,
 * and all of that is work for one action.
 */
export const shareWork = (effects: readonly Effect[], work: Work): void => {
  const shared = { work, ports: new Map() };
  for (const { target } of effects) if (target?.type === 'file') budgets.set(target, shared);
};

/** The target with everything below it, on the budget of the same action. */
export const treeOf = (target: FileTarget): FileTarget => {
  const tree = { ...target, recursive: true };
  const shared = budgets.get(target);
  if (shared !== undefined) budgets.set(tree, shared);
  return tree;
};

/** The budget of the action that a target belongs to; for a target that no analyser found, one of its own. */
export const workFor = (target: object): Work => budgets.get(target)?.work ?? createWork();

/** The file system as far as the action with this target may still ask it. Effects that no analyser found have a budget each. */
export const filesFor = (target: object, files: FileSystemPort): BoundedFiles => {
  const shared = budgets.get(target) ?? { work: createWork(), ports: new Map<FileSystemPort, BoundedFiles>() };
  const known = shared.ports.get(files);
  if (known !== undefined) return known;
  const bounded = boundFiles(files, shared.work);
  shared.ports.set(files, bounded);
  return bounded;
};
