import type { Anchor } from '@licet/core/store';
import { GovernanceError } from '@licet/core';

import type { OpenDriver, SqliteDriver, SqliteStatement } from './driver.ts';
import { stateFailure } from './failure.ts';
import { createPrivate, fileIdentity, isPlainFile } from './fileIdentity.ts';
import { ensureSchema, lost, requireCurrentSchema } from './schema.ts';
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
}

/** A connection that opens when it is first used and opens again after a failure. */
export interface Connection {
  readonly file: string;
  /** Runs statements that only read. Throws a `GovernanceError` of code `store_unavailable` when they cannot be run. */
  read<T>(work: (statement: (sql: string) => SqliteStatement) => T): T;
  /** Runs statements in one transaction that takes the write lock at once: all of them happen, or none. */
  write<T>(work: (statement: (sql: string) => SqliteStatement) => T): T;
  /** Takes everything that is written while `work` runs into one transaction. A write of it that fails takes all of it along. */
  together<T>(work: () => T): T;
  /** What was known of the file outside of it when it was opened. */
  witnessed(): Witness | undefined;
  /** Has a place in the trail written down outside of the file, once the transaction that goes on has been committed. */
  anchorAfter(anchor: Anchor): void;
  close(): void;
}

const OPEN_ATTEMPTS = 5;

/** Makes a connection. Nothing is opened yet. */
export function connect(options: ConnectionOptions): Connection {
  const { ready, forget, settle, writeDown } = opener(options);
  const { file } = options;
  let anchor: Anchor | undefined;
  let outer: Whole | undefined;
  const statement = (sql: string): SqliteStatement => ready().statement(sql);
  const guarded = <T>(work: () => T): T => orForget(file, forget, work);
  const transact = <T>(work: () => T): T =>
    guarded(() => {
      anchor = undefined;
      const result = inTransaction(ready(), work);
      if (anchor !== undefined) settle(anchor);
      return result;
    });
  return Object.freeze<Connection>({
    file,
    read(work) {
      if (outer !== undefined) return inside(file, outer, () => work(statement));
      return guarded(() => {
        const found = work(statement);
        ready().requireInPlace();
        return found;
      });
    },
    write: work => (outer === undefined ? transact(() => work(statement)) : inside(file, outer, () => work(statement))),
    together: work =>
      transact(() => {
        outer = {};
        return wholly(outer, work, () => (outer = undefined));
      }),
    witnessed: () => guarded(() => ready().witnessed),
    anchorAfter: place => void (anchor = place),
    close() {
      writeDown();
      forget();
    },
  });
}

/** A transaction that holds several writes, and what has failed in it. */
interface Whole {
  failed?: unknown;
}

/** Throws what has failed in it, also where the work went on after that. */
function wholly<T>(whole: Whole, work: () => T, end: () => void): T {
  try {
    const result = work();
    if (whole.failed !== undefined) throw whole.failed;
    return result;
  } finally {
    end();
  }
}

/** Does something in a transaction that goes on: where it fails, the connection is kept until the end of that, and nothing of it. */
function inside<T>(file: string, whole: Whole, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    whole.failed = stateFailure(cause, file);
    throw whole.failed;
  }
}

/** Opens a file when it is first needed, and keeps the anchor that is to be written when there is time. */
function opener(options: ConnectionOptions) {
  let session: OpenFile | undefined;
  let wasOpen = false;
  let unwritten: Anchor | undefined;
  const writeDown = (): void => {
    if (session !== undefined && unwritten !== undefined) writeAnchor(session, options, unwritten);
    unwritten = undefined;
  };
  return {
    writeDown,
    settle: (anchor: Anchor): void => {
      unwritten = anchor;
      options.later(writeDown);
    },
    forget: (): void => {
      unwritten = undefined;
      session?.close();
      session = undefined;
    },
    ready: (): OpenFile => {
      session ??= openFile(options, wasOpen);
      wasOpen = true;
      return session;
    },
  };
}

/** Says what is wrong in our words, and lets go of a connection that is of no use any more. */
function orForget<T>(file: string, forget: () => void, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const failure = stateFailure(cause, file);
    if (failure.code === 'store_unavailable' || failure.code === 'audit_unavailable') forget();
    throw failure;
  }
}

/** A file while it is open. */
interface OpenFile {
  readonly driver: SqliteDriver;
  statement(sql: string): SqliteStatement;
  /** Throws when another file, or none, lies where this one lay: what is written would be seen by nobody else. */
  readonly requireInPlace: () => void;
  /** The identity of the file, where it has a witness. */
  readonly id: string | undefined;
  readonly witnessed: Witness | undefined;
  close(): void;
}

function openFile(options: ConnectionOptions, wasOpen: boolean): OpenFile {
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
  const identity = isPlainFile(file) ? fileIdentity(file) : undefined;
  const statements = new Map<string, SqliteStatement>();
  return {
    driver,
    id,
    witnessed,
    statement(sql) {
      const known = statements.get(sql) ?? driver.prepare(sql);
      statements.set(sql, known);
      return known;
    },
    requireInPlace: () => {
      if (!isPlainFile(file)) return;
      const now = fileIdentity(file);
      if (now === undefined) throw missing(file, true);
      if (now !== identity) throw replaced(file);
    },
    close() {
      try {
        driver.close();
      } catch {
        // A broken connection may refuse to close; there is nothing left to save in it.
      }
    },
  };
}

/** A file that was there and is gone is not made anew: what it counted would start from zero without anybody knowing. */
function missing(file: string, wasOpen: boolean): GovernanceError {
  return new GovernanceError(
    'store_unavailable',
    wasOpen
      ? `the state in \`${file}\` cannot be used: the file was removed while it was in use; put it back, or start this process anew to begin with an empty state`
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
 * Returns the identity of a file, and says so outside of it where nobody has yet. Throws when what is known there is of another
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

/** What the witness says must be on the disk, so that a loss of power cannot make the file look older than it. */
function writeAnchor({ driver, id }: OpenFile, { witness }: ConnectionOptions, anchor: Anchor): void {
  if (witness !== undefined && id !== undefined && isOnDisk(driver)) witness.write({ id, anchor });
}

/** Brings what was committed to the disk. False where that does not work now: the next one may do it. */
function isOnDisk(driver: SqliteDriver): boolean {
  try {
    return (driver.prepare('pragma wal_checkpoint(passive)').get() as { readonly busy: number }).busy === 0;
  } catch {
    return false;
  }
}

/** Opening switches a new file to the write-ahead log, which another process may be doing at the same moment. */
function opened({ file, open, durability, busyTimeoutMs, readOnly }: ConnectionOptions, mayBeNew: boolean): SqliteDriver {
  for (let attempt = 1; ; attempt++) {
    const driver = open(file);
    try {
      driver.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
      if (readOnly) {
        driver.exec('pragma query_only = on');
        requireCurrentSchema(driver, file);
      } else {
        ensureSchema(driver, file, mayBeNew);
        driver.exec(`pragma synchronous = ${durability}`);
      }
      return driver;
    } catch (error) {
      driver.close();
      if (attempt === OPEN_ATTEMPTS || !/locked|busy/i.test(String(error))) throw error;
    }
  }
}

function inTransaction<T>({ driver, requireInPlace }: OpenFile, work: () => T): T {
  driver.exec('begin immediate');
  try {
    const result = work();
    requireInPlace();
    driver.exec('commit');
    return result;
  } catch (error) {
    try {
      driver.exec('rollback');
    } catch {
      // The transaction is gone already, as after a full disk.
    }
    throw error;
  }
}
