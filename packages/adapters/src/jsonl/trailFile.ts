import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';

import type { Anchor } from '@licet/core';
import type { HashText } from '@licet/core/store';

import { thriftyHash } from '../stores/hash.ts';
import type { OpenFile } from './heal.ts';
import type { TrailHead } from './headLock.ts';
import { lineOf } from './line.ts';

/** `full` survives a loss of power, `normal` a crash of the process. */
export type Durability = 'normal' | 'full';

/** The current file of a trail, kept open as long as it stays the same file. Everything here happens under the trail's lock. */
export interface TrailFile {
  readonly file: string;
  /** Undefined when there is no such file. */
  current(): OpenFile | undefined;
  /** Opens the file, and makes it where it is missing. `empties` throws away what is in it. */
  create(empties?: boolean): OpenFile;
  /** Writes records behind the head in one go, all of them or none, and returns the new head. */
  write(head: TrailHead, texts: readonly string[]): TrailHead;
  /** Writes a line as it is into an empty file. */
  begin(line: string): OpenFile;
  close(): void;
}

/** Opens nothing yet. */
export function trailFile(file: string, durability: Durability): TrailFile {
  const hash = thriftyHash();
  let opened: Omit<OpenFile, 'size'> | undefined;
  const close = (): void => {
    const old = opened;
    opened = undefined;
    if (old !== undefined) closeSync(old.fd);
  };
  const opening = (flags: number): OpenFile => {
    close();
    const fd = openSync(file, constants.O_RDWR | constants.O_APPEND | flags, 0o600);
    const { ino, size } = fstatSync(fd);
    opened = { fd, ino };
    return { fd, ino, size };
  };
  const create = (empties = false): OpenFile => opening(constants.O_CREAT | (empties ? constants.O_TRUNC : 0));
  return Object.freeze<TrailFile>({
    file,
    close,
    create,
    current() {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found === undefined) return undefined;
      return opened?.ino === found.ino ? { ...opened, size: found.size } : opening(0);
    },
    write: (head, texts) => writeRecords((opened ?? create()).fd, head, texts, { durability, hash }),
    begin(line) {
      const created = create(true);
      const bytes = Buffer.from(`${line}\n`);
      writeWhole(created.fd, bytes, 0, durability);
      return { ...created, size: bytes.length };
    },
  });
}

function writeRecords(
  fd: number,
  head: TrailHead,
  texts: readonly string[],
  { durability, hash }: { readonly durability: Durability; readonly hash: HashText },
): TrailHead {
  let last: Anchor = head;
  let lines = '';
  for (const text of texts) {
    const link = lineOf(last, text, hash);
    lines += link.line;
    last = link;
  }
  const bytes = Buffer.from(lines);
  writeWhole(fd, bytes, head.size, durability);
  return { ...head, seq: last.seq, hash: last.hash, size: head.size + bytes.length };
}

/** One write, so that no reader sees a part and no kill leaves one. What did not fit whole is taken back. */
function writeWhole(fd: number, bytes: Buffer, size: number, durability: Durability): void {
  let written = 0;
  try {
    written = writeSync(fd, bytes);
    if (written !== bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes could be written`);
    if (durability === 'full') fdatasyncSync(fd);
  } catch (error) {
    if (written > 0) ftruncateSync(fd, size);
    throw error;
  }
}
