import { resolve } from 'node:path';

import type { Anchor, AuditQuery, AuditReader, ChainReport, ChainedRecord } from '@licet/core';
import type { HashText } from '@licet/core/store';
import { GovernanceError } from '@licet/core';
import { GENESIS, chainCheck, matchesQuery } from '@licet/core/store';

import { thriftyHash } from '../stores/hash.ts';
import type { OpenDriver } from '../stores/sqlite/driver.ts';
import { builtinSqlite } from '../stores/sqlite/driver.ts';
import { closedFiles } from './files.ts';
import { readHead } from './headLock.ts';
import { parseLine, recordOf } from './line.ts';
import { lastLine, lineStart, linesOf, withFile } from './scan.ts';
import type { ScannedLine } from './scan.ts';

/** A reader of a trail in files. It works without the lock: whoever appends is not disturbed. */
export interface JsonlReader extends AuditReader {
  read(query?: AuditQuery): readonly ChainedRecord[];
  head(): Anchor;
  verify(...anchors: readonly Anchor[]): ChainReport;
}

/** How {@link jsonlReader} reads. */
export interface JsonlReaderOptions {
  /** The SHA-256 of the check. @defaultValue the one of core for a few records, and the host's for more */
  readonly hash?: HashText;
  /** The SQLite that the head is kept in. @defaultValue `builtinSqlite` */
  readonly open?: OpenDriver;
}

/**
 * Reads a trail that {@link jsonlAudit} writes: the closed files that are still there, then the current one. Lines are streamed;
 * an unfinished last line is left out. A check holds the trail against the head that its writers keep, too: so a
 * cut end is found even without an anchor, as long as the head was left alone. A trail that does not exist is empty.
 *
 * @example
 * ```ts
 * import { jsonlReader } from '@licet/adapters/jsonl';
 *
 * jsonlReader('no-such-trail.jsonl').verify().records; // => 0
 * ```
 */
export function jsonlReader(path: string, { hash = thriftyHash(), open = builtinSqlite }: JsonlReaderOptions = {}): JsonlReader {
  const file = resolve(path);
  return Object.freeze<JsonlReader>({
    read: (query = {}) => reading(file, () => select(file, query)),
    head: () => reading(file, () => headOf(file)),
    verify: (...anchors) =>
      reading(file, () => {
        const known = readHead(`${file}.head`, open);
        return verify(file, known === undefined ? anchors : [...anchors, known], hash);
      }),
  });
}

function reading<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof GovernanceError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new GovernanceError('audit_unavailable', `the audit trail \`${file}\` cannot be read: ${why}`, { cause });
  }
}

const allFiles = (file: string): readonly string[] => [...closedFiles(file).map(closed => closed.file), file];

function headOf(file: string): Anchor {
  for (const each of allFiles(file).toReversed()) {
    const line = withFile(each, lastLine);
    const link = line?.text === undefined ? undefined : parseLine(line.text);
    if (link !== undefined) return { seq: link.seq, hash: link.hash };
  }
  return { seq: 0, hash: GENESIS };
}

function select(file: string, query: AuditQuery): readonly ChainedRecord[] {
  const { limit = Number.POSITIVE_INFINITY } = query;
  const found: ChainedRecord[] = [];
  let after = query.after ?? 0;
  for (const each of allFiles(file)) {
    withFile(each, (fd, size) => {
      if (lastSeq(fd, size) <= after || found.length >= limit) return;
      for (const line of linesOf(fd, placeOf(fd, size, after), size)) {
        const link = line.text === undefined ? undefined : parseLine(line.text);
        if (link === undefined || link.seq <= after) continue;
        after = link.seq;
        const record = recordOf(link);
        const chained = record && { seq: link.seq, record, prev: link.prev, hash: link.hash };
        if (chained !== undefined && matchesQuery(chained, query)) found.push(chained);
        if (found.length >= limit) return;
      }
    });
  }
  return found;
}

function seqOf(line: ScannedLine | undefined): number | undefined {
  return line?.text === undefined ? undefined : parseLine(line.text)?.seq;
}

const lastSeq = (fd: number, size: number): number => seqOf(lastLine(fd, size)) ?? Number.POSITIVE_INFINITY;

const NEAR = 1 << 16;

/** Finds by halves where in a file to begin: at a line start that is not behind the record after the given one. */
function placeOf(fd: number, size: number, after: number): number {
  if (after === 0) return 0;
  let [low, high] = [0, size];
  while (high - low > NEAR) {
    const middle = lineStart(fd, Math.floor((low + high) / 2), high);
    if (middle === undefined || middle >= high) break;
    const [line] = linesOf(fd, middle, size);
    const seq = seqOf(line);
    if (seq === undefined) return 0;
    if (seq <= after) low = middle;
    else high = middle;
  }
  return low;
}

function verify(file: string, anchors: readonly Anchor[], hash: HashText): ChainReport {
  const check = chainCheck({ anchors, hash });
  let end: string | undefined;
  for (const each of allFiles(file)) {
    const goesOn = withFile(each, (fd, size) => {
      let isFirst = true;
      for (const line of linesOf(fd, 0, size)) {
        const isRepeated = isFirst && end !== undefined;
        isFirst = false;
        if (isRepeated && line.text === end) continue;
        if (isRepeated && (closes(end) || closes(line.text)))
          return check.fail('a file does not begin with the record that closed the one before it');
        const link = line.text === undefined ? undefined : parseLine(line.text);
        if (link === undefined) return check.fail('there is a line that is no record');
        if (!check.add(link)) return false;
        end = line.text;
      }
      return true;
    });
    if (goesOn === false) break;
  }
  return check.report();
}

/** Tells whether a line closes its file. */
function closes(line: string | undefined): boolean {
  return line !== undefined && line.endsWith('"type":"rotation"}}');
}
