import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import type { SqliteState } from '@licet/adapters/sqlite';
import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { ApprovalStore, BuiltPolicy, ChainReport, MaybePromise, SessionStore, StateInspector } from '@licet/core';

import { openPostgres } from '../policy/openPostgres.ts';
import { STATE_FILE, askedIn, recordedIn, sessionsIn, trailFile } from '../policy/statePlaces.ts';

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

/** Says where the hook keeps what a policy counts, asks and records. Touches nothing. */
export function storesOf({ settings }: Pick<BuiltPolicy, 'settings'>, root: string): readonly StorePlace[] {
  const place = (use: StoreUse, store: string, path: string): StorePlace => {
    if (store !== 'sqlite' && store !== 'jsonl') return { use, store };
    const file = resolve(root, path);
    const bytes = sizeOf(file);
    return { use, store, file, ...(bytes !== undefined && { bytes }) };
  };
  return [
    place('sessions', sessionsIn(settings), settings.sessions?.path ?? STATE_FILE),
    place('approvals', askedIn(settings), settings.approvals?.path ?? STATE_FILE),
    place('audit', recordedIn(settings), trailFile(settings)),
  ];
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
  readonly audit: { head(): MaybePromise<unknown>; verify(): MaybePromise<ChainReport> };
  /** Absent for a file that could be opened. */
  readonly isMade?: () => Promise<boolean>;
  readonly close: () => MaybePromise<void>;
}

/** Opens a file or a database. A file is opened to be read only, unless `writes` says otherwise. */
export async function openStore(
  { use, file }: StorePlace,
  { settings }: BuiltPolicy,
  { writes }: { readonly writes: boolean },
): Promise<OpenStore> {
  if (file === undefined)
    return openPostgres({ ...settings.sessions, ...settings[use], store: 'postgres' }, { readOnly: !writes });
  const state: SqliteState = sqliteState(file, { open: builtinSqlite, readOnly: !writes, busyTimeoutMs: writes ? 5_000 : 2_000 });
  return state;
}
