import type { AuditRecord, AuditSink } from '@licet/core';
import { canonicalJson, sha256 } from '@licet/core';

import type { Connection } from './connection.ts';

/** The hash before the first record. */
export const GENESIS: string = '0'.repeat(64);

/** A record with its place in the chain. */
export interface ChainedRecord {
  /** From 1, without a gap. */
  readonly seq: number;
  readonly record: AuditRecord;
  readonly prev: string;
  /** SHA-256 of the previous hash, the number and the record as canonical JSON, one a line. */
  readonly hash: string;
}

/** Returns the hash of a record at its place: what a verifier computes again. */
export function chainHash(prev: string, seq: number, record: string): string {
  return sha256(`${prev}\n${seq}\n${record}`);
}

/** What {@link SqliteAudit.read} may be asked for; everything that is given must hold. Times are in milliseconds since the epoch. */
export interface AuditQuery {
  readonly session?: string;
  readonly ruling?: string;
  readonly guard?: string;
  readonly type?: AuditRecord['type'];
  readonly since?: number;
  readonly until?: number;
  /** Only records after this number. */
  readonly after?: number;
  readonly limit?: number;
}

/** What a check of the chain found. `head` is the anchor to keep elsewhere: it shows a truncation later. */
export interface ChainReport {
  readonly valid: boolean;
  readonly records: number;
  readonly head: { readonly seq: number; readonly hash: string };
  /** The number of the first record that does not fit, and why. */
  readonly bad?: { readonly seq: number; readonly why: string };
}

/** An audit trail in SQLite: one chain, whoever appends. */
export interface SqliteAudit extends AuditSink {
  append(record: AuditRecord): void;
  read(query?: AuditQuery): readonly ChainedRecord[];
  /** Checks every record, and that an anchor that was taken earlier is still in the chain. */
  verify(anchor?: { readonly seq: number; readonly hash: string }): ChainReport;
}

interface Row {
  readonly seq: number;
  readonly record: string;
  readonly prev: string;
  readonly hash: string;
}

/** The trail of a connection. Number, link and record are written in one transaction, so two processes cannot fork the chain. */
export function sqliteAudit(connection: Connection): SqliteAudit {
  return Object.freeze<SqliteAudit>({
    append(record) {
      const text = canonicalJson(record);
      connection.write(statement => {
        const last = statement('select seq, hash from audit order by seq desc limit 1').get() as Row | undefined;
        const seq = (last?.seq ?? 0) + 1;
        const prev = last?.hash ?? GENESIS;
        const { type, at, sessionId, evaluationId } = record;
        const [ruling, guard, code] =
          record.type === 'evaluation'
            ? [record.ruling, record.guard, record.code]
            : [null, null, record.type === 'anomaly' ? record.code : null];
        const sql =
          'insert into audit (seq, at, type, session, evaluation, ruling, guard, code, record, prev, hash) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
        statement(sql).run(seq, at, type, sessionId, evaluationId, ruling, guard, code, text, prev, chainHash(prev, seq, text));
      });
    },
    read: (query = {}) => connection.read(statement => select(query, sql => statement(sql)).map(chained)),
    verify: anchor =>
      connection.read(statement =>
        verify(statement('select seq, record, prev, hash from audit order by seq').all() as Row[], anchor),
      ),
  });
}

function chained({ seq, record, prev, hash }: Row): ChainedRecord {
  return { seq, record: JSON.parse(record) as AuditRecord, prev, hash };
}

function select(
  query: AuditQuery,
  statement: (sql: string) => { all(...params: readonly (string | number)[]): unknown[] },
): readonly Row[] {
  const conditions: readonly (readonly [string, string | number | undefined])[] = [
    ['session = ?', query.session],
    ['ruling = ?', query.ruling],
    ['guard = ?', query.guard],
    ['type = ?', query.type],
    ['at >= ?', query.since],
    ['at < ?', query.until],
    ['seq > ?', query.after],
  ];
  const wanted = conditions.filter((each): each is readonly [string, string | number] => each[1] !== undefined);
  const where = wanted.length === 0 ? '' : ` where ${wanted.map(([sql]) => sql).join(' and ')}`;
  const limit = query.limit === undefined ? '' : ' limit ?';
  const params = [...wanted.map(([, value]) => value), ...(query.limit === undefined ? [] : [query.limit])];
  return statement(`select seq, record, prev, hash from audit${where} order by seq${limit}`).all(...params) as Row[];
}

function verify(rows: readonly Row[], anchor: { readonly seq: number; readonly hash: string } | undefined): ChainReport {
  let head = { seq: 0, hash: GENESIS };
  const report = (bad?: ChainReport['bad']): ChainReport => ({
    valid: bad === undefined,
    records: rows.length,
    head,
    ...(bad && { bad }),
  });
  for (const { seq, record, prev, hash } of rows) {
    if (seq !== head.seq + 1) return report({ seq: head.seq + 1, why: 'the record is missing' });
    if (prev !== head.hash) return report({ seq, why: 'it does not follow the record before it' });
    if (hash !== chainHash(prev, seq, record)) return report({ seq, why: 'its content does not match its hash' });
    if (anchor?.seq === seq && anchor.hash !== hash)
      return report({ seq, why: 'it is not the record that the anchor was taken of' });
    head = { seq, hash };
  }
  return anchor !== undefined && anchor.seq > head.seq
    ? report({ seq: head.seq + 1, why: 'the trail ends before the anchor: it has been cut' })
    : report();
}
