import type { ApprovalStore, SessionStore } from '@licet/core';
import type { StateInspector } from '@licet/core/store';

import { postgresApprovalStore } from './approvals.ts';
import { postgresAudit } from './audit.ts';
import type { PostgresAudit } from './audit.ts';
import { connect } from './connection.ts';
import { postgresInspector } from './inspect.ts';
import type { PostgresStateOptions } from './options.ts';
import { settingsOf } from './options.ts';
import { postgresSessionStore } from './sessions.ts';

/** Everything that Licet keeps, in one schema of a database. */
export interface PostgresState {
  readonly sessions: SessionStore;
  readonly approvals: ApprovalStore;
  readonly audit: PostgresAudit;
  readonly inspect: StateInspector;
  /** Whether there is a state already. It makes none, where the state was opened with `readOnly`. */
  readonly isMade: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/**
 * Keeps sessions, counters, approvals and the audit trail in a PostgreSQL database that any number of machines share.
 * Nothing is contacted before it is used; the first use makes the schema where there is none. Every change is one
 * transaction: a crash on either side leaves the state before it or after it. What cannot be read or written rejects with a
 * `GovernanceError` of code `store_unavailable`, which the engine turns into a block; the next use tries anew. Needs the
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
    isMade: async () => connection.isMade(),
    close: async () => connection.close(),
  });
}
