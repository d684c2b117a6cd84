import { join } from 'node:path';

import type { AuditSettings, BuiltPolicy } from '@licet/core';

/** Where a policy's state lies when it does not say so itself. */
export const STATE_FILE: string = join('.licet', 'state.db');

/** Where a policy's trail lies when it is kept as lines and the policy does not say where. */
export const TRAIL_FILE: string = join('.licet', 'audit.jsonl');

type StateStore = 'memory' | 'sqlite' | 'postgres';

/** Where sessions are kept: in a file unless the policy says otherwise. A call's outcome comes to another process than the call. */
export function sessionsIn({ sessions }: BuiltPolicy['settings']): StateStore {
  return sessions?.store ?? 'sqlite';
}

/** Where requests for approval wait: beside shared sessions, else in a file, unless the policy says otherwise. */
export function askedIn({ approvals, sessions }: BuiltPolicy['settings']): StateStore {
  return approvals?.store ?? (sessions?.store === 'postgres' ? 'postgres' : 'sqlite');
}

/** Where the trail is kept: in lines unless the policy says otherwise. */
export function recordedIn({ audit }: BuiltPolicy['settings']): AuditSettings['store'] {
  return audit?.store ?? 'jsonl';
}

/** The file of a trail, from the policy's folder, where it is kept in one. */
export function trailFile(settings: BuiltPolicy['settings']): string {
  return settings.audit?.path ?? (recordedIn(settings) === 'sqlite' ? STATE_FILE : TRAIL_FILE);
}
