import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { betterSqlite, builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver, SqliteState } from '@licet/adapters/sqlite';
import { memorySessions } from '@licet/core';
import type { SessionStore } from '@licet/core';
import { afterAll } from 'vitest';

import { sessionStoreModel } from './storeModel.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-model-'));

let opened: SqliteState[] = [];
let count = 0;

/** Connections to one new file, each by its own driver. What earlier runs opened is closed. */
const fresh =
  (...drivers: readonly OpenDriver[]) =>
  (): readonly SessionStore[] => {
    for (const state of opened) state.close();
    const file = join(folder, `${count++}.db`);
    opened = drivers.map(open => sqliteState(file, { open }));
    return opened.map(({ sessions }) => sessions);
  };

afterAll(() => {
  for (const state of opened) state.close();
  rmSync(folder, { recursive: true, force: true });
});

sessionStoreModel('memory', () => [memorySessions()], 600);
sessionStoreModel('the built-in SQLite', fresh(builtinSqlite));
sessionStoreModel('better-sqlite3', fresh(betterSqlite));
sessionStoreModel('both libraries on one file', fresh(builtinSqlite, betterSqlite, builtinSqlite));
