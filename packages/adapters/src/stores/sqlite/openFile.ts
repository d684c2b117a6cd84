import type { Anchor } from '@licet/core/store';
import { GovernanceError } from '@licet/core';

import type { OpenDriver, SqliteDriver, SqliteStatement, Statements } from './driver.ts';
import { openPrepared } from './driver.ts';
import { faultOf } from './faults.ts';
import { createPrivate, fileIdentity, isPlainFile, watchPlace } from './fileIdentity.ts';
import { watchSchema } from './ownSchema.ts';
import { ensureSchema, lost, requireSchema } from './schema.ts';
import type { Witness, WitnessFile } from './witness.ts';

/** How a file is opened. */
export interface ConnectionOptions {
  readonly file: string;
  readonly open: OpenDriver;
  /** `normal` survives a crash of the process, `full` also a loss of power, for several times the cost of a write. */
  readonly durability: 'normal' | 'full';
  /** How long to wait for another process, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** Makes the folder of a file that is to be created. */
  readonly makeFolder: boolean;
  /** Never creates a file and never writes into one. */
  readonly readOnly: boolean;
  /** What says outside of the file that it exists. */
  readonly witness: WitnessFile | undefined;
  /** When what is committed may be brought to the disk and said outside of the file. */
  readonly later: (work: () => void) => void;
  /** Whether that is after answers, and not at once. */
  readonly defers: boolean;
  /** Runs what opens, replaces or closes files: as the user that they belong to. */
  readonly asOwner: <T>(work: () => T) => T;
  /** Told when what a transaction has written is taken back. */
  readonly takenBack: () => void;
}

/** A file while it is open. */
export interface OpenFile {
  readonly driver: SqliteDriver;
  statement(sql: string): SqliteStatement;
  /** Begins a transaction that writes, as soon as no other connection does. Throws when none of them ends in time. */
  readonly beginWrite: () => void;
  /** Throws when another file, or none, lies where this one lay: what is written would be seen by no other process. */
  readonly requireInPlace: () => void;
  /** Throws when something has been put into its schema that could swallow or change what is written. */
  readonly requireOwnSchema: () => void;
  /** The identity of the file, where it has a witness. */
  readonly id: string | undefined;
  readonly witnessed: Witness | undefined;
  close(): void;
}

/** Opens a file, and makes it where it has never been. Throws a `GovernanceError` for one that is not the one that is known. */
export function openFile(options: ConnectionOptions, wasOpen: boolean): OpenFile {
  const { file } = options;
  // Before anything is looked at: what another process makes in the meantime has its witness afterwards.
  const witnessed = isPlainFile(file) ? options.witness?.read() : undefined;
  if (isPlainFile(file) && fileIdentity(file) === undefined) {
    if (witnessed !== undefined) throw lost(file, 'it is gone');
    if (wasOpen || options.readOnly) throw missing(file, wasOpen);
    createPrivate(file, options.makeFolder);
  }
  const driver = opened(options, witnessed === undefined);
  const id = options.witness === undefined || !isPlainFile(file) ? undefined : identified(driver, options, witnessed);
  const [place, requireOwnSchema] = [watchPlace(file), watching(driver, file)];
  const statements = new Map<string, SqliteStatement>();
  const statement = (sql: string): SqliteStatement => {
    const known = statements.get(sql) ?? driver.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    driver,
    id,
    witnessed,
    statement,
    beginWrite: () => beginInTurn(statement, options.busyTimeoutMs),
    requireInPlace: () => {
      const found = place();
      if (found !== 'there') throw found === 'gone' ? missing(file, true) : replaced(file);
    },
    requireOwnSchema,
    close() {
      try {
        driver.close();
      } catch {
        // A broken connection may refuse to close; there is nothing left to save in it.
      }
    },
  };
}

function watching(driver: SqliteDriver, file: string): () => void {
  try {
    return watchSchema(driver, file);
  } catch (error) {
    driver.close();
    throw error;
  }
}

/** A file that was there and is gone is not created again: what it counted would start from zero without notice. */
function missing(file: string, wasOpen: boolean): GovernanceError {
  return new GovernanceError(
    'store_unavailable',
    wasOpen
      ? `the state in \`${file}\` cannot be used: the file was removed while it was in use; put it back, or restart this process to begin with an empty state`
      : `the state in \`${file}\` cannot be read: there is no such file`,
  );
}

function replaced(file: string): GovernanceError {
  return new GovernanceError(
    'store_unavailable',
    `the state in \`${file}\` cannot be used: the file was replaced by another one while it was in use; the next call uses that one`,
  );
}

/**
 * Returns the identity of a file, and records it outside of the file if no process has yet. Throws when what is known there is of another
 * file, or of a later moment of this one: of a copy that was put back, say.
 */
function identified(
  driver: SqliteDriver,
  { file, witness, readOnly }: ConnectionOptions,
  witnessed: Witness | undefined,
): string {
  try {
    const { id } = driver.prepare('select id from identity').get() as { readonly id: string };
    if (witnessed === undefined) {
      if (!readOnly && isOnDisk(driver)) witness?.write({ id });
      return id;
    }
    if (witnessed.id !== id) throw lost(file, 'another one is there');
    const { seq, hash } = witnessed.anchor ?? { seq: 0, hash: '' };
    const row = seq === 0 ? undefined : driver.prepare('select hash from audit where seq = ?').get(seq);
    if (seq > 0 && (row as { readonly hash?: unknown } | undefined)?.hash !== hash)
      throw lost(file, `its trail does not hold record ${seq} as it was: an older copy is there, or the end was cut off`);
    return id;
  } catch (error) {
    driver.close();
    throw error;
  }
}

/**
 * How long SQLite waits for a lock in one go, in milliseconds. It looks more seldom the longer it waits, up to ten times a second, so that
 * new writers get ahead of old ones; where it begins again this often, all have the same chance.
 */
const TRY_MS = 18;

function beginInTurn(statement: Statements, busyTimeoutMs: number): void {
  const end = Date.now() + busyTimeoutMs;
  const wait = (ms: number): unknown => statement(`pragma busy_timeout = ${ms}`).get();
  if (busyTimeoutMs > TRY_MS) wait(TRY_MS);
  try {
    for (;;) {
      try {
        return void statement('begin immediate').run();
      } catch (error) {
        if (faultOf(error) !== 'locked' || Date.now() >= end) throw error;
      }
    }
  } finally {
    if (busyTimeoutMs > TRY_MS) wait(busyTimeoutMs);
  }
}

/** What the witness says must be on the disk, so that a loss of power cannot make the file look older than it. */
export function writeAnchor({ driver, id }: OpenFile, options: ConnectionOptions, anchor: Anchor): void {
  if (options.witness === undefined || id === undefined || !isOnDisk(driver)) return;
  emptyLog(driver, options);
  options.witness.write({ id, anchor });
}

/** Brings what was committed to the disk. False where that does not work now: the next one may do it. */
function isOnDisk(driver: SqliteDriver): boolean {
  try {
    return (driver.prepare('pragma wal_checkpoint(passive)').get() as { readonly busy: number }).busy === 0;
  } catch {
    return false;
  }
}

/**
 * Empties the log of a file whose content is on the disk, if no process reads it now. A process that ends without closing leaves the
 * whole log to the next one, which does not know what of it is on the disk: it reads all of it, and it would only grow.
 */
function emptyLog(driver: SqliteDriver, { busyTimeoutMs }: ConnectionOptions): void {
  try {
    driver.exec('pragma busy_timeout = 0');
    driver.prepare('pragma wal_checkpoint(truncate)').get();
  } catch {
    // The next one may do it.
  } finally {
    driver.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
  }
}

/** What a connection keeps of its file: a call reads and writes the ends of a few tables. A process that stays has one for each project. */
const CACHE_KB = 256;

/**
 * A commit that makes the log longer than this brings it to the disk by itself, which takes ten times as long as all else that a call does.
 * Where the trail is brought there after answers, this is for what has no trail. The unit is a page of 4 kB; SQLite's own limit is 1,000.
 */
const LOG_PAGES = 8_000;

function opened({ file, open, durability, busyTimeoutMs, readOnly, defers }: ConnectionOptions, mayBeNew: boolean): SqliteDriver {
  return openPrepared(
    () => open(file),
    driver => {
      driver.exec(`pragma busy_timeout = ${busyTimeoutMs}; pragma cache_size = -${CACHE_KB}; pragma temp_store = memory`);
      if (readOnly) {
        driver.exec('pragma query_only = on');
        requireSchema(driver, file);
        return;
      }
      ensureSchema(driver, file, mayBeNew);
      driver.exec(`pragma synchronous = ${durability}`);
      if (defers) driver.exec(`pragma wal_autocheckpoint = ${LOG_PAGES}`);
    },
  );
}
