import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { SqliteState } from '@licet/adapters/sqlite';
import { sqliteState } from '@licet/adapters/sqlite';
import type { ApprovalStore, BuiltPolicy, Guard, MaybePromise, SessionStore, StateInspector } from '@licet/core';

import { openPostgres } from '../policy/openPostgres.ts';

/** What a store is used for. */
export type StoreUse = 'sessions' | 'approvals' | 'audit';

/** Where a policy keeps something. */
export interface StorePlace {
  readonly use: StoreUse;
  /** `sqlite`, `jsonl`, `postgres`, `memory` or `none`. */
  readonly store: string;
  /** Absolute; absent for what is no file. */
  readonly file?: string;
  /** The size of the file with its write-ahead log; absent where there is none yet. */
  readonly bytes?: number;
}

/** Where the hook keeps state and trail of a policy that does not say so itself. */
const STATE = join('.licet', 'state.db');
const TRAIL = join('.licet', 'audit.jsonl');

/** Says where the hook keeps what a policy counts, asks and records. Touches nothing. */
export function storesOf({ settings, policy }: BuiltPolicy, root: string): readonly StorePlace[] {
  const { sessions, approvals, audit } = settings;
  const place = (use: StoreUse, store: string, path: string): StorePlace => {
    if (store !== 'sqlite' && store !== 'jsonl') return { use, store };
    const file = resolve(root, path);
    const bytes = sizeOf(file);
    return { use, store, file, ...(bytes !== undefined && { bytes }) };
  };
  const counted = sessions?.store ?? (counts(policy) || existsSync(resolve(root, STATE)) ? 'sqlite' : 'memory');
  return [
    place('sessions', counted, sessions?.path ?? STATE),
    place('approvals', approvals?.store ?? 'memory', approvals?.path ?? STATE),
    place('audit', audit?.store ?? 'jsonl', audit?.path ?? (audit?.store === 'sqlite' ? STATE : TRAIL)),
  ];
}

/** Tells whether a guard of the tree counts what is used, or reads facts. */
function counts(guard: Guard): boolean {
  return guard.layer === 'resource' || guard.kind === 'requires' || (guard.children ?? []).some(counts);
}

function sizeOf(file: string): number | undefined {
  const sizes = [file, `${file}-wal`].flatMap(name => statSync(name, { throwIfNoEntry: false })?.size ?? []);
  return existsSync(file) ? sizes.reduce((sum, size) => sum + size, 0) : undefined;
}

/** A store while it is looked into. */
export interface OpenStore {
  readonly sessions: SessionStore;
  readonly approvals: ApprovalStore;
  readonly inspect: StateInspector;
  readonly audit: { head(): MaybePromise<unknown> };
  readonly close: () => MaybePromise<void>;
}

/** Opens a file or a database. A file is opened to be read only, unless `writes` says otherwise. */
export async function openStore(
  { use, file }: StorePlace,
  { settings }: BuiltPolicy,
  { writes }: { readonly writes: boolean },
): Promise<OpenStore> {
  const setting = settings[use];
  if (file === undefined && setting !== undefined) return openPostgres(setting);
  const state: SqliteState = sqliteState(file ?? '', { readOnly: !writes, busyTimeoutMs: writes ? 5_000 : 2_000 });
  return state;
}
