import { draw } from '../work.ts';
import { workOf } from './boundedFiles.ts';
import type { FileSystemPort } from './fileSystem.ts';
import { compileGlob, expandBraces, MAX_ALTERNATIVES } from './glob.ts';
import { join } from './lexical.ts';
import { isMagic, unescapeGlob } from './segments.ts';

/** Files that a listing found, and whether these are all. */
export interface Reach {
  readonly paths: readonly string[];
  /** False when the budget ran out: there may be more. */
  readonly complete: boolean;
  /** How many entries were looked at. */
  readonly seen: number;
}

/** How many entries of folders are looked at for one question before the answer is "there may be more". */
const REACH_BUDGET = 10_000;

/** The same for a shell pattern: people write few that stand for more, and three stars in the root stand for everything. */
const GLOB_BUDGET = 4000;

/** What looking at one entry costs. */
const PER_ENTRY = 1 / 16;

/** Everything below a folder that `wanted` accepts, nearest first. Links are listed, not followed; the folder itself is left out. */
export const listBelow = (
  folder: string,
  wanted: (path: string) => boolean,
  files: FileSystemPort,
  budget: number = REACH_BUDGET,
): Reach => {
  const work = workOf(files);
  const paths: string[] = [];
  const pending = [folder];
  let seen = 0;
  for (let at = 0; at < pending.length; at += 1) {
    const next = pending[at] ?? folder;
    for (const entry of files.list(next) ?? []) {
      if ((seen += 1) > budget || !draw(work, PER_ENTRY)) return { paths, complete: false, seen };
      const path = join(next, entry.name);
      if (wanted(path)) paths.push(path);
      if (entry.kind === 'folder') pending.push(path);
    }
  }
  return { paths, complete: work.left >= 0, seen };
};

const tryCompile = (part: string): ((name: string) => boolean) | undefined => {
  try {
    return compileGlob(part, false);
  } catch {
    return undefined;
  }
};

/** One part of a shell pattern, as a test of a name; nothing when it is too complex. Leading dots need a literal dot. */
const nameTest = (part: string): ((name: string) => boolean) | undefined => {
  const test = tryCompile(part);
  if (test === undefined) return undefined;
  const showsHidden = part.startsWith('.') || part.startsWith('\\.') || /^[@+!?*]\(/.test(part);
  return name => (showsHidden || !name.startsWith('.')) && test(name);
};

const expandOne = (pattern: string, files: FileSystemPort, budget: number): Reach => {
  const work = workOf(files);
  let folders: readonly string[] = ['/'];
  let seen = 0;
  for (const part of pattern.split('/').filter(piece => piece !== '')) {
    if (!draw(work, folders.length * PER_ENTRY)) return { paths: [], complete: false, seen };
    if (!isMagic(part)) {
      folders = folders.map(folder => join(folder, unescapeGlob(part)));
      continue;
    }
    const test = part === '**' ? undefined : nameTest(part);
    if (test === undefined) return { paths: [], complete: false, seen };
    const found: string[] = [];
    for (const folder of folders) {
      for (const entry of files.list(folder) ?? []) {
        if ((seen += 1) > budget || !draw(work, PER_ENTRY)) return { paths: found, complete: false, seen };
        if (test(entry.name)) found.push(join(folder, entry.name));
      }
    }
    folders = found;
  }
  const paths = folders.filter(path => files.realPath(path) !== undefined);
  return { paths, complete: work.left >= 0, seen };
};

/** The files that a shell pattern matches now. A pattern with `**` is never complete: shells do not agree on it. */
export const expandGlob = (pattern: string, files: FileSystemPort, budget: number = GLOB_BUDGET): Reach => {
  const texts = expandBraces(pattern);
  if (texts.length > MAX_ALTERNATIVES) return { paths: [], complete: false, seen: 0 };
  const reaches = texts.map(text => expandOne(text, files, Math.ceil(budget / texts.length)));
  return {
    paths: reaches.flatMap(reach => reach.paths),
    complete: reaches.every(reach => reach.complete),
    seen: reaches.reduce((sum, reach) => sum + reach.seen, 0),
  };
};
