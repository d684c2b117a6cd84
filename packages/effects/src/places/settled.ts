import type { CommitResult, Effect } from '@licet/core';

import type { FileSystemPort } from './fileSystem.ts';
import { resolvePath } from './resolve.ts';

/**
 * Looks again, at commit, where the judged paths lead: between check and commit a parent may have become a link. A path that
 * leads elsewhere now loses the commit, and the engine judges the action anew. Paths that led over links when they were judged
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
