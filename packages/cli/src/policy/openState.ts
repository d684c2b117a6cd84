import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import type { SqliteState } from '@licet/adapters/sqlite';
import type { AuditSink, BuiltPolicy, EngineOptions, Guard } from '@licet/core';

import { jsonlAudit } from '../hook/jsonlAudit.ts';
import { PolicyError } from './readPolicy.ts';

/** Where a policy's state lies when it does not say so itself. */
const STATE = join('.licet', 'state.db');
const TRAIL = join('.licet', 'audit.jsonl');

/** The stores that a policy asks for, as far as a process of the command line can open them. */
type Stores = Pick<EngineOptions, 'sessions' | 'approvals' | 'audit'>;

/**
 * Opens the stores of a policy. What counts across calls lies in a file, since every call of a hook is a process of its
 * own: a policy whose guards count gets one even if it does not ask. A store that cannot be reached from here is refused:
 * it would be a limit that nobody counts.
 */
export function openState({ settings, policy }: BuiltPolicy, root: string): Stores {
  const { sessions, approvals, audit } = settings;
  const opened = new Map<string, SqliteState>();
  const state = (path: string | undefined): SqliteState => {
    const file = resolve(root, path ?? STATE);
    const known = opened.get(file) ?? openFile(file);
    opened.set(file, known);
    return known;
  };
  for (const [name, setting] of Object.entries({ sessions, approvals, audit })) {
    if (setting?.store === 'postgres')
      throw new PolicyError(`the policy keeps its ${name} in \`postgres\`, which the hook cannot reach`);
  }
  const counted = sessions === undefined ? counts(policy) : sessions.store === 'sqlite';
  return {
    ...(counted && { sessions: state(sessions?.path).sessions }),
    ...(approvals?.store === 'sqlite' && { approvals: state(approvals.path).approvals }),
    ...trail(audit, root, path => state(path).audit),
  };
}

/** The folder is made where it is missing; a file that cannot be opened says so when it is first used. */
function openFile(file: string): SqliteState {
  mkdirSync(dirname(file), { recursive: true });
  return sqliteState(file);
}

/** Tells whether a guard of the tree counts what is used, or reads facts. */
function counts(guard: Guard): boolean {
  return guard.layer === 'resource' || guard.kind === 'requires' || (guard.children ?? []).some(counts);
}

function trail(
  setting: BuiltPolicy['settings']['audit'],
  root: string,
  state: (path: string | undefined) => AuditSink,
): Pick<EngineOptions, 'audit'> {
  const { store = 'jsonl', path } = setting ?? {};
  if (store === 'none' || store === 'memory') return {};
  return { audit: store === 'sqlite' ? state(path) : jsonlAudit(resolve(root, path ?? TRAIL)) };
}
