import type { OpenDriver, SqliteDriver, SqliteStatement } from './driver.ts';
import { stateFailure } from './failure.ts';
import { ensureSchema } from './schema.ts';

/** How a file is opened. */
export interface ConnectionOptions {
  readonly file: string;
  readonly open: OpenDriver;
  /** `normal` survives a crash of the process, `full` also a loss of power, for several times the cost of a write. */
  readonly durability: 'normal' | 'full';
  /** How long to wait for another process, in milliseconds. */
  readonly busyTimeoutMs: number;
}

/** A connection that opens when it is first used and opens again after a failure. */
export interface Connection {
  /** Runs statements that only read. Throws a `GovernanceError` of code `store_unavailable` when they cannot be run. */
  read<T>(work: (statement: (sql: string) => SqliteStatement) => T): T;
  /** Runs statements in one transaction that takes the write lock at once: all of them happen, or none. */
  write<T>(work: (statement: (sql: string) => SqliteStatement) => T): T;
  close(): void;
}

const OPEN_ATTEMPTS = 5;

/** Makes a connection. Nothing is opened yet. */
export function connect(options: ConnectionOptions): Connection {
  let driver: SqliteDriver | undefined;
  let statements = new Map<string, SqliteStatement>();
  const forget = (): void => {
    statements = new Map();
    const old = driver;
    driver = undefined;
    try {
      old?.close();
    } catch {
      // A broken connection may refuse to close; there is nothing left to save in it.
    }
  };
  const ready = (): SqliteDriver => (driver ??= opened(options));
  const statement = (sql: string): SqliteStatement => {
    const known = statements.get(sql) ?? ready().prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      const failure = stateFailure(cause, options.file);
      if (failure !== cause) forget();
      throw failure;
    }
  };
  return Object.freeze<Connection>({
    read: work => guarded(() => work(statement)),
    write: work => guarded(() => inTransaction(ready(), () => work(statement))),
    close: forget,
  });
}

/** Opening switches a new file to the write-ahead log, which another process may be doing at the same moment. */
function opened({ file, open, durability, busyTimeoutMs }: ConnectionOptions): SqliteDriver {
  for (let attempt = 1; ; attempt++) {
    const driver = open(file);
    try {
      driver.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
      driver.exec('pragma journal_mode = wal');
      driver.exec(`pragma synchronous = ${durability}`);
      ensureSchema(driver);
      return driver;
    } catch (error) {
      driver.close();
      if (attempt === OPEN_ATTEMPTS || !/locked|busy/i.test(String(error))) throw error;
    }
  }
}

function inTransaction<T>(driver: SqliteDriver, work: () => T): T {
  driver.exec('begin immediate');
  try {
    const result = work();
    driver.exec('commit');
    return result;
  } catch (error) {
    try {
      driver.exec('rollback');
    } catch {
      // The transaction is gone already, as after a full disk.
    }
    throw error;
  }
}
