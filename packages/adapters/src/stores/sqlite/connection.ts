import type { Anchor } from '@licet/core/store';

import type { Statements } from './driver.ts';
import { inTransaction } from './driver.ts';
import { stateFailure } from './failure.ts';
import type { ConnectionOptions, OpenFile } from './openFile.ts';
import { openFile, writeAnchor } from './openFile.ts';
import type { Witness } from './witness.ts';

/** A connection that opens when it is first used and opens again after a failure. */
export interface Connection {
  readonly file: string;
  /** Runs statements that only read. Throws a `GovernanceError` of code `store_unavailable` when they cannot be run. */
  read<T>(work: (statement: Statements) => T): T;
  /** Runs statements in one transaction that takes the write lock at once: all of them happen, or none. */
  write<T>(work: (statement: Statements) => T): T;
  /** Takes everything that is written while `work` runs into one transaction. A write of it that fails takes all of it along. */
  together<T>(work: () => T): T;
  /** Reads made while `work` runs see the state of one moment. A write ends that moment; so does the end of `work`. */
  reading<T>(work: () => T): T;
  /** What was known of the file outside of it when it was opened. */
  witnessed(): Witness | undefined;
  /** Has a place in the trail written down outside of the file, once the transaction that goes on has been committed. */
  anchorAfter(anchor: Anchor): void;
  close(): void;
}

/** Makes a connection. Nothing is opened yet. */
export function connect(options: ConnectionOptions): Connection {
  const { ready, current, forget, settle, writeDown } = opener(options);
  const { file } = options;
  let anchor: Anchor | undefined;
  let outer: Whole | undefined;
  const statement: Statements = sql => ready().statement(sql);
  const guarded = <T>(work: () => T): T => orForget(file, forget, work);
  const moment = momentOf({ ready, current, forget });
  const transact = <T>(work: () => T): T =>
    guarded(() => {
      moment.end();
      anchor = undefined;
      const result = inPlace(ready(), work, options.takenBack);
      if (anchor !== undefined) settle(anchor);
      return result;
    });
  return Object.freeze<Connection>({
    file,
    read: work =>
      outer === undefined ? guarded(() => moment.read(() => work(statement))) : inside(file, outer, () => work(statement)),
    write: work => (outer === undefined ? transact(() => work(statement)) : inside(file, outer, () => work(statement))),
    together: work =>
      transact(() => {
        outer = {};
        return wholly(outer, work, () => (outer = undefined));
      }),
    reading: work => (outer === undefined ? moment.during(work) : work()),
    witnessed: () => guarded(() => ready().witnessed),
    anchorAfter: place => void (anchor = place),
    close() {
      writeDown();
      forget();
    },
  });
}

/** Makes reads see one moment while some work goes on: a transaction that begins with the first of them. */
function momentOf({ ready, current, forget }: Pick<ReturnType<typeof opener>, 'ready' | 'current' | 'forget'>) {
  let isWanted = false;
  let begun: OpenFile | undefined;
  const end = (): void => {
    const file = begun;
    begun = undefined;
    if (file !== undefined && file === current()) file.statement('end').run();
  };
  return {
    end,
    /** The first read in a moment, or outside of one, makes sure that the file is still the one that the others use. */
    read<T>(work: () => T): T {
      const file = ready();
      if (isWanted && file === begun) return work();
      if (isWanted) file.statement('begin').run();
      begun = isWanted ? file : undefined;
      const found = work();
      file.requireInPlace();
      file.requireOwnSchema();
      return found;
    },
    during<T>(work: () => T): T {
      if (isWanted) return work();
      isWanted = true;
      try {
        return work();
      } finally {
        isWanted = false;
        try {
          end();
        } catch {
          forget();
        }
      }
    },
  };
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
  const { asOwner } = options;
  let session: OpenFile | undefined;
  let wasOpen = false;
  let unwritten: Anchor | undefined;
  const writeDown = (): void => {
    const [open, anchor] = [session, unwritten];
    if (open !== undefined && anchor !== undefined) asOwner(() => writeAnchor(open, options, anchor));
    unwritten = undefined;
  };
  return {
    writeDown,
    current: (): OpenFile | undefined => session,
    settle: (anchor: Anchor): void => {
      unwritten = anchor;
      options.later(writeDown);
    },
    forget: (): void => {
      unwritten = undefined;
      const open = session;
      if (open !== undefined) asOwner(() => open.close());
      session = undefined;
    },
    ready: (): OpenFile => {
      session ??= asOwner(() => openFile(options, wasOpen));
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

/** One transaction, into the file that the others use. It has the write lock: its schema stays as it is. */
function inPlace<T>(open: OpenFile, work: () => T, takenBack: () => void): T {
  const whole = (): T => {
    open.requireOwnSchema();
    const result = work();
    open.requireInPlace();
    return result;
  };
  return inTransaction(sql => open.statement(sql).run(), open.beginWrite, whole, takenBack);
}
