import { resolve } from 'node:path';

import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { PostgresState } from '@licet/adapters/postgres';
import type { SqliteState } from '@licet/adapters/sqlite';
import type { AuditSettings, BatchAuditSink, BuiltPolicy, EngineOptions, StoreSettings } from '@licet/core';

import { openPostgres } from './openPostgres.ts';
import { grouped, openJsonl } from './openTrail.ts';
import { STATE_FILE, askedIn, recordedIn, sessionsIn, trailFile } from './statePlaces.ts';

/** The stores that a policy asks for, as far as a process of the command line can open them. */
type Stores = Pick<EngineOptions, 'sessions' | 'approvals' | 'audit'>;

/**
 * Opens the stores of a policy. Sessions lie in a file unless the policy says otherwise, since every call of a hook is a
 * process of its own, and its outcome comes to yet another one. Requests for approval lie there too, so that a human can answer
 * from another process. A store that cannot be reached from here is refused: it would be a limit that nobody counts.
 */
export async function openState({ settings }: Pick<BuiltPolicy, 'settings'>, root: string, livesOn = false): Promise<Stores> {
  const { sessions, approvals, audit } = settings;
  const opened = new Map<string, SqliteState>();
  const state = (path: string | undefined): SqliteState => {
    const file = resolve(root, path ?? STATE_FILE);
    const isTrail = recordedIn(settings) === 'sqlite' && resolve(root, trailFile(settings)) === file;
    const known = opened.get(file) ?? openFile(file, isTrail ? audit?.durability : undefined);
    opened.set(file, known);
    return known;
  };
  const shared = await openShared(settings, livesOn);
  return {
    ...(sessionsIn(settings) === 'sqlite' && { sessions: state(sessions?.path).sessions }),
    ...(askedIn(settings) === 'sqlite' && { approvals: state(approvals?.path).approvals }),
    ...trail(settings, root, livesOn, path => state(path).audit),
    ...shared,
  };
}

/** The stores that lie in a database, which is reached only by a policy that names one. */
async function openShared(settings: BuiltPolicy['settings'], livesOn: boolean): Promise<Stores> {
  const { sessions, approvals, audit } = settings;
  const opened = new Map<string, Promise<PostgresState>>();
  const state = async (setting: StoreSettings): Promise<PostgresState> => {
    const place = JSON.stringify([setting.uri, setting.uriEnv]);
    const known = opened.get(place) ?? openPostgres(setting);
    opened.set(place, known);
    return known;
  };
  return {
    ...(sessions?.store === 'postgres' && { sessions: (await state(sessions)).sessions }),
    ...(askedIn(settings) === 'postgres' && {
      approvals: (await state({ ...sessions, ...approvals, store: 'postgres' })).approvals,
    }),
    ...(audit?.store === 'postgres' && { audit: grouped((await state(audit)).audit, audit, livesOn) }),
  };
}

/** Nothing is made before it is used: neither the file nor its folder. What cannot be made says so then. */
function openFile(file: string, durability: AuditSettings['durability']): SqliteState {
  return sqliteState(file, { open: builtinSqlite, makeFolder: true, ...(durability !== undefined && { durability }) });
}

function trail(
  settings: BuiltPolicy['settings'],
  root: string,
  livesOn: boolean,
  state: (path: string) => BatchAuditSink,
): Pick<EngineOptions, 'audit'> {
  const [store, file, { audit = {} }] = [recordedIn(settings), trailFile(settings), settings];
  if (store !== 'sqlite' && store !== 'jsonl') return {};
  return { audit: grouped(store === 'sqlite' ? state(file) : openJsonl(resolve(root, file), audit), audit, livesOn) };
}
