import { ftruncateSync } from 'node:fs';

import type { Anchor, AnomalyRecord, AuditRecord, RotationRecord } from '@licet/core';
import { GovernanceError } from '@licet/core';
import { GENESIS, TRAIL } from '@licet/core/store';

import type { TrailHead } from './headLock.ts';
import { follows, parseLine, recordOf } from './line.ts';
import { lastLine, linesOf } from './scan.ts';

/** A file that is open for reading and appending. */
export interface OpenFile {
  readonly fd: number;
  readonly size: number;
  readonly ino: number;
}

/** Where a trail really ends, and what must be written into it about that. */
export interface Healed {
  readonly head: TrailHead;
  readonly anomalies: readonly AnomalyRecord[];
  /** The rotation that the file ends with: it is still to be completed. */
  readonly pending?: RotationRecord;
}

const anomaly = (code: AnomalyRecord['code'], detail: string, at: number): AnomalyRecord => ({
  type: 'anomaly',
  at,
  ...TRAIL,
  code,
  detail,
});

/**
 * Brings the head to what is really in an open file: whole lines that continue the chain are taken over, a torn last line is cut
 * off, and everything that does not fit is to be written down. Nothing else of the file is touched: a check finds it.
 */
export function heal({ fd, size, ino }: OpenFile, found: TrailHead | undefined, at: number): Healed {
  if (found === undefined) return begin({ fd, size, ino }, at);
  const known = { ...found, ino };
  if (size === known.size) return { head: known, anomalies: [] };
  if (size < known.size) {
    const detail = `the file has ${size} bytes and had ${known.size} behind record ${known.seq}`;
    const { end, anomalies } = cutTorn(fd, 0, size, at);
    return { head: { ...known, size: end }, anomalies: [anomaly('trail_cut', detail, at), ...anomalies] };
  }
  let head: Anchor = known;
  let [foreign, end] = [0, known.size];
  let last: AuditRecord | undefined;
  for (const line of linesOf(fd, known.size, size)) {
    const link = line.text === undefined ? undefined : parseLine(line.text);
    end = line.end;
    if (link === undefined || foreign > 0 || !follows(link, head)) {
      foreign++;
      continue;
    }
    last = recordOf(link);
    head = link;
  }
  const torn = cutTorn(fd, end, size, at);
  const lines = `${foreign} ${foreign === 1 ? 'line' : 'lines'} behind record ${head.seq} that the trail has not written`;
  return {
    head: { ...known, seq: head.seq, hash: head.hash, size: torn.end },
    anomalies: [...(foreign > 0 ? [anomaly('trail_foreign', lines, at)] : []), ...torn.anomalies],
    ...(last?.type === 'rotation' && foreign === 0 && torn.anomalies.length === 0 && { pending: last }),
  };
}

/** A trail whose head nobody knows: it goes on behind its last line. */
function begin({ fd, size, ino }: OpenFile, at: number): Healed {
  const line = lastLine(fd, size);
  const torn = cutTorn(fd, line?.end ?? 0, size, at);
  const link = line?.text === undefined ? undefined : parseLine(line.text);
  if (line !== undefined && link === undefined)
    throw new GovernanceError(
      'audit_unavailable',
      'the audit trail ends in a line that is no record, so nothing can follow it: move the file away, and a new one is begun',
    );
  const place: Anchor = link ?? { seq: 0, hash: GENESIS };
  const head = { seq: place.seq, hash: place.hash, size: torn.end, ino, begunAt: at, first: firstKept(fd, size) };
  const last = link === undefined || line?.start === 0 || torn.anomalies.length > 0 ? undefined : recordOf(link);
  return { head, anomalies: torn.anomalies, ...(last?.type === 'rotation' && { pending: last }) };
}

/** A file that follows others begins with the rotation that says what is kept of them. */
function firstKept(fd: number, size: number): number {
  const [line] = linesOf(fd, 0, size);
  const link = line?.text === undefined ? undefined : parseLine(line.text);
  const record = link && recordOf(link);
  return record?.type === 'rotation' ? record.first : (link?.seq ?? 1);
}

/** Cuts off what follows the last line end: a write that a crash has interrupted. */
function cutTorn(
  fd: number,
  from: number,
  size: number,
  at: number,
): { readonly end: number; readonly anomalies: readonly AnomalyRecord[] } {
  let end = from;
  for (const line of linesOf(fd, from, size)) end = line.end;
  if (end >= size) return { end: size, anomalies: [] };
  ftruncateSync(fd, end);
  return { end, anomalies: [anomaly('trail_torn', `${size - end} bytes of an unfinished record were cut off`, at)] };
}

/** What is written down when the whole file is gone. */
export function missing({ seq }: Anchor, at: number): AnomalyRecord {
  return anomaly('trail_missing', `the file with the records up to ${seq} was moved away or deleted`, at);
}
