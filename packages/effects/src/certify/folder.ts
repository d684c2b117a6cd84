import type { Effect } from '@licet/core';

import { absolutePath } from '../places/lexical.ts';

/** The folder that all programs of a call work in: where `cd` leads at its beginning; undefined where it changes later. */
export function folderOf(effects: readonly Effect[], cwd: string): string | undefined {
  const calls = effects.flatMap(({ kind, target }) => (kind === 'execute' && target?.type === 'program' ? [target.argv] : []));
  const moves = calls.filter(([program]) => program === 'cd');
  if (moves.length === 0) return cwd;
  const [, to, ...more] = calls[0]?.[0] === 'cd' ? calls[0] : [];
  return moves.length > 1 || to === undefined || to.startsWith('-') || more.length > 0 ? undefined : absolutePath(to, cwd);
}
