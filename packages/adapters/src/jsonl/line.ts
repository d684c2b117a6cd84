import type { Anchor, AuditRecord } from '@licet/core';
import type { ChainLink, HashText } from '@licet/core/store';
import { canonicalJson } from '@licet/core';
import { chainHash } from '@licet/core/store';

const SHAPE = /^\{"seq":([1-9]\d{0,15}),"prev":"([0-9a-f]{64})","hash":"([0-9a-f]{64})","record":/;

/** Returns the line of the next record, and its place: one JSON object, with the record's canonical text in it byte for byte. */
export function lineOf(last: Anchor, text: string, hash?: HashText): ChainLink & { readonly line: string } {
  const seq = last.seq + 1;
  const link = { seq, prev: last.hash, hash: chainHash(last.hash, seq, text, hash), text };
  return { ...link, line: `{"seq":${seq},"prev":"${link.prev}","hash":"${link.hash}","record":${text}}\n` };
}

/** Returns what a line holds, without parsing the record. Undefined for what is no line of a trail. */
export function parseLine(line: string): ChainLink | undefined {
  const found = SHAPE.exec(line);
  if (found === null || !line.endsWith('}}')) return undefined;
  const [start, seq = '', prev = '', hash = ''] = found;
  return { seq: Number(seq), prev, hash, text: line.slice(start.length, -1) };
}

/** Returns the record of a line. Undefined where its text is no record. */
export function recordOf({ text }: Pick<ChainLink, 'text'>): AuditRecord | undefined {
  try {
    const record = JSON.parse(text) as Partial<AuditRecord> | null;
    return typeof record?.type === 'string' ? (record as AuditRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** Tells whether a line goes on from a place, with the hash that its content must have. */
export function follows({ seq, prev, hash, text }: ChainLink, last: Anchor): boolean {
  return seq === last.seq + 1 && prev === last.hash && hash === chainHash(prev, seq, text);
}

/** Returns the text of a record as it is hashed. */
export const textOf = (record: AuditRecord): string => canonicalJson(record);
