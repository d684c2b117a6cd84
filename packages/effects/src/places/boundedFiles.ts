import type { Work } from '../work.ts';
import { createWork, draw } from '../work.ts';
import type { FileEntry, FileSystemPort } from './fileSystem.ts';
import { join } from './lexical.ts';

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
  /** What a folder lists lies in it, unless it is a link: no name has to be asked for. */
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

/** The budget of a bounded file system; a new one for any other. */
export const workOf = (files: FileSystemPort | BoundedFiles): Work => ('work' in files ? files.work : createWork());
