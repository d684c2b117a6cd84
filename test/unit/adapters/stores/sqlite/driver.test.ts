import { describe, expect, it } from 'vitest';

import { inTransaction, openPrepared, useLog } from '../../../../../packages/adapters/src/stores/sqlite/driver.ts';
import type { SqliteDriver } from '../../../../../packages/adapters/src/stores/sqlite/driver.ts';

const LOCKED = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
const BROKEN = Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });

/** A file whose statements fail as often as is said, with a list of what was done to it. */
function file(failures: readonly (readonly [sql: string, times: number, error: Error])[] = []) {
  const done: string[] = [];
  const left = new Map(failures.map(([sql, times]) => [sql, times]));
  const exec = (sql: string): void => {
    done.push(sql);
    const times = left.get(sql) ?? 0;
    left.set(sql, times - 1);
    const error = failures.find(([each]) => each === sql)?.[2];
    if (times > 0 && error !== undefined) throw error;
  };
  const driver = { exec, close: () => void done.push('close') } as unknown as SqliteDriver;
  const open = (): SqliteDriver => {
    done.push('open');
    return driver;
  };
  return { done, exec, driver, open };
}

describe('openPrepared', () => {
  it('opens again what is locked, and closes what it gives up', () => {
    const { done, driver, open } = file([['prepare', 2, LOCKED]]);

    expect(openPrepared(open, each => void each.exec('prepare'))).toBe(driver);
    expect(done.join(' ')).toBe('open prepare close open prepare close open prepare');
  });

  it('gives up what stays locked, and what is wrong in another way at once', () => {
    const [locked, broken] = [file([['prepare', 9, LOCKED]]), file([['prepare', 9, BROKEN]])];

    expect(() => openPrepared(locked.open, each => void each.exec('prepare'))).toThrow(LOCKED);
    expect(() => openPrepared(broken.open, each => void each.exec('prepare'))).toThrow(BROKEN);
    expect(locked.done.filter(each => each === 'close')).toHaveLength(5);
    expect(broken.done.join(' ')).toBe('open prepare close');
  });
});

describe('useLog', () => {
  const SWITCH = 'pragma journal_mode = wal';

  it('waits like a writer where somebody writes, and switches then', () => {
    const { done, driver } = file([[SWITCH, 1, LOCKED]]);

    useLog(driver);

    expect(done).toEqual([SWITCH, 'begin immediate', 'rollback', SWITCH]);
  });

  it('throws what it waited for in vain, and what is wrong in another way', () => {
    const waits = file([
      [SWITCH, 9, LOCKED],
      ['begin immediate', 1, LOCKED],
    ]);
    const busy = file([[SWITCH, 9, LOCKED]]);
    const broken = file([[SWITCH, 9, BROKEN]]);

    expect(() => useLog(waits.driver)).toThrow(LOCKED);
    expect(() => useLog(busy.driver)).toThrow(LOCKED);
    expect(() => useLog(broken.driver)).toThrow(BROKEN);
    expect([waits, busy, broken].map(({ done }) => done.filter(each => each === SWITCH).length)).toEqual([1, 5, 1]);
  });
});

describe('inTransaction', () => {
  it('commits what was done, and takes back what failed, at its end too', () => {
    const [good, bad, late] = [file(), file(), file([['commit', 1, LOCKED]])];
    const told: string[] = [];
    const fails = (): never => {
      throw BROKEN;
    };

    expect(inTransaction(good.exec, 'begin', () => 1)).toBe(1);
    expect(() => inTransaction(bad.exec, 'begin immediate', fails, () => void told.push('bad'))).toThrow(BROKEN);
    expect(() => inTransaction(late.exec, 'begin', String, () => void told.push('late'))).toThrow(LOCKED);
    expect([good.done, bad.done, late.done]).toEqual([
      ['begin', 'commit'],
      ['begin immediate', 'rollback'],
      ['begin', 'commit', 'rollback'],
    ]);
    expect(told).toEqual(['bad', 'late']);
  });

  it('reports the first fault where nothing is left to take back, and none to take back where nothing began', () => {
    const [over, locked] = [file([['rollback', 1, LOCKED]]), file([['begin immediate', 1, LOCKED]])];
    const fails = (): never => {
      throw BROKEN;
    };

    expect(() => inTransaction(over.exec, 'begin', fails)).toThrow(BROKEN);
    expect(() => inTransaction(locked.exec, 'begin immediate', fails)).toThrow(LOCKED);
    expect(locked.done).toEqual(['begin immediate']);
  });
});
