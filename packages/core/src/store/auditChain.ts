import type { AuditRecord } from '../ports/audit.ts';
import { sha256 } from '../text/sha256.ts';

/** The hash before the first record. */
export const GENESIS: string = '0'.repeat(64);

/** A place in a trail. Kept elsewhere, it shows later that the trail up to there is still the same. */
export interface Anchor {
  readonly seq: number;
  readonly hash: string;
}

/** A record with its place in the chain. */
export interface ChainedRecord extends Anchor {
  /** From 1, without a gap. */
  readonly seq: number;
  readonly record: AuditRecord;
  /** The hash of the record before it. */
  readonly prev: string;
  /** SHA-256 of the previous hash, the number and the record as canonical JSON, one a line. */
  readonly hash: string;
}

/** A record as it is stored: `text` is its canonical JSON, byte for byte. */
export interface ChainLink extends Anchor {
  readonly prev: string;
  readonly text: string;
  /** What the store finds the record by, where it keeps that beside the record. */
  readonly index?: TrailIndex;
}

/** Finds the SHA-256 of a text, as 64 hexadecimal digits. */
export type HashText = (text: string) => string;

/**
 * Returns the hash of a record at its place: what a verifier computes again. `hash` is a faster SHA-256 of the host, where
 * there is one.
 *
 * @example
 * ```ts
 * import { GENESIS, chainHash } from '@licet/core/store';
 *
 * chainHash(GENESIS, 1, '{}') === chainHash(GENESIS, 2, '{}'); // => false
 * ```
 */
export function chainHash(prev: string, seq: number, text: string, hash: HashText = sha256): string {
  return hash(`${prev}\n${seq}\n${text}`);
}

/** A record as it is stored, with the hash of the record before it and the `prev` of the one after it, where these are there. */
export interface NeighboredLink {
  readonly seq: number;
  readonly prev: string;
  readonly record: string;
  readonly hash: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Tells whether a record fits its place in the chain: its hash is that of its content, and its neighbors know it. */
export function fitsChain({ seq, prev, record, hash, before, after }: NeighboredLink, hashText?: HashText): boolean {
  if (chainHash(prev, seq, record, hashText) !== hash) return false;
  return (before ?? prev) === prev && (after ?? hash) === hash && (seq > 1 || prev === GENESIS);
}

/**
 * Returns what a record of a person's deed is found by: the request that it answers, or that a decision rests on, or its own identity; undefined for
 * any other record.
 */
export function deedKey(record: AuditRecord): string | undefined {
  if (record.type === 'answer') return record.approvalId;
  if (record.type === 'evaluation') return record.approval?.status === 'granted' ? record.approval.id : undefined;
  return record.type === 'fact' ? record.deed : undefined;
}

/** What a store keeps beside a record to find it by, under the names of its columns. The record itself is what counts. */
export interface TrailIndex {
  readonly at: number;
  readonly type: string;
  readonly session: string;
  readonly evaluation: string;
  readonly ruling: string | null;
  readonly guard: string | null;
  readonly code: string | null;
  readonly deed: string | null;
  readonly machine: string | null;
}

/**
 * Returns what a store keeps beside a record to find it by. {@link chainCheck} compares it with what is kept, because a query that goes by a
 * column that somebody changed would leave records out.
 *
 * @example
 * ```ts
 * import { indexRecord } from '@licet/core/store';
 *
 * indexRecord({ type: 'rotation', at: 5, sessionId: '', evaluationId: '', first: 2 }).type; // => 'rotation'
 * ```
 */
export function indexRecord(record: AuditRecord): TrailIndex {
  const { at, type, sessionId: session, evaluationId: evaluation } = record;
  return {
    at,
    type,
    session,
    evaluation,
    ruling: record.type === 'evaluation' ? record.ruling : null,
    guard: 'guard' in record ? (record.guard ?? null) : null,
    code: 'code' in record ? (record.code ?? null) : null,
    deed: deedKey(record) ?? null,
    machine: record.machine ?? null,
  };
}

/** The first column of a record's index that is not what the record says, if any. */
function changedColumn(text: string, index: TrailIndex, written: (text: string) => string = each => each): string | undefined {
  const own = indexRecord(JSON.parse(text) as AuditRecord);
  const kept = (value: string | number | null): string | number | null => (typeof value === 'string' ? written(value) : value);
  return (Object.keys(own) as (keyof TrailIndex)[]).find(name => kept(own[name]) !== index[name]);
}

/** What a check of the chain found. `head` is the anchor to keep elsewhere: it shows a truncation later. */
export interface ChainReport {
  readonly valid: boolean;
  /** How many records were looked at. */
  readonly records: number;
  /** The number of the first record that is there: above 1 when older ones were pruned or rotated away. */
  readonly first: number;
  readonly head: Anchor;
  /** The number of the first record that does not fit, and why. */
  readonly bad?: { readonly seq: number; readonly why: string };
}

/** Checks a chain, one record after the other, in bounded memory. */
export interface ChainCheck {
  /** Takes the next record. False when something is wrong: nothing after that says anything any more. */
  add(link: ChainLink): boolean;
  /** Says that the trail has something where the next record should be, and ends the check. */
  fail(why: string): false;
  report(): ChainReport;
}

/** What a check holds the chain against. */
export interface ChainCheckOptions {
  /** Places that were taken down earlier. One that lies before the first record that is there cannot be checked. */
  readonly anchors?: readonly Anchor[];
  readonly hash?: HashText;
  /** How the store writes a text of a record's index, where it cannot keep every text as it is. */
  readonly written?: (text: string) => string;
}

/**
 * Starts a check of a chain: every record must follow the one before it, have the hash of its content, and be the one that an
 * anchor was taken of. Records may be missing at the beginning only as far as a rotation has said so.
 *
 * @example
 * ```ts
 * import { GENESIS, chainCheck, chainHash } from '@licet/core/store';
 *
 * const check = chainCheck();
 * check.add({ seq: 1, prev: GENESIS, text: '{}', hash: chainHash(GENESIS, 1, '{}') }); // => true
 * check.add({ seq: 3, prev: GENESIS, text: '{}', hash: GENESIS }); // => false
 * check.report().bad; // => { seq: 2, why: 'the record is missing' }
 * ```
 */
export function chainCheck({ anchors = [], hash, written }: ChainCheckOptions = {}): ChainCheck {
  const wanted = Map.groupBy(anchors, ({ seq }) => seq);
  let [records, first, kept] = [0, 1, 1];
  let head: Anchor = { seq: 0, hash: GENESIS };
  let bad: ChainReport['bad'];
  const stop = (seq: number, why: string): false => {
    bad ??= { seq, why };
    return false;
  };
  return Object.freeze<ChainCheck>({
    add(link) {
      const { seq, prev, text } = link;
      if (bad !== undefined) return false;
      if (records === 0 && seq > 1) {
        first = seq;
        head = { seq: seq - 1, hash: prev };
      }
      if (seq !== head.seq + 1) return stop(head.seq + 1, seq > head.seq ? 'the record is missing' : 'another record is there');
      if (prev !== head.hash) return stop(seq, 'it does not follow the record before it');
      if (link.hash !== chainHash(prev, seq, text, hash)) return stop(seq, 'its content does not match its hash');
      const changed = link.index && changedColumn(text, link.index, written);
      if (changed !== undefined) return stop(seq, `its column \`${changed}\` does not match its content`);
      if (wanted.get(seq)?.some(anchor => anchor.hash !== link.hash) === true)
        return stop(seq, 'it is not the record that the anchor was taken of');
      kept = keptFrom(text) ?? kept;
      head = { seq, hash: link.hash };
      records++;
      return true;
    },
    fail: why => stop(head.seq + 1, why),
    report() {
      const last = Math.max(0, ...wanted.keys());
      const cut = bad === undefined && last > head.seq;
      if (first > kept) bad = { seq: kept, why: `the records ${kept} to ${first - 1} are missing` };
      else if (cut) stop(head.seq + 1, 'the trail ends before the anchor: it has been cut');
      return { valid: bad === undefined, records, first, head, ...(bad !== undefined && { bad }) };
    },
  });
}

/** The number from which a rotation says that records are kept. Most records are none, and are not parsed. */
function keptFrom(text: string): number | undefined {
  if (!text.endsWith('"type":"rotation"}')) return undefined;
  try {
    const record = JSON.parse(text) as AuditRecord;
    return record.type === 'rotation' ? record.first : undefined;
  } catch {
    return undefined;
  }
}
