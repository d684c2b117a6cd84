import type { Effect } from '@licet/core';
import type { CommitResult } from '@licet/core/nodes';
import type { FileSystemPort } from './fileSystem.ts';
import { collapse, join, parentOf } from './lexical.ts';

const MAX_HOPS = 40;

/** Follows link after link from `start`, as the kernel does; what does not exist stays as it is written. */
const walk = (start: string, path: string, files: FileSystemPort): string => {
  let at = start;
  let hops = 0;
  const pending = path.split('/').reverse();
  while (pending.length > 0) {
    const part = pending.pop();
    if (part === undefined || part === '' || part === '.') continue;
    if (part === '..') {
      at = parentOf(at);
      continue;
    }
    const next = join(at, part);
    const link = at === '/proc' || at.startsWith('/proc/') ? undefined : files.readLink(next);
    if (link === undefined || hops >= MAX_HOPS) {
      at = next;
      continue;
    }
    hops += 1;
    if (link.startsWith('/')) at = '/';
    pending.push(...link.split('/').reverse());
  }
  return at;
};

/**
 * The real path of the nearest existing folder above, then the rest. Symbolic links that lead to nothing yet are followed too,
 * since writing through one creates the file at its end. Paths below `/proc` and `/dev` come back as they are: their
 * links mean something else to every process.
 *
 * @param path - Absolute. `..` after a link is taken as the kernel takes it: from where the link leads.
 */
export const resolvePath = (path: string, files: FileSystemPort): string => {
  if (/^\/+(?:proc|dev)(?:\/|$)/.test(path)) return collapse(path);
  if (path.includes('/..') || path.length > 8192) return walk('/', path, files);
  const whole = collapse(path);
  for (let at = whole; at !== '/'; at = parentOf(at)) {
    const real = files.realPath(at);
    if (real !== undefined) return at === whole ? real : walk(real, whole.slice(at.length), files);
  }
  return walk('/', whole, files);
};

/**
 * Looks again, at commit, where the judged paths lead: between check and commit a parent may have become a link. A path that
 * leads elsewhere now loses the commit, and the engine judges the action again. Paths that led over links when they were judged
 * are followed from where they led; the process and device folders are left out, since they change by themselves.
 */
export function pathsStillLead(effects: readonly Effect[], files: FileSystemPort): CommitResult {
  for (const { target } of effects) {
    if (target?.type !== 'file' || /^\/(?:proc|dev)\//.test(target.resolved)) continue;
    if (resolvePath(target.resolved, files).normalize('NFC') !== target.resolved)
      return { lost: 'a path leads elsewhere than when it was judged' };
  }
  return undefined;
}
