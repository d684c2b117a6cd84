import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver, SqliteState } from '@licet/adapters/sqlite';
import { memorySessions } from '@licet/core';
import { afterAll } from 'vitest';

import { stateInspectorContract } from './stateInspector.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-inspect-'));
const opened: SqliteState[] = [];
const Database = createRequire(import.meta.url)('better-sqlite3') as new (file: string) => ReturnType<OpenDriver>;

const fresh = (open?: OpenDriver): SqliteState => {
  const state = sqliteState(join(folder, `${opened.length}.db`), open === undefined ? {} : { open });
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
stateInspectorContract('the built-in SQLite', () => fresh());
stateInspectorContract('better-sqlite3', () => fresh(file => new Database(file)));
