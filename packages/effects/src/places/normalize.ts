import { expandStart } from './expand.ts';
import type { PathSurroundings } from './expand.ts';
import { followProcessLinks } from './processPaths.ts';
import { refuse } from './refusal.ts';
import type { PathRefusal } from './refusal.ts';
import { windowsForm } from './windows.ts';

/** Longer texts are refused: no system opens them (Linux stops at 4,096 bytes). In UTF-16 units. */
export const maxPathLength = 4096;

/** Where relative paths start and what `~` and variables stand for. */
export interface NormalizeOptions extends PathSurroundings {
  /** Absolute. Without it relative paths are refused. */
  readonly cwd?: string | undefined;
  /** The text is a file name to the letter: `~`, variables and `file://` have been expanded already or mean themselves. */
  readonly literal?: boolean | undefined;
}

/** A text that was understood as a path. */
export interface NormalizedPath {
  readonly type: 'path';
  /** Absolute, without `.`, `..`, `//` and trailing slashes, in Unicode NFC. Trailing spaces are part of a POSIX name and stay. */
  readonly lexical: string;
  /** Absolute as the file system would get it: `..` still in place, letters as they were written. */
  readonly exact: string;
  /** True when the text ended in a slash: only a folder can be meant. */
  readonly folder: boolean;
}

const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/;

/** Removes `.`, `..`, `//` and trailing slashes from an absolute path, without looking at any file. */
export const collapse = (path: string): string => {
  if (!/\/(?:\/|\.{1,2}(?:\/|$)|$)/.test(path)) return path;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
};

const findFault = (text: string): PathRefusal | undefined => {
  if (text.length > maxPathLength) return refuse('path_too_long', `more than ${maxPathLength} characters`);
  if (controls.test(text)) return refuse('control_character', 'a control or text-direction character');
  if (!text.isWellFormed()) return refuse('malformed_text', 'half of a surrogate pair');
  const form = windowsForm(text);
  return form === undefined ? undefined : refuse('windows_path', form);
};

/**
 * This turns what an action calls a path into one absolute path, by text alone: `file://`, `~` and known leading variables are
 * expanded, `.`, `..`, `//` and trailing slashes removed, the links of `/proc/self` followed, Unicode composed (NFC). Returns a
 * refusal when no one file can be told: control characters, half surrogates, Windows forms, other users' homes, other hosts,
 * or a relative path with nowhere to start. It never throws.
 */
export const normalizePath = (text: string, options: NormalizeOptions): NormalizedPath | PathRefusal => {
  if (text === '') return refuse('empty_path', 'an empty text');
  const fault = findFault(text);
  if (fault !== undefined) return fault;
  const expanded = options.literal === true ? text : expandStart(text, options);
  if (typeof expanded !== 'string') return expanded;
  const late = expanded === text ? undefined : findFault(expanded);
  if (late !== undefined) return late;
  if (!expanded.startsWith('/') && options.cwd === undefined)
    return refuse('relative_without_root', 'a relative path without a working directory');
  const exact = expanded.startsWith('/') ? expanded : `${options.cwd}/${expanded}`;
  const plain = collapse(exact);
  const followed = followProcessLinks(plain, options.cwd);
  if (typeof followed !== 'string') return followed;
  return {
    type: 'path',
    lexical: collapse(followed).normalize('NFC'),
    exact: followed === plain ? exact : followed,
    folder: exact.endsWith('/'),
  };
};
