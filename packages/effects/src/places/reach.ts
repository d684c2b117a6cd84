import type { FileSystemPort } from './fileSystem.ts';
import { compileGlob, expandBraces, maxAlternatives } from './glob.ts';
import { isMagic, unescapeGlob } from './segments.ts';

/** Files that a listing found, and whether these are all. */
export interface Reach {
  readonly paths: readonly string[];
  /** False when the budget ran out: there may be more. */
  readonly complete: boolean;
  /** How many entries were looked at. */
  readonly seen: number;
}

/** How many entries of folders are looked at before the answer is "there may be more". */
export const reachBudget = 10_000;

const join = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`);

/** Everything below a folder that `wanted` accepts, nearest first. Links are listed, not followed; the folder itself is left out. */
export const listBelow = (
  folder: string,
  wanted: (path: string) => boolean,
  files: FileSystemPort,
  budget: number = reachBudget,
): Reach => {
  const paths: string[] = [];
  const pending = [folder];
  let seen = 0;
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    for (const entry of files.list(next) ?? []) {
      if ((seen += 1) > budget) return { paths, complete: false, seen };
      const path = join(next, entry.name);
      if (wanted(path)) paths.push(path);
      if (entry.kind === 'folder') pending.push(path);
    }
  }
  return { paths, complete: true, seen };
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
  let folders: readonly string[] = ['/'];
  let seen = 0;
  for (const part of pattern.split('/').filter(piece => piece !== '')) {
    if (!isMagic(part)) {
      folders = folders.map(folder => join(folder, unescapeGlob(part)));
      continue;
    }
    const test = part === '**' ? undefined : nameTest(part);
    if (test === undefined) return { paths: [], complete: false, seen };
    const found: string[] = [];
    for (const folder of folders) {
      for (const entry of files.list(folder) ?? []) {
        if ((seen += 1) > budget) return { paths: found, complete: false, seen };
        if (test(entry.name)) found.push(join(folder, entry.name));
      }
    }
    folders = found;
  }
  return { paths: folders.filter(path => files.realPath(path) !== undefined), complete: true, seen };
};

/** The files a shell pattern stands for now. A pattern with `**` is never complete: shells do not agree on it. */
export const expandGlob = (pattern: string, files: FileSystemPort, budget: number = reachBudget): Reach => {
  const texts = expandBraces(pattern);
  if (texts.length > maxAlternatives) return { paths: [], complete: false, seen: 0 };
  const reaches = texts.map(text => expandOne(text, files, Math.ceil(budget / texts.length)));
  return {
    paths: reaches.flatMap(reach => reach.paths),
    complete: reaches.every(reach => reach.complete),
    seen: reaches.reduce((sum, reach) => sum + reach.seen, 0),
  };
};
