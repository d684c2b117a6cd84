import { join } from 'node:path';

import type { BuiltPolicy } from '@licet/core';

/** Where a policy's state lies when it does not say so itself. */
export const STATE_FILE: string = join('.licet', 'state.db');

type StateStore = 'memory' | 'sqlite' | 'postgres';

/** Where sessions are kept: in a file unless the policy says otherwise. A call's outcome comes to another process than the call. */
export function sessionsIn({ sessions }: BuiltPolicy['settings']): StateStore {
  return sessions?.store ?? 'sqlite';
}

/** Where requests for approval wait: beside shared sessions, else in a file, unless the policy says otherwise. */
export function askedIn({ approvals, sessions }: BuiltPolicy['settings']): StateStore {
  return approvals?.store ?? (sessions?.store === 'postgres' ? 'postgres' : 'sqlite');
}
