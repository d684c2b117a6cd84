/** A prepared statement, as both SQLite libraries have it. */
export interface SqliteStatement {
  run(...params: readonly SqliteValue[]): { readonly changes: number | bigint };
  get(...params: readonly SqliteValue[]): unknown;
  all(...params: readonly SqliteValue[]): unknown[];
}

/** What SQLite stores for us. */
export type SqliteValue = string | number | null;

/** The little of a SQLite connection that the stores need. `better-sqlite3` and `node:sqlite` both have it. */
export interface SqliteDriver {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** Opens a connection to a file. */
export type OpenDriver = (file: string) => SqliteDriver;

interface HostProcess {
  getBuiltinModule?(name: 'node:sqlite'): { readonly DatabaseSync: new (file: string) => SqliteDriver } | undefined;
}

/**
 * Opens a file with the SQLite that Node brings along. Loading it costs a one-shot process next to nothing. Throws where
 * this Node has none.
 */
export const builtinSqlite: OpenDriver = file => {
  const sqlite = (globalThis.process as HostProcess | undefined)?.getBuiltinModule?.('node:sqlite');
  if (sqlite === undefined) throw new Error('this Node has no built-in SQLite; use `better-sqlite3`');
  return new sqlite.DatabaseSync(file);
};
