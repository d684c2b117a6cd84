import type { ApprovalStore, SessionStore } from '@licet/core';
import type { StateInspector } from '@licet/core/store';

import { sqliteApprovalStore } from './approvals.ts';
import { sqliteAudit } from './audit.ts';
import type { SqliteAudit } from './audit.ts';
import { connect } from './connection.ts';
import type { OpenDriver } from './driver.ts';
import { installedSqlite } from './driver.ts';
import { SessionLog } from './events.ts';
import { sqliteInspector } from './inspect.ts';
import { sqliteSessionStore } from './sessions.ts';
import { witnessFile } from './witness.ts';

/** How {@link sqliteState} keeps its file. */
export interface SqliteStateOptions {
  /** The SQLite to use: `betterSqlite` or `builtinSqlite`. @defaultValue `installedSqlite`, which takes the first that is there */
  readonly open?: OpenDriver;
  /** `normal` survives a crash of the process, `full` also a loss of power, at several times the cost. @defaultValue 'normal' */
  readonly durability?: 'normal' | 'full';
  /** How long to wait for another process, in milliseconds. @defaultValue 5000 */
  readonly busyTimeoutMs?: number;
  /** Makes the folder of the file, too, where it is missing. @defaultValue false */
  readonly makeFolder?: boolean;
  /**
   * A file outside of the state that says that it exists: best where the agent cannot write. A state that was there and is gone, was
   * emptied, is another one, or has lost the end of its trail, then blocks instead of beginning again. Written when the state is
   * first opened, and after every {@link ANCHOR_EVERY} records. @defaultValue none
   */
  readonly witness?: string;
  /**
   * Runs what no answer waits for: bringing the trail to the disk and saying so in the witness. A process that lives on gives
   * `setImmediate`; closing the state does what is left. @defaultValue at once
   */
  readonly later?: (work: () => void) => void;
  /** Runs what opens, replaces or closes files, for a process that otherwise acts as another user. @defaultValue as it is */
  readonly asOwner?: <T>(work: () => T) => T;
  /** Only looks: a file that is not there is not created, and a change is an error. @defaultValue false */
  readonly readOnly?: boolean;
}

/** Everything that Licet keeps, in one file. */
export interface SqliteState {
  readonly sessions: SessionStore;
  readonly approvals: ApprovalStore;
  readonly audit: SqliteAudit;
  readonly inspect: StateInspector;
  readonly close: () => void;
}

/**
 * Keeps sessions, counters, approvals and the audit trail in one SQLite file that any number of processes share. Nothing is
 * opened before it is used. Every change is one transaction: a crash leaves the state before it or after it. What cannot
 * be read or written throws a `GovernanceError` of code `store_unavailable`, which the engine turns into a block; the next use
 * tries again.
 *
 * @example
 * ```ts
 * import { PolicyEngine, guard, pass } from '@licet/core';
 * import { sqliteState } from '@licet/adapters/sqlite';
 *
 * const { sessions, approvals, audit, close } = sqliteState(':memory:');
 * const engine = new PolicyEngine(guard('yes', () => pass()), { sessions, approvals, audit });
 * engine.evaluateSync({ kind: 'read' });
 * audit.verify().records; // => 1
 * close();
 * ```
 */
export function sqliteState(file: string, options: SqliteStateOptions = {}): SqliteState {
  const { open = installedSqlite, durability = 'normal', busyTimeoutMs = 5_000, readOnly = false, makeFolder = false } = options;
  const witness = options.witness === undefined ? undefined : witnessFile(options.witness, file);
  const { later = work => work(), asOwner = work => work() } = options;
  const log = new SessionLog();
  const [defers, takenBack] = [options.later !== undefined, () => log.forget()];
  const connection = connect({
    file,
    open,
    durability,
    busyTimeoutMs,
    readOnly,
    makeFolder,
    witness,
    later,
    asOwner,
    defers,
    takenBack,
  });
  const sessions = sqliteSessionStore(connection, log);
  return Object.freeze<SqliteState>({
    sessions,
    approvals: sqliteApprovalStore(connection),
    audit: sqliteAudit(connection, sessions, log),
    inspect: sqliteInspector(connection, log),
    close: () => connection.close(),
  });
}
