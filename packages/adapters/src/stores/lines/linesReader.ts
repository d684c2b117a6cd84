import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import type { AuditRecord } from '@licet/core';
import type { Anchor, AuditQuery, AuditReader, ChainedRecord, ChainLink, ChainReport } from '@licet/core/store';
import { GovernanceError } from '@licet/core';
import { canonicalJson, messageOf } from '@licet/core/text';
import { GENESIS, chainCheck, matchesQuery } from '@licet/core/store';

import { reusingHash } from '../hash.ts';
import { installedSqlite } from '../sqlite/driver.ts';
import type { ScannedLine } from './scan.ts';
import { lastLine, lineStart, linesOf, withFile } from './scan.ts';

/** A reader of a trail in lines. */
export interface LinesReader extends AuditReader {
  read(query?: AuditQuery): readonly ChainedRecord[];
  head(): Anchor;
  verify(...anchors: readonly Anchor[]): ChainReport;
}

/**
 * Reads a trail in lines: what `licet audit export --format jsonl` has written, and the trails that versions before 0.2 kept. The closed
 * files that are still there come first, then the current one. Lines are streamed; an unfinished last line is left out.
 * A check holds an old trail against the end that its writers kept beside it, in `FILE.head`. A trail that does not exist is empty.
 *
 * @example
 * ```ts
 * import { linesReader } from '@licet/adapters/lines';
 *
 * linesReader('no-such-trail.jsonl').verify().records; // => 0
 * ```
 */
export function linesReader(path: string): LinesReader {
  const file = resolve(path);
  return Object.freeze<LinesReader>({
    read: (query = {}) => reading(file, () => select(file, query)),
    head: () => reading(file, () => headOf(file)),
    verify: (...anchors) => reading(file, () => verify(file, [...anchors, ...keptEnd(`${file}.head`)])),
  });
}

/** The end that the writers of an old trail kept in a SQLite file. */
function keptEnd(file: string): readonly Anchor[] {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return [];
  const driver = installedSqlite(file);
  try {
    driver.exec('pragma busy_timeout = 5000');
    const row = driver.prepare('select seq, hash from head').get() as Anchor | undefined;
    return row === undefined ? [] : [{ seq: row.seq, hash: row.hash }];
  } finally {
    driver.close();
  }
}

const SHAPE = /^\{"seq":([1-9]\d{0,15}),"prev":"([0-9a-f]{64})","hash":"([0-9a-f]{64})","record":/;

/** Returns a record as a line of a trail: one JSON object, with the record's canonical text in it byte for byte. */
export function lineOf({ seq, prev, hash, record }: ChainedRecord): string {
  return `{"seq":${seq},"prev":"${prev}","hash":"${hash}","record":${canonicalJson(record)}}`;
}

/** Returns what a line holds, without parsing the record. Undefined for what is no line of a trail. */
function parseLine(line: string): ChainLink | undefined {
  const found = SHAPE.exec(line);
  if (found === null || !line.endsWith('}}')) return undefined;
  const [start, seq = '', prev = '', hash = ''] = found;
  return { seq: Number(seq), prev, hash, text: line.slice(start.length, -1) };
}

/** Returns the record of a line. Undefined where its text is no record. */
function recordOf({ text }: Pick<ChainLink, 'text'>): AuditRecord | undefined {
  try {
    const record = JSON.parse(text) as Partial<AuditRecord> | null;
    return typeof record?.type === 'string' ? (record as AuditRecord) : undefined;
  } catch {
    return undefined;
  }
}

function reading<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof GovernanceError) throw cause;
    const why = messageOf(cause);
    throw new GovernanceError('audit_unavailable', `the audit trail \`${file}\` cannot be read: ${why}`, { cause });
  }
}

/** The files of a trail, oldest first: those that were closed end in a number. */
function allFiles(file: string): readonly string[] {
  const start = `${basename(file)}.`;
  let names: readonly string[];
  try {
    names = readdirSync(dirname(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [file];
    throw error;
  }
  const closed = names
    .filter(name => name.startsWith(start) && /^\d{6,}$/.test(name.slice(start.length)))
    .toSorted((a, b) => Number(a.slice(start.length)) - Number(b.slice(start.length)));
  return [...closed.map(name => join(dirname(file), name)), file];
}

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

function verify(file: string, anchors: readonly Anchor[]): ChainReport {
  const check = chainCheck({ anchors, hash: reusingHash() });
  let end: string | undefined;
  for (const each of allFiles(file)) {
    const goesOn = withFile(each, (fd, size) => {
      let isFirst = true;
      for (const line of linesOf(fd, 0, size)) {
        const isRepeated = isFirst && end !== undefined;
        const isEnvelope = isFirst && line.text?.startsWith(ENVELOPE) === true;
        isFirst = false;
        if (isEnvelope) continue;
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

/** What the first line of an export begins with. */
export const ENVELOPE = '{"schema":"licet.audit"';

/** Tells whether a line closes its file. */
function closes(line: string | undefined): boolean {
  return line !== undefined && line.endsWith('"type":"rotation"}}');
}
