import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { betterSqlite, builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver, SqliteState } from '@licet/adapters/sqlite';
import { memoryApprovals, memorySessions } from '@licet/core';
import { afterAll } from 'vitest';

import { approvalStoreContract } from './approvalStore.ts';
import { nodeStatesContract, oneOutcomeContract, parallelNodesContract } from './nodeStates.ts';
import { sessionStoreContract } from './sessionStore.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-state-'));
const opened: SqliteState[] = [];
let count = 0;

const fresh = (open: OpenDriver): SqliteState => {
  const state = sqliteState(join(folder, `${count++}.db`), { open });
  opened.push(state);
  return state;
};

afterAll(() => {
  for (const state of opened) state.close();
  rmSync(folder, { recursive: true, force: true });
});

sessionStoreContract('memory', memorySessions);
sessionStoreContract('the built-in SQLite', () => fresh(builtinSqlite).sessions);
sessionStoreContract('better-sqlite3', () => fresh(betterSqlite).sessions);
nodeStatesContract('memory', memorySessions);
oneOutcomeContract('memory', memorySessions);
oneOutcomeContract('the built-in SQLite', () => fresh(builtinSqlite).sessions);
oneOutcomeContract('better-sqlite3', () => fresh(betterSqlite).sessions);
parallelNodesContract('memory', memorySessions);
parallelNodesContract('the built-in SQLite', () => fresh(builtinSqlite).sessions);
parallelNodesContract('better-sqlite3', () => fresh(betterSqlite).sessions);
nodeStatesContract('the built-in SQLite', () => fresh(builtinSqlite).sessions);
nodeStatesContract('better-sqlite3', () => fresh(betterSqlite).sessions);
approvalStoreContract('memory', memoryApprovals);
approvalStoreContract('the built-in SQLite', () => fresh(builtinSqlite).approvals);
approvalStoreContract('better-sqlite3', () => fresh(betterSqlite).approvals);
