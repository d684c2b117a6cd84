import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { betterSqlite, builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver, SqliteState } from '@licet/adapters/sqlite';
import { memoryAudit, memorySessions } from '@licet/core';
import { afterAll } from 'vitest';

import { auditTrailContract } from './auditTrail.ts';
import type { Trail } from './auditTrail.ts';
import { hostileStateContract } from './hostileState.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-trail-'));
const opened: SqliteState[] = [];

const fresh = (open: OpenDriver): SqliteState & Trail => {
  const file = join(folder, `${opened.length}.db`);
  const state = sqliteState(file, { open });
  opened.push(state);
  const tamper = (sql: string): void => {
    const driver = builtinSqlite(file);
    driver.exec(sql);
    driver.close();
  };
  return { ...state, tamper };
};

afterAll(() => {
  for (const state of opened) state.close();
  rmSync(folder, { recursive: true, force: true });
});

auditTrailContract('memory', () => ({ audit: memoryAudit() }));
auditTrailContract('the built-in SQLite', () => fresh(builtinSqlite));
auditTrailContract('better-sqlite3', () => fresh(betterSqlite));
hostileStateContract('memory', memorySessions);
hostileStateContract('the built-in SQLite', () => fresh(builtinSqlite).sessions);
hostileStateContract('better-sqlite3', () => fresh(betterSqlite).sessions);
