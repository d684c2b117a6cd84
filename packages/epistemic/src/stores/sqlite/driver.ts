import { createRequire } from 'node:module';
import { EpistemicError } from '../../errors.ts';
import { openBuiltin } from './builtin.ts';
import { guarded } from './faults.ts';

/** A prepared statement, as far as it is used here. `raw` and `pluck` change the statement itself. */
export interface Statement {
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
  iterate(...values: readonly unknown[]): IterableIterator<unknown>;
  run(...values: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  raw(): Statement;
  pluck(): Statement;
}

/** A database connection, as far as it is used here. */
export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}

/** Which SQLite runs: the package `better-sqlite3`, or the one inside Node. The file is the same. */
export type SqliteDriver = 'better-sqlite3' | 'builtin';

type Driver = new (path: string, options: { readonly readonly: boolean; readonly timeout: number }) => Database;

const load = createRequire(import.meta.url);

/** Opens a file. Drivers are loaded here and not before; without a choice, `better-sqlite3` where it is installed. */
export function openDatabase(path: string, readOnly: boolean, timeout: number, driver?: SqliteDriver): Database {
  return guarded(path, () => {
    const Package = driver === 'builtin' ? undefined : findPackage();
    const opened = Package === undefined ? undefined : new Package(path, { readonly: readOnly, timeout });
    const database = opened ?? (driver === 'better-sqlite3' ? undefined : openBuiltin(path, readOnly, timeout));
    if (database !== undefined) return database;
    throw new EpistemicError('graph_unavailable', 'expected the package `better-sqlite3` or a Node with SQLite, found neither');
  });
}

function findPackage(): Driver | undefined {
  try {
    return load('better-sqlite3') as Driver;
  } catch {
    // Not installed, or not built for this machine: the caller falls back or says so.
    return undefined;
  }
}
