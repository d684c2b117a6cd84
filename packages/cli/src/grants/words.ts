import { relative } from 'node:path';

import { escapeText } from '@licet/core';
import type { Grant } from '@licet/guards/state';

import type { GrantState } from './store.ts';

/** Says what a grant opens, in one line that is safe to print. */
function subjectText({ path, pattern, kinds = [], command, digest, resolved }: Grant, root: string): string {
  const short = (name: string): string => (name.startsWith(`${root}/`) ? relative(root, name) : name);
  if (command !== undefined) return `run ${escapeText(command)}`;
  if (digest !== undefined) return `the action ${digest.slice(0, 12)}`;
  const leads = path !== undefined && resolved !== undefined && resolved !== path ? ` (now ${short(resolved)})` : '';
  return escapeText(`${kinds.join(', ')} ${short(path ?? pattern ?? '')}${leads}`);
}

/** Says where a grant stands. */
export function standing({ grant, used }: GrantState, now: number): 'open' | 'used up' | 'expired' {
  if (grant.expiresAt <= now) return 'expired';
  return used >= grant.uses ? 'used up' : 'open';
}

/** Writes a grant for people: what it opens, where it stands, and what it was used for. */
export function grantLines(state: GrantState, root: string, now: number): readonly string[] {
  const { grant, used, uses } = state;
  const who = grant.sessionId === undefined ? 'any session' : `session ${escapeText(grant.sessionId)}`;
  const until = `until ${new Date(grant.expiresAt).toISOString()}`;
  const head = `${escapeText(grant.id)}  ${standing(state, now)}  ${subjectText(grant, root)}  (used ${used} of ${grant.uses}, ${who}, ${until})`;
  return [
    head,
    ...uses.map(({ at, sessionId, tool, status }) =>
      escapeText(`  used ${new Date(at).toISOString()} by ${tool ?? 'an action'} in session ${sessionId}: ${status}`),
    ),
  ];
}
