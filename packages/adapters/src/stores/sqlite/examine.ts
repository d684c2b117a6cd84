import { LATE_SETTLEMENT_MS } from '@licet/core/store';

import type { OpenDriver, SqliteDriver } from './driver.ts';
import { installedSqlite } from './driver.ts';
import { stateFailure } from './failure.ts';
import { fileIdentity } from './fileIdentity.ts';
import { requireSchema } from './schema.ts';

/** How {@link examineState} looks. */
export interface ExamineOptions {
  /** The time now, in milliseconds since the epoch. */
  readonly now: number;
  /** The SQLite to use. @defaultValue `installedSqlite` */
  readonly open?: OpenDriver;
  /** How long to wait for another process, in milliseconds. @defaultValue 2000 */
  readonly busyTimeoutMs?: number;
}

/** What was found out about a state file. */
export interface StateExamination {
  /** `wal` where everything is as it should be. */
  readonly journalMode: string;
  /** What SQLite finds wrong with the file; empty for a sound one. */
  readonly damage: readonly string[];
  /** Why nothing can be written; absent where it can. */
  readonly unwritable?: string;
  /** When the newest record was made, in milliseconds since the epoch; absent where there is none. */
  readonly newestAt?: number;
  /** How many reservations lapsed so long ago that their outcome will not come any more. */
  readonly leftOver: number;
}

/**
 * Examines a state file. A write is tried in a transaction that is rolled back; nothing is changed. Throws a
 * `GovernanceError` of code `store_unavailable` for a file that is not there or cannot be opened.
 *
 * @example
 * ```ts
 * import { examineState } from '@licet/adapters/sqlite';
 *
 * let why = '';
 * try {
 *   examineState('no-such-file.db', { now: Date.now() });
 * } catch (error) {
 *   why = String(error);
 * }
 * why.includes('cannot be opened'); // => true
 * ```
 */
export function examineState(
  file: string,
  { now, open = installedSqlite, busyTimeoutMs = 2_000 }: ExamineOptions,
): StateExamination {
  let driver: SqliteDriver | undefined;
  try {
    if (fileIdentity(file) === undefined) throw new Error('ENOENT: there is no such file');
    driver = open(file);
    driver.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
    requireSchema(driver, file);
    return examine(driver, file, now);
  } catch (cause) {
    throw stateFailure(cause, file);
  } finally {
    driver?.close();
  }
}

const NEWEST = `
select max(at) from (
  select max(at) as at from audit
  union all
  select max((select event ->> '$.at' from events where session = id order by version desc limit 1)) from sessions
)`;

function examine(driver: SqliteDriver, file: string, now: number): StateExamination {
  const value = (sql: string, ...params: readonly number[]): unknown =>
    Object.values(driver.prepare(sql).get(...params) as object)[0];
  const journalMode = value('pragma journal_mode') as string;
  const damage = (driver.prepare('pragma quick_check(5)').all() as { quick_check: string }[])
    .map(row => row.quick_check)
    .filter(text => text !== 'ok');
  const newestAt = value(NEWEST) as number | null;
  const unwritable = whyUnwritable(driver, file);
  return {
    journalMode,
    damage,
    ...(unwritable !== undefined && { unwritable }),
    ...(newestAt !== null && { newestAt }),
    leftOver: value('select count(*) from entries where expires_at <= ?', now - LATE_SETTLEMENT_MS) as number,
  };
}

function whyUnwritable(driver: SqliteDriver, file: string): string | undefined {
  try {
    driver.exec('begin immediate');
    try {
      driver.exec("insert into totals (key, charged) values ('doctor', 0)");
    } finally {
      driver.exec('rollback');
    }
    return undefined;
  } catch (cause) {
    return stateFailure(cause, file).message;
  }
}
