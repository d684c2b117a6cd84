import type { ApprovalStore, Clock, SessionStore } from '@licet/core';
import type { StateInspector } from '@licet/core/store';
import { InvariantError, systemClock } from '@licet/core';

import { readAddresses } from './addresses.ts';
import { postgresApprovalStore } from './approvals.ts';
import { postgresAudit } from './audit.ts';
import type { PostgresAudit } from './audit.ts';
import { connect } from './connection.ts';
import type { LoadPostgres } from './driver.ts';
import { installedPostgres } from './driver.ts';
import { postgresInspector } from './inspect.ts';
import { postgresSessionStore } from './sessions.ts';
import type { PostgresSettings } from './connection.ts';

/** How {@link postgresState} reaches its database. */
export interface PostgresStateOptions {
  /**
   * The address: `postgres://user:password@host:5432/database`. What it leaves out is taken from where `pg` looks: `PGUSER`,
   * `PGPASSWORD`, a password file. TLS is asked for with `?sslmode=verify-full`, or with `ssl`. Several hosts, `one:5432,two:5432`, are tried in order
   * until one takes writes, again after the connection broke: so a standby that was promoted is found.
   */
  readonly uri: string;
  /** The schema of the database that everything lies in: small letters, digits and `_`. @defaultValue 'licet' */
  readonly schema?: string;
  /** TLS, as `pg` takes it: `true`, or the options of a TLS socket. @defaultValue what the address says */
  readonly ssl?: boolean | Readonly<Record<string, unknown>>;
  /** How many connections this process holds at most. @defaultValue 8 */
  readonly maxConnections?: number;
  /** How long to wait for a connection, in milliseconds. @defaultValue 5000 */
  readonly connectTimeoutMs?: number;
  /** How long one statement may take, waiting for other processes included, in milliseconds. @defaultValue 10000 */
  readonly statementTimeoutMs?: number;
  /** Whether only to look: nothing is made, and the server refuses whatever would write. @defaultValue false */
  readonly readOnly?: boolean;
  /** Where the driver comes from. @defaultValue the installed `pg` */
  readonly driver?: LoadPostgres;
}

/** Everything that Licet keeps, in one schema of a database. */
export interface PostgresState {
  readonly sessions: SessionStore;
  readonly approvals: ApprovalStore;
  readonly audit: PostgresAudit;
  readonly inspect: StateInspector;
  /**
   * The time of the database, which all machines that share it agree on: give it to the engine as its `clock`. A machine whose own clock is wrong then counts
   * like the others.
   */
  readonly clock: Clock;
  /** Measures that time. Before the first use it is the time of the machine, and a first use that finds another one is refused. */
  readonly measure: () => Promise<void>;
  /** Whether there is a state already. It makes none, where the state was opened with `readOnly`. */
  readonly isMade: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/**
 * Keeps sessions, counters, approvals and the audit trail in a PostgreSQL database that any number of machines share.
 * Nothing is contacted before it is used; the first use makes the schema where there is none. Every change is one
 * transaction: a crash on either side leaves the state before it or after it. What cannot be read or written rejects with a
 * `GovernanceError` of code `store_unavailable`, which the engine turns into a block; the next use tries again. Needs the
 * package `pg`, and a database whose encoding is UTF8. Throws an `InvariantError` for options that cannot be meant.
 *
 * @example
 * ```ts
 * import { PolicyEngine, guard, pass } from '@licet/core';
 * import { postgresState } from '@licet/adapters/postgres';
 *
 * const { sessions, approvals, audit, close } = postgresState({ uri: 'postgres://licet@127.0.0.1:1/nowhere' });
 * const engine = new PolicyEngine(guard('yes', () => pass()), { sessions, approvals, audit });
 * const evaluation = await engine.evaluate({ kind: 'read' });
 * evaluation.ruling; // => 'block'
 * evaluation.code; // => 'store_unavailable'
 * await close();
 * ```
 */
export function postgresState(options: PostgresStateOptions): PostgresState {
  const connection = connect(settingsOf(options));
  const sessions = postgresSessionStore(connection);
  return Object.freeze<PostgresState>({
    sessions,
    approvals: postgresApprovalStore(connection),
    audit: postgresAudit(connection, sessions),
    inspect: postgresInspector(connection),
    clock: Object.freeze({ ...systemClock, now: connection.now }),
    measure: async () => connection.measure(),
    isMade: async () => connection.isMade(),
    close: async () => connection.close(),
  });
}

const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** The server stops first, so that what it says is heard. */
const SERVER_FIRST_MS = 1_000;

/** How long a transaction may stand still at least: a process on a busy machine stalls, and that is no statement that takes long. */
const IDLE_MS = 10_000;

/** Checks options and fills in what they leave out. Throws an `InvariantError` for what cannot be meant; it never shows a password. */
export function settingsOf(options: PostgresStateOptions): PostgresSettings {
  const { uri, schema = 'licet', ssl, maxConnections = 8, driver = installedPostgres } = options;
  const { readOnly = false, connectTimeoutMs = 5_000, statementTimeoutMs = 10_000 } = options;
  if (!SCHEMA_NAME.test(schema) || schema.startsWith('pg_')) {
    const found = `found \`${schema}\``;
    throw new InvariantError('invalid_param', `expected \`schema\` to be small letters, digits and \`_\`, ${found}`);
  }
  for (const [name, value] of Object.entries({ maxConnections, connectTimeoutMs, statementTimeoutMs })) {
    if (!Number.isInteger(value) || value < 1)
      throw new InvariantError('invalid_param', `expected \`${name}\` to be a whole number from 1, found \`${value}\``);
  }
  const { each, needsPrimary, place } = readAddresses(uri, readOnly);
  return {
    schema,
    load: driver,
    readOnly,
    place,
    addresses: each,
    needsPrimary,
    pool: {
      ...(ssl !== undefined && { ssl }),
      max: maxConnections,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + SERVER_FIRST_MS,
      idle_in_transaction_session_timeout: Math.max(statementTimeoutMs, IDLE_MS),
      application_name: 'licet',
      options: `-c default_transaction_isolation=read\\ committed${readOnly ? ' -c default_transaction_read_only=on' : ''}`,
      keepAlive: true,
      allowExitOnIdle: true,
    },
  };
}
