import { join, relative } from 'node:path';

import { groupCommit } from '@licet/adapters';
import type { OpenDriver } from '@licet/adapters/sqlite';
import { builtinSqlite, installedSqlite } from '@licet/adapters/sqlite';
import type { OpenStore, OpenedStores, StoreHost, StoreUse } from '@licet/adapters/stores';
import { openStores, storeFor } from '@licet/adapters/stores';
import type { AuditSink, EngineOptions } from '@licet/core';
import { chain } from '@licet/core/nodes';
import type { BuiltPolicy, PolicySettings } from '@licet/core/policy';
import type { DeedReader } from '@licet/core/store';
import { needsProof, projectFile } from '@licet/core/store';

import { UsageError } from '@licet/core/command';
import { cheapClock } from '../hook/cheapHost.ts';
import { outermostFirst } from '../pins/effective.ts';
import type { Effective } from '../pins/effective.ts';
import { licetHome, servedUser } from './licetHome.ts';
import { realOf } from './policyFiles.ts';

/** What a policy keeps, each perhaps in a separate store. */
export const USES: readonly StoreUse[] = ['sessions', 'approvals', 'audit'];

/** How the stores of a policy are opened here. */
export interface Opening {
  readonly writes: boolean;
  /** Whether this process answers one call: it takes the SQLite that starts faster. @defaultValue false */
  readonly isOneCall?: boolean;
  /** When stores may do what no answer waits for. @defaultValue at once */
  readonly later?: ((work: () => void) => void) | undefined;
}

/** The SQLite of a process, for everything that it opens: two libraries in one process do not see each other's locks. */
export const sqliteFor = (isOneCall: boolean): OpenDriver =>
  isOneCall || servedUser() !== undefined ? builtinSqlite : installedSqlite;

/** Opens the stores of a policy, each when it is first asked for. `root` is the policy's folder. */
export function storesOf(
  { settings }: Pick<BuiltPolicy, 'settings'>,
  root: string,
  { writes, isOneCall = false, later }: Opening,
): OpenedStores {
  const host = hostOf(root, sqliteFor(isOneCall));
  return openStores(keptHere(settings), later === undefined ? host : { ...host, later }, { writes });
}

/** Opens the stores of a policy below others: the outermost that names a store decides. `root` is the policy's own folder. */
export function storesBelow(policies: Pick<Effective, 'kept' | 'above'>, root: string, opening: Opening): OpenedStores {
  const said = outermostFirst(policies).map(({ settings }) => settings);
  const places = USES.map(use => [use, said.find(settings => settings[use] !== undefined)?.[use]] as const);
  const settings = Object.fromEntries(places.filter(([, place]) => place !== undefined)) as PolicySettings;
  return storesOf({ settings }, root, opening);
}

/** The service keeps everything in a separate place: a path in a policy could name another user's state. */
function keptHere(settings: PolicySettings): PolicySettings {
  if (servedUser() === undefined) return settings;
  const kept = Object.fromEntries(
    USES.flatMap(use => {
      const { path: _path, ...rest } = settings[use] ?? {};
      return settings[use] === undefined ? [] : [[use, rest]];
    }),
  );
  return { ...settings, ...kept };
}

/** The store of the sessions, for what other processes have to see. Throws where each process has its own. */
export async function sharedSessions(stores: OpenedStores): Promise<OpenStore> {
  const store = await stores.store('sessions');
  if (store !== undefined) return store;
  const way = 'write `sessions: { store: sqlite }`';
  throw new UsageError(`the policy keeps its sessions in memory, where no other process sees them; ${way}`);
}

function hostOf(root: string, sqlite: OpenDriver): StoreHost {
  const served = servedUser();
  return {
    root: served?.stateOf(root) ?? root,
    env: process.env,
    sqlite,
    ...(served !== undefined && { asOwner: served.asOwner }),
    // With the user's own files, outside of every project: `self_protection` keeps the agent from that folder.
    witness: file =>
      join(licetHome(), '.licet', 'state', projectFile(realOf(root), relative(served?.stateOf(root) ?? root, file))),
  };
}

/** The stores of an engine that writes down what it decides. What each process keeps for itself is the engine's own. */
export async function stateOf(
  built: Pick<BuiltPolicy, 'settings'>,
  stores: OpenedStores,
  livesOn: boolean,
): Promise<Pick<EngineOptions, 'sessions' | 'approvals' | 'audit' | 'deeds' | 'clock'>> {
  const [sessions, approvals, audit] = await Promise.all(USES.map(use => stores.store(use)));
  const { groupCommit: group } = built.settings.audit ?? {};
  const own = audit && (livesOn && group !== undefined ? groupCommit(audit.audit, group) : audit.audit);
  const trail = approvals === undefined || approvals.audit === audit?.audit ? own : withAnswers(own, approvals.audit);
  const deeds = deedsOf(sessions, approvals);
  return {
    ...(sessions !== undefined && { sessions: sessions.sessions }),
    ...(approvals !== undefined && { approvals: approvals.approvals }),
    ...(trail !== undefined && { audit: trail }),
    ...(deeds !== undefined && { deeds }),
    ...(await clockOf(sessions)),
  };
}

/** The clock that counters go by: that of a database which several machines share. A machine whose own clock is wrong would give back what others hold. */
async function clockOf(sessions: OpenStore | undefined): Promise<Pick<EngineOptions, 'clock'>> {
  const time = sessions?.time;
  if (time === undefined) return {};
  // A database that does not answer now stops each call until it does, and is measured then.
  await time.measure().catch(() => undefined);
  return { clock: { ...cheapClock, now: () => time.now() } };
}

/** Where answers and the facts of people are written down: beside the requests, and beside the sessions. What each process keeps for itself needs no proof. */
function deedsOf(sessions: OpenStore | undefined, approvals: OpenStore | undefined): DeedReader | undefined {
  const [answers, facts] = [approvals?.audit.deeds, sessions?.audit.deeds];
  if (answers === undefined && facts === undefined) return undefined;
  return {
    request: id => answers?.request(id) ?? [],
    deed: id => facts?.deed(id),
  };
}

/** A trail that has answers written down beside the requests, too: where they are looked for when a call rests on one. */
function withAnswers(own: AuditSink | undefined, beside: AuditSink): AuditSink {
  return {
    append: record => (record.type === 'answer' ? chain(beside.append(record), () => own?.append(record)) : own?.append(record)),
  };
}

/**
 * Opens what a policy remembers, to be looked at only: limits, facts and exceptions count for a question as they would for
 * a call, and nothing is charged, written or made. Where nothing was kept yet there is nothing to look at.
 */
export async function lookAtState(
  built: BuiltPolicy,
  root: string,
  { livesOn = false, stores }: { readonly livesOn?: boolean; readonly stores?: OpenedStores } = {},
): Promise<Pick<EngineOptions, 'sessions' | 'approvals' | 'deeds' | 'clock'>> {
  const opened = stores ?? storesOf(built, root, { writes: false, isOneCall: !livesOn });
  const [found, asked] = [await opened.store('sessions'), await opened.store('approvals')];
  if (found === undefined || !(await found.exists())) return {};
  const approvals = asked !== undefined && (await asked.exists()) ? asked : undefined;
  const deeds = deedsOf(found, approvals);
  return {
    sessions: found.sessions,
    ...(approvals !== undefined && { approvals: approvals.approvals }),
    ...(deeds !== undefined && { deeds }),
    ...(await clockOf(found)),
  };
}

/** How questions reach humans under a policy. The prompt of a runtime can give no proof, so where one is needed it puts no question. */
export function askingOf(settings: PolicySettings): {
  readonly channel: 'runtime' | 'out_of_band';
  readonly isReachable: boolean;
} {
  const { channel = 'runtime' } = settings.approvals ?? {};
  return { channel: needsProof(settings) ? 'out_of_band' : channel, isReachable: isReachable(settings) };
}

/** Whether other processes reach the requests of a policy, so that a human can answer from one of them. */
export function isReachable(settings: PolicySettings): boolean {
  return storeFor(settings, 'approvals').kind.isPrivate === undefined;
}
