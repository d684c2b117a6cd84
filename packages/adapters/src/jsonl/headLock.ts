import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Anchor } from '@licet/core';

import type { OpenDriver, SqliteDriver, SqliteStatement } from '../stores/sqlite/driver.ts';

/** The end of a trail as it was last written: where it is in the chain, and in its file. */
export interface TrailHead extends Anchor {
  /** The size of the current file behind it, in bytes. */
  readonly size: number;
  /** The identity of the current file. */
  readonly ino: number;
  /** When the current file was begun, in milliseconds since the epoch. */
  readonly begunAt: number;
  /** The number of the first record that is kept. */
  readonly first: number;
}

/** How the lock is kept. */
export interface HeadLockOptions {
  readonly open: OpenDriver;
  /** How long to wait for another process, in milliseconds. */
  readonly busyTimeoutMs: number;
}

/** The lock of a trail, and the head that it guards. The kernel frees it when its holder dies. */
export interface HeadLock {
  /** Does something that no other process does at the same time. What it returns becomes the head. */
  hold(work: (head: TrailHead | undefined) => TrailHead): void;
  close(): void;
}

interface Opened {
  readonly driver: SqliteDriver;
  readonly select: SqliteStatement;
  readonly update: SqliteStatement;
  readonly ino: number | undefined;
}

const SCHEMA =
  'create table if not exists head (id integer primary key check (id = 1), seq integer not null, hash text not null, size integer not null, ino integer not null, begun_at integer not null, first integer not null)';
const ATTEMPTS = 5;

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;

/**
 * A tiny SQLite file as the lock of a trail: `begin immediate` is held by one process at a time and freed by the kernel, so
 * there is no stale lock to break. A lock file that has been replaced is noticed, and opened again.
 */
export function headLock(file: string, options: HeadLockOptions): HeadLock {
  let opened: Opened | undefined;
  const close = (): void => {
    const old = opened;
    opened = undefined;
    try {
      old?.driver.close();
    } catch {
      // A broken connection may refuse to close; there is nothing left to save in it.
    }
  };
  const begin = (): Opened => {
    for (let attempt = 1; ; attempt++) {
      const current = (opened ??= openLock(file, options));
      current.driver.exec('begin immediate');
      if (current.ino !== undefined && current.ino === inodeOf(file)) return current;
      close();
      if (attempt === ATTEMPTS) throw new Error('the lock file is being replaced all the time');
    }
  };
  return Object.freeze<HeadLock>({
    close,
    hold(work) {
      try {
        const { driver, select, update } = begin();
        const row = select.get() as (TrailHead & { readonly begun_at: number }) | undefined;
        const { seq, hash, size, ino, begunAt, first } = work(row && { ...row, begunAt: row.begun_at });
        update.run(seq, hash, size, ino, begunAt, first);
        driver.exec('commit');
      } catch (error) {
        close();
        throw error;
      }
    },
  });
}

/** Reads the head of a trail that others may be writing. Undefined when there is none. */
export function readHead(file: string, open: OpenDriver): TrailHead | undefined {
  if (inodeOf(file) === undefined) return undefined;
  const driver = open(file);
  try {
    driver.exec('pragma busy_timeout = 5000');
    const row = driver.prepare('select * from head').get() as (TrailHead & { readonly begun_at: number }) | undefined;
    return row && { ...row, begunAt: row.begun_at };
  } finally {
    driver.close();
  }
}

/**
 * The table is made safely. After that a commit is one write of one small page, which is there or not whatever is killed: it
 * needs no journal on disk. Nor does it need to reach the disk: a head that is behind its file is brought up by the next record.
 */
function openLock(file: string, { open, busyTimeoutMs }: HeadLockOptions): Opened {
  mkdirSync(dirname(file), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    const driver = open(file);
    try {
      driver.exec(`pragma busy_timeout = ${busyTimeoutMs}; pragma page_size = 512`);
      const select = prepared(driver);
      driver.exec('pragma journal_mode = memory; pragma synchronous = off');
      const update = driver.prepare(
        'insert or replace into head (id, seq, hash, size, ino, begun_at, first) values (1, ?, ?, ?, ?, ?, ?)',
      );
      return { driver, select, update, ino: inodeOf(file) };
    } catch (error) {
      driver.close();
      if (attempt === ATTEMPTS || !/locked|busy/i.test(String(error))) throw error;
    }
  }
}

/** Making the table takes a write, so it is only made where it is missing. */
function prepared(driver: SqliteDriver): SqliteStatement {
  const sql = 'select seq, hash, size, ino, begun_at, first from head';
  try {
    return driver.prepare(sql);
  } catch (error) {
    if (!/no such table/.test(String(error))) throw error;
    driver.exec(SCHEMA);
    return driver.prepare(sql);
  }
}
