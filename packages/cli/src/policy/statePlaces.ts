import { join } from 'node:path';

import type { BuiltPolicy, Guard } from '@licet/core';

/** Where a policy's state lies when it does not say so itself. */
export const STATE_FILE: string = join('.licet', 'state.db');

type StateStore = 'memory' | 'sqlite' | 'postgres';

/** Where sessions are kept: in a file when a guard counts and the policy does not say otherwise. */
export function sessionsIn({ settings, policy }: BuiltPolicy): StateStore {
  return settings.sessions?.store ?? (counts(policy) ? 'sqlite' : 'memory');
}

/** Where requests for approval wait: beside shared sessions, else in a file, unless the policy says otherwise. */
export function askedIn({ approvals, sessions }: BuiltPolicy['settings']): StateStore {
  return approvals?.store ?? (sessions?.store === 'postgres' ? 'postgres' : 'sqlite');
}

/** Nodes that count or read facts, under whatever layer a policy lists them. */
const REMEMBERING = new Set(['allow_once', 'budget', 'progressive', 'rate_limit', 'requires', 'single_use']);

/** Tells whether a guard of the tree counts what is used, or reads facts. */
function counts({ layer, kind = '', children = [] }: Guard): boolean {
  return layer === 'resource' || REMEMBERING.has(kind) || children.some(counts);
}
