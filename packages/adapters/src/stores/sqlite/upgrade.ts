import { TRAIL } from '@licet/core/store';

import type { OpenDriver, SqliteDriver } from './driver.ts';
import { installedSqlite, useLog } from './driver.ts';
import { stateFailure } from './failure.ts';
import { createPrivate, fileIdentity, fileSystem } from './fileIdentity.ts';
import type { SalvageOptions } from './salvage.ts';
import { SCHEMA_VERSION, ourVersion, takeOn } from './schema.ts';
import { sqliteState } from './state.ts';

/** What {@link upgradeState} has done. */
export interface Upgrade {
  /** Where a copy of the file lies, as it was. */
  readonly kept: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Brings a state file of an older format to the one of this version: copies it beside itself, whole and as it stands at one moment, then
 * changes it in one transaction and adds a record to its trail. Returns undefined for a file that is not there or not older, and throws a
 * `GovernanceError` for one that cannot be read or written; it is then as it was. Nothing that somebody writes in between is lost: the
 * copy is made again.
 *
 * @example
 * ```ts
 * import { upgradeState } from '@licet/adapters/sqlite';
 *
 * upgradeState('no-such-file.db', { now: Date.now() }); // => undefined
 * ```
 */
export function upgradeState(file: string, { now, open = installedSqlite }: SalvageOptions): Upgrade | undefined {
  if (fileIdentity(file) === undefined) return undefined;
  let driver: SqliteDriver | undefined;
  try {
    driver = open(file);
    driver.exec('pragma busy_timeout = 5000');
    const from = ourVersion(driver, file);
    if (from === 0 || from === SCHEMA_VERSION) return undefined;
    const kept = `${file}.format-${from}-${new Date(now).toISOString().replaceAll(/[:.]/gu, '-')}`;
    useLog(driver);
    while (!copyAndTakeOn(driver, kept));
    driver.close();
    driver = undefined;
    note(file, open, { now, from, kept });
    return { kept, from, to: SCHEMA_VERSION };
  } catch (cause) {
    throw stateFailure(cause, file);
  } finally {
    driver?.close();
  }
}

/** Returns false where somebody wrote into the file after it was copied: the copy would not be all of it. */
function copyAndTakeOn(driver: SqliteDriver, kept: string): boolean {
  const seen = (): unknown => driver.prepare('pragma data_version').get();
  const before = JSON.stringify(seen());
  fileSystem()?.rmSync(kept, { force: true });
  createPrivate(kept, false);
  driver.prepare('vacuum into ?').run(kept);
  const changed = new Error('somebody wrote into the file after it was copied');
  try {
    takeOn(driver, () => {
      if (JSON.stringify(seen()) !== before) throw changed;
    });
    return true;
  } catch (error) {
    if (error === changed) return false;
    throw error;
  }
}

function note(file: string, open: OpenDriver, { now, from, kept }: { now: number; from: number; kept: string }): void {
  const { audit, close } = sqliteState(file, { open });
  const copy = kept.replace(/^.*[\\/]/u, '');
  const detail = `a human had the state brought from format ${from} to ${SCHEMA_VERSION}; as it was, it is \`${copy}\``;
  audit.append({ ...TRAIL, type: 'anomaly', at: now, code: 'state_upgraded', detail });
  close();
}
