import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { betterSqlite, builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver, SqliteState } from '@licet/adapters/sqlite';
import { memorySessions } from '@licet/core';
import { afterAll } from 'vitest';

import { stateInspectorContract } from './stateInspector.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-inspect-'));
const opened: SqliteState[] = [];

const fresh = (open: OpenDriver): SqliteState => {
  const state = sqliteState(join(folder, `${opened.length}.db`), { open });
  opened.push(state);
  return state;
};

afterAll(() => {
  for (const state of opened) state.close();
  rmSync(folder, { recursive: true, force: true });
});

stateInspectorContract('memory', () => {
  const sessions = memorySessions();
  return { sessions, inspect: sessions.inspect };
});
stateInspectorContract('the built-in SQLite', () => fresh(builtinSqlite));
stateInspectorContract('better-sqlite3', () => fresh(betterSqlite));
