import { resolve } from 'node:path';

import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { BuiltPolicy, EngineOptions } from '@licet/core';

import { hasContent } from '../hasContent.ts';
import { openPostgres } from './openPostgres.ts';
import { STATE_FILE, sessionsIn } from './statePlaces.ts';

/**
 * Opens what a policy remembers, to be looked at only: limits, facts and exceptions count for a question as they would for
 * a call, and nothing is charged, written or made. Where nothing was kept yet there is nothing to look at.
 */
export async function lookState(built: BuiltPolicy, root: string): Promise<Pick<EngineOptions, 'sessions'>> {
  const { sessions } = built.settings;
  const store = sessionsIn(built.settings);
  if (store === 'postgres' && sessions !== undefined) {
    const state = await openPostgres(sessions, { readOnly: true });
    return (await state.isMade()) ? { sessions: state.sessions } : {};
  }
  const file = resolve(root, sessions?.path ?? STATE_FILE);
  return store === 'sqlite' && hasContent(file)
    ? { sessions: sqliteState(file, { open: builtinSqlite, readOnly: true }).sessions }
    : {};
}
