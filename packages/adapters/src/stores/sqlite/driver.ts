import { faultOf } from './faults.ts';

/** A prepared statement, as both SQLite libraries have it. */
export interface SqliteStatement {
  run(...params: readonly SqliteValue[]): { readonly changes: number | bigint };
  get(...params: readonly SqliteValue[]): unknown;
  all(...params: readonly SqliteValue[]): unknown[];
}

/** Prepares a statement, or finds it where it is prepared already. */
export type Statements = (sql: string) => SqliteStatement;

/**
 * Parameters of a condition. `better-sqlite3` plans a statement again whenever a bare parameter that the plan may rest on has another
 * value, which costs five times the search itself; what is cast has no value that it could look at.
 */
export const [TEXT, NUMBER] = ['cast(? as text)', 'cast(? as numeric)'] as const;

/** What SQLite stores for us. */
export type SqliteValue = string | number | null;

/** The little of a SQLite connection that the stores need. `better-sqlite3` and `node:sqlite` both have it. */
export interface SqliteDriver {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** How a file is opened. */
export interface OpenFileOptions {
  /** Refuses every write; the file must exist. @defaultValue false */
  readonly readOnly?: boolean;
  /** How long a statement waits for another process, in milliseconds. @defaultValue what the library does */
  readonly timeoutMs?: number;
}

/** Opens a connection to a file. */
export type OpenDriver = (file: string, options?: OpenFileOptions) => SqliteDriver;

interface BuiltinSqlite {
  readonly DatabaseSync: new (file: string, options: { readonly readOnly?: boolean; readonly timeout?: number }) => SqliteDriver;
}

type BetterSqlite = new (file: string, options: { readonly readonly?: boolean; readonly timeout?: number }) => SqliteDriver;

interface HostProcess {
  getBuiltinModule?(name: 'node:sqlite'): BuiltinSqlite | undefined;
  getBuiltinModule?(name: 'node:module'): { createRequire(url: string): (name: string) => unknown } | undefined;
}

const host = (): HostProcess | undefined => globalThis.process;

/**
 * Opens a file with the SQLite that Node brings along. Loading it costs a one-shot process next to nothing. Throws where
 * this Node has none.
 */
export const builtinSqlite: OpenDriver = (file, { readOnly, timeoutMs } = {}) => {
  const sqlite = host()?.getBuiltinModule?.('node:sqlite');
  if (sqlite === undefined) throw new Error('this Node has no built-in SQLite; install `better-sqlite3`');
  return new sqlite.DatabaseSync(file, {
    ...(readOnly !== undefined && { readOnly }),
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
  });
};

/** Opens a file with `better-sqlite3`. Throws where the package is not installed beside this one, or not made for this machine. */
export const betterSqlite: OpenDriver = (file, { readOnly, timeoutMs } = {}) => {
  const load = host()
    ?.getBuiltinModule?.('node:module')
    ?.createRequire(import.meta.url);
  if (load === undefined) throw new Error('this host loads no packages');
  const Database = load('better-sqlite3') as BetterSqlite;
  return new Database(file, {
    ...(readOnly !== undefined && { readonly: readOnly }),
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
  });
};

let preferred: OpenDriver | undefined;

/** Opens a file with `better-sqlite3` where it is installed, else with the SQLite inside Node. The file is the same. */
export const installedSqlite: OpenDriver = (file, options) => {
  if (preferred === undefined) {
    try {
      betterSqlite(':memory:').close();
      preferred = betterSqlite;
    } catch {
      preferred = builtinSqlite;
    }
  }
  return preferred(file, options);
};

const OPEN_ATTEMPTS = 5;

/** Opens a file and has it prepared: what fails closes it. Where other processes open it at the same moment, it is opened again. */
export function openPrepared(open: () => SqliteDriver, prepare: (driver: SqliteDriver) => void): SqliteDriver {
  for (let attempt = 1; ; attempt++) {
    const driver = open();
    try {
      prepare(driver);
      return driver;
    } catch (error) {
      driver.close();
      if (attempt === OPEN_ATTEMPTS || faultOf(error) !== 'locked') throw error;
    }
  }
}

/**
 * Switches a file to the write-ahead log. Where another process writes into it just now, as when both have just made it, SQLite refuses that
 * at once; beginning to write waits as long as the connection does.
 */
export function useLog(driver: Pick<SqliteDriver, 'exec'>): void {
  for (let attempt = 1; ; attempt++) {
    try {
      driver.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (attempt === OPEN_ATTEMPTS || faultOf(error) !== 'locked') throw error;
      driver.exec('begin immediate');
      driver.exec('rollback');
    }
  }
}

/**
 * Does something in one transaction: all of it happens, or nothing. `run` runs a statement without parameters; `undone` is told before what was
 * written is taken back.
 */
export function inTransaction<T>(
  run: (sql: string) => unknown,
  begin: 'begin' | 'begin immediate' | (() => void),
  work: () => T,
  undone?: () => void,
): T {
  if (typeof begin === 'string') run(begin);
  else begin();
  try {
    const result = work();
    run('commit');
    return result;
  } catch (error) {
    undone?.();
    try {
      run('rollback');
    } catch {
      // The transaction is gone already, as after a full disk: the fault that led here is the one to report.
    }
    throw error;
  }
}
