import { betterSqlite, builtinSqlite } from '@licet/adapters/sqlite';
import type { OpenDriver } from '@licet/adapters/sqlite';

/** Both drivers of SQLite, with their names. */
export const drivers: readonly (readonly [name: string, open: OpenDriver])[] = [
  ['the built-in SQLite', builtinSqlite],
  ['better-sqlite3', betterSqlite],
];
