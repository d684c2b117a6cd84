import { sqliteState } from '@licet/adapters/sqlite';
import type { SessionStore } from '@licet/core';
import { memorySessions } from '@licet/core';
import type { Scheduler } from 'fast-check';

/** The stores that every guard with a memory is tested on, each a new one. */
export const stores: readonly (readonly [string, () => SessionStore])[] = [
  ['memory', memorySessions],
  ['SQLite', () => sqliteState(':memory:').sessions],
];

/** A store that answers by promise, in whatever order the scheduler likes. */
export function scheduled(store: SessionStore, scheduler: Scheduler): SessionStore {
  const later = Object.entries(store).map(([name, method]: [string, (...args: never[]) => unknown]) => [
    name,
    scheduler.scheduleFunction(async (...args: never[]) => Promise.resolve(method(...args)), undefined),
  ]);
  return Object.fromEntries(later) as SessionStore;
}
