import type { FileTarget } from '@licet/core';
import type { FileSystemPort } from './fileSystem.ts';
import { followProcessLinks, normalizePath, refuse } from './normalize.ts';
import type { NormalizeOptions, PathRefusal } from './normalize.ts';
import { resolvePath } from './resolve.ts';
import { escapeGlob, isMagic, unescapeGlob } from './segments.ts';

/** How a file target is made. */
export interface FileTargetOptions extends NormalizeOptions {
  /** Where symbolic links are looked up. Without it the resolved path is the lexical one. */
  readonly files?: FileSystemPort | undefined;
  /** Everything below the path is meant too. */
  readonly recursive?: boolean | undefined;
}

/**
 * Makes the target of a file effect from what an action calls a path: the lexical path and the one the file system leads to.
 * Returns a refusal where `normalizePath` does, and for `..` behind a symbolic link when programs could disagree which of
 * two existing files is meant.
 */
export const fileTarget = (text: string, options: FileTargetOptions): FileTarget | PathRefusal => {
  const path = normalizePath(text, options);
  if (path.type === 'refusal') return path;
  const { lexical, exact } = path;
  const shape = options.recursive === true ? { recursive: true } : {};
  if (options.files === undefined) return { type: 'file', lexical, resolved: lexical, ...shape };
  const real = followProcessLinks(resolvePath(exact, options.files), options.cwd);
  if (typeof real !== 'string') return real;
  const resolved = real.normalize('NFC');
  if (exact.includes('/..') && resolved !== lexical) {
    const direct = resolvePath(lexical, options.files).normalize('NFC');
    if (direct !== lexical && direct !== resolved) return refuse('ambiguous_path', '`..` behind a symbolic link');
  }
  return { type: 'file', lexical, resolved, ...shape };
};

/**
 * Makes the target of an effect on whatever a pattern matches. `glob` is the pattern made absolute, `lexical` the fixed folder
 * in front of its first wildcard. Leading dots need a literal dot, as in a shell. A pattern without a wildcard is a plain path.
 *
 * @param pattern - With `\` before every wildcard character that means itself.
 */
export const globTarget = (pattern: string, options: FileTargetOptions): FileTarget | PathRefusal => {
  const parts = pattern.split('/');
  const first = parts.findIndex(isMagic);
  if (first < 0) return fileTarget(unescapeGlob(pattern), options);
  const rest = parts.slice(first).filter(part => part !== '' && part !== '.');
  if (rest.includes('..')) return refuse('ambiguous_path', '`..` behind a wildcard');
  const head = parts.slice(0, first).join('/');
  const prefix = first === 0 ? '.' : head === '' ? '/' : unescapeGlob(head);
  const folder = fileTarget(prefix, options);
  if (folder.type === 'refusal') return folder;
  const fault = normalizePath(rest.join('/'), { cwd: '/', literal: true });
  if (fault.type === 'refusal') return fault;
  const base = folder.lexical === '/' ? '' : escapeGlob(folder.lexical);
  return { ...folder, glob: `${base}/${rest.join('/')}` };
};
