/** A prepared statement, as both SQLite libraries have it. */
export interface SqliteStatement {
  run(...params: readonly SqliteValue[]): { readonly changes: number | bigint };
  get(...params: readonly SqliteValue[]): unknown;
  all(...params: readonly SqliteValue[]): unknown[];
}

/** Prepares a statement, or finds it where it is prepared already. */
export type Statements = (sql: string) => SqliteStatement;

/**
 * Parameters of a condition. `better-sqlite3` plans a statement anew whenever a bare parameter that the plan may rest on has another
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
