import type { FileTarget } from '@licet/core';
import type { SessionState } from '@licet/core/store';
import { expandGlob, isWithin, listBelow } from '@licet/effects/places';
import type { KnownPlace } from '@licet/effects/places';

import { allMade, allRuns, beforeIn, madeAs } from './kept.ts';
import type { Made } from './kept.ts';

/** What a session made by itself: see {@link ownFiles}. */
export interface OwnFiles {
  /** Whether the session made this very file, or everything that is in the folder and that git does not hold. */
  has(path: string): boolean;
  /** Whether the session made everything that a target reaches, and it reaches something. */
  covers(target: FileTarget): boolean;
  /** Whether the session made the link that a target names, and the link is the same still. */
  hasLink(target: FileTarget): boolean;
}

type Facts = SessionState['facts'];

/** How far the clocks of a file system and of the engine differ at most, in milliseconds. */
const SLACK = 50;

/** Most files of a pattern, and of a folder, that are looked at. */
const MOST_MATCHES = 64;
const MOST_FILES = 3_000;

/**
 * Tells which files a session made, from its facts. A file is the session's own if a call that the session was allowed named it when
 * nothing was there, or if it was made while the session ran code and was not there when the session began to run code. It has to be the same file
 * still: one that was replaced later is another file. A file that existed before is never the session's own.
 *
 * @example
 * ```ts
 * import { ownFiles } from '@licet/guards/state';
 * import { knownPlace, memoryFiles } from '@licet/effects/places';
 *
 * ownFiles({}, knownPlace({ root: '/w', files: memoryFiles({ '/w/notes.txt': 'file' }) })).has('/w/notes.txt'); // => false
 * ```
 */
export function ownFiles(facts: Facts, place: KnownPlace): OwnFiles {
  const { files } = place;
  let isOutput: IsOutput | undefined;
  const isOwn = (path: string): boolean => {
    const born = files.readLink(path) === undefined ? files.madeAt?.(path) : undefined;
    if (born === undefined) return false;
    const made = madeAs(facts, path);
    return made === undefined ? (isOutput ??= outputsOf(facts, place))(path, born) : isStill(made, born);
  };
  const isFolder = (path: string): boolean => files.list(path) !== undefined;
  const hasFolder = (path: string): boolean => {
    const { paths, complete } = listBelow(path, () => true, files, MOST_FILES);
    const plain = paths.filter(each => files.readLink(each) === undefined && !isFolder(each));
    const others = plain.filter(each => !isOwn(each));
    if (!complete || !(plain.length > others.length || (plain.length === 0 && isOwn(path)))) return false;
    return others.length === 0 || files.isHeldByGit?.(others) === true;
  };
  const has = (path: string): boolean => (isFolder(path) ? hasFolder(path) : isOwn(path));
  return {
    has,
    covers: ({ lexical, resolved, glob }) => {
      if (glob !== undefined) {
        const { paths, complete } = expandGlob(glob, files);
        return complete && paths.length > 0 && paths.length <= MOST_MATCHES && paths.every(has);
      }
      return files.readLink(lexical) === undefined && has(resolved);
    },
    hasLink: ({ lexical, glob, recursive }) => {
      if (glob !== undefined || recursive === true || files.readLink(lexical) === undefined) return false;
      const made = madeAs(facts, lexical);
      // What is kept of a link is when the file was made that it leads to.
      return made?.born !== undefined && made.foreign !== true && made.born === files.madeAt?.(lexical);
    },
  };
}

/** A file of a call whose outcome is known is this very file; before that, one that was made since the call was let through. */
function isStill({ at, born, was, foreign, asked }: Made, found: number): boolean {
  if (foreign === true) return false;
  if (found === was) return true;
  if (born !== undefined) return born === found;
  return asked !== true && found >= at - SLACK;
}

/** Whether a file that was made at a time is an output of code that the session ran. */
type IsOutput = (path: string, born: number) => boolean;

/** Reads once what the facts hold: a folder that is to go may have thousands of files. */
function outputsOf(facts: Facts, { root }: KnownPlace): IsOutput {
  const before = beforeIn(facts);
  if (before?.names === undefined) return () => false;
  const { at } = before;
  const runs = allRuns(facts).flatMap(([, { from, to }]) => (to === undefined ? [] : [[from - SLACK, to + SLACK] as const]));
  const names = new Set(before.names);
  const holders = new Set(before.names.flatMap(foldersAbove));
  const wasThere = (name: string): boolean =>
    names.has(name) || holders.has(name) || foldersAbove(name).some(each => names.has(each));
  const foreign = allMade(facts).flatMap(([path, made]) => (made.foreign === true ? [path] : []));
  return (path, born) =>
    isWithin(path, root) &&
    path !== root &&
    born >= at - SLACK &&
    runs.some(([from, to]) => born >= from && born <= to) &&
    !wasThere(path.slice(root.length + 1)) &&
    !foreign.some(each => isWithin(each, path));
}

/** The folders that a relative path names: `a` and `a/b` of `a/b/c`. */
function foldersAbove(name: string): readonly string[] {
  const found: string[] = [];
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) found.push(name.slice(0, at));
  return found;
}
