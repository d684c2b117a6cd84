import { createRequire } from 'node:module';
import { EpistemicError } from '../../errors.ts';
import { sqliteFault } from './faults.ts';

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

type Driver = new (path: string, options: { readonly readonly: boolean; readonly timeout: number }) => Database;

const load = createRequire(import.meta.url);

/** Opens a file through `better-sqlite3`, which is loaded here and not before. */
export function openDatabase(path: string, readOnly: boolean, busyTimeoutMs: number): Database {
  let driver: Driver;
  try {
    driver = load('better-sqlite3') as Driver;
  } catch (cause) {
    throw new EpistemicError('graph_unavailable', 'expected the package `better-sqlite3` to be installed, found none', { cause });
  }
  try {
    return new driver(path, { readonly: readOnly, timeout: busyTimeoutMs });
  } catch (cause) {
    throw sqliteFault(cause, path);
  }
}
