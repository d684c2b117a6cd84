import { renameSync } from 'node:fs';

import type { RotationRecord } from '@licet/core';
import { InvariantError } from '@licet/core';
import { TRAIL } from '@licet/core/store';

import { closedFile, closedFiles, removeBefore } from './files.ts';
import type { TrailHead } from './headLock.ts';
import { parseLine, recordOf, textOf } from './line.ts';
import { lastLine, linesOf, withFile } from './scan.ts';
import type { TrailFile } from './trailFile.ts';

/** When the current file is closed, and how many closed ones are kept. */
export interface Rotation {
  /** The most bytes of a file. @defaultValue no limit */
  readonly sizeBytes?: number;
  /** The most milliseconds from the beginning of a file to its last record. @defaultValue no limit */
  readonly ageMs?: number;
  /** How many closed files are kept; older ones are deleted. @defaultValue all */
  readonly keep?: number;
}

/** Throws an {@link InvariantError} for limits that make no sense. */
export function checkRotation({ sizeBytes, ageMs, keep }: Rotation): void {
  for (const [name, value] of Object.entries({ sizeBytes, ageMs })) {
    if (value !== undefined && !(value > 0))
      throw new InvariantError('invalid_param', `\`${name}\` of a rotation must be a number above 0, found \`${value}\``);
  }
  if (keep !== undefined && !(Number.isSafeInteger(keep) && keep >= 0))
    throw new InvariantError('invalid_param', `\`keep\` of a rotation must be a whole number of at least 0, found \`${keep}\``);
}

/** The number, link and beginning of every line, at most. */
const AROUND = 180;

/** Closes the current file where these records would make it too large or too old. */
export function makeRoom(trail: TrailFile, head: TrailHead, texts: readonly string[], at: number, rotation: Rotation): TrailHead {
  const { sizeBytes, ageMs } = rotation;
  const tooLarge = (): boolean =>
    sizeBytes !== undefined && texts.reduce((sum, text) => sum + Buffer.byteLength(text) + AROUND, head.size) > sizeBytes;
  if (head.size === 0 || !((ageMs !== undefined && at - head.begunAt >= ageMs) || tooLarge())) return head;
  const record = rotationRecord(trail.file, rotation, head, at);
  return completeRotation(trail, record, trail.write(head, [textOf(record)]), rotation);
}

/** The record with which the current file is closed. It says what is kept, so that a check can tell it from what is missing. */
function rotationRecord(file: string, { keep }: Rotation, head: TrailHead, at: number): RotationRecord {
  const number = (closedFiles(file).at(-1)?.number ?? 0) + 1;
  let { first } = head;
  if (keep === 0) first = head.seq + 1;
  else if (keep !== undefined) first = Math.max(first, firstOf(keep === 1 ? file : closedFile(file, number - keep + 1)) ?? first);
  return { type: 'rotation', at, ...TRAIL, first, file: number };
}

/** The number of the first record in a file. */
function firstOf(file: string): number | undefined {
  return withFile(file, (fd, size) => {
    const [line] = linesOf(fd, 0, size);
    return line?.text === undefined ? undefined : parseLine(line.text)?.seq;
  });
}

/**
 * Completes a rotation whose record is the last line of the current file: the file gets its number, the next one begins with
 * the same line, and what is too old goes. A crash on the way leaves something that {@link resumeRotation} knows.
 */
export function completeRotation(trail: TrailFile, record: RotationRecord, head: TrailHead, { keep }: Rotation): TrailHead {
  const { file } = trail;
  const closed = closedFile(file, record.file);
  renameSync(file, closed);
  const line = withFile(closed, (fd, size) => lastLine(fd, size)?.text) ?? '';
  const { size, ino } = trail.begin(line);
  if (keep !== undefined) removeBefore(file, record.file - keep + 1);
  return { ...head, size, ino, begunAt: record.at, first: record.first };
}

/**
 * Goes on with a rotation that was interrupted before the head was written: the newest closed file ends in its record, or the
 * current one begins with it. Undefined when there is none behind the head.
 */
export function resumeRotation(trail: TrailFile, head: Pick<TrailHead, 'seq'>): TrailHead | undefined {
  const current = trail.current();
  const [begun] = current === undefined ? [] : linesOf(current.fd, 0, current.size);
  const next = rotationIn(begun?.text, head);
  if (current !== undefined && begun !== undefined && next !== undefined) return { ...next, size: begun.end, ino: current.ino };
  if (begun !== undefined) return undefined;
  const newest = closedFiles(trail.file).at(-1);
  const line = newest && withFile(newest.file, (fd, size) => lastLine(fd, size)?.text);
  const closing = rotationIn(line, head);
  if (line === undefined || closing === undefined) return undefined;
  const { size, ino } = trail.begin(line);
  return { ...closing, size, ino };
}

function rotationIn(
  line: string | undefined,
  { seq }: Pick<TrailHead, 'seq'>,
): Pick<TrailHead, 'seq' | 'hash' | 'begunAt' | 'first'> | undefined {
  const link = line === undefined ? undefined : parseLine(line);
  const record = link && recordOf(link);
  if (link === undefined || record?.type !== 'rotation' || link.seq <= seq) return undefined;
  return { seq: link.seq, hash: link.hash, begunAt: record.at, first: record.first };
}
