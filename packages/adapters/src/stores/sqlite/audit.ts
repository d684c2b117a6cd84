import type { AuditRecord, SessionStore } from '@licet/core';
import type {
  Anchor,
  AuditPruner,
  AuditQuery,
  AuditReader,
  BatchAuditSink,
  ChainedRecord,
  ChainReport,
  DeedReader,
  HashText,
  JointWriter,
  PruneReport,
  TrailIndex,
} from '@licet/core/store';
import { GovernanceError } from '@licet/core';
import { canonicalJson } from '@licet/core/text';
import { GENESIS, chainCheck, chainHash, fitsChain, indexRecord, matchesQuery, pruneRecord } from '@licet/core/store';

import { reusingHash } from '../hash.ts';
import type { Connection } from './connection.ts';
import type { Statements } from './driver.ts';
import { TEXT } from './driver.ts';
import type { SessionLog } from './events.ts';
import { requireChanges, requireLast, stateFailure } from './failure.ts';

/** An audit trail in SQLite: one chain, whichever process appends. */
export interface SqliteAudit extends BatchAuditSink, AuditReader, AuditPruner {
  append(record: AuditRecord): void;
  appendAll(records: readonly AuditRecord[]): void;
  read(query?: AuditQuery): readonly ChainedRecord[];
  head(): Anchor;
  verify(...anchors: readonly Anchor[]): ChainReport;
  prune(before: number, now: number): PruneReport;
  readonly joint: JointWriter;
}

interface Row {
  readonly seq: number;
  readonly record: string;
  readonly prev: string;
  readonly hash: string;
}

const PAGE = 1_000;

/** After so many records, the end of the trail is written down outside of the file. */
export const ANCHOR_EVERY = 64;
const INSERT =
  'insert into audit (seq, at, type, session, evaluation, ruling, guard, code, record, prev, hash, deed, machine) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';

/**
 * The trail of a connection. Number, link and record are written in one transaction, so two processes cannot fork the chain.
 * `sessions` and `log` are of the same connection.
 */
export function sqliteAudit(connection: Connection, sessions: SessionStore, log: SessionLog): SqliteAudit {
  const hash = reusingHash();
  const insertAll = (statement: Statements, records: readonly AuditRecord[], texts: readonly string[]): void => {
    const before = head(statement);
    let last = before;
    for (const [index, record] of records.entries()) last = insert(statement, last, record, texts[index] as string, hash);
    requireLast(head(statement).hash === last.hash);
    if (Math.floor(before.seq / ANCHOR_EVERY) !== Math.floor(last.seq / ANCHOR_EVERY)) connection.anchorAfter(last);
  };
  const appendAll = (records: readonly AuditRecord[]): void => {
    const texts = records.map(record => canonicalJson(record));
    connection.write(statement => insertAll(statement, records, texts));
  };
  const joint: JointWriter = Object.freeze<JointWriter>({
    sessions,
    get audit() {
      return audit;
    },
    together: work => connection.together(work),
    reading: work => connection.reading(work),
    write(sessionId, events, records, expected) {
      const texts = ofTrail(connection, () => records.map(record => canonicalJson(record)));
      connection.write(statement => {
        log.append(statement, sessionId, events, expected);
        ofTrail(connection, () => insertAll(statement, records, texts));
      });
    },
  });
  const audit = Object.freeze<SqliteAudit>({
    joint,
    deeds: deedReader(connection, hash),
    append: record => appendAll([record]),
    appendAll,
    read: (query = {}) => connection.read(statement => select(statement, query)),
    head: () => connection.read(head),
    verify: (...anchors) => connection.read(statement => verify(statement, withWitnessed(connection, anchors))),
    prune: (before, now) => connection.write(statement => prune(connection, statement, before, now)),
  });
  return audit;
}

const withWitnessed = (connection: Connection, anchors: readonly Anchor[]): readonly Anchor[] => {
  const anchor = connection.witnessed()?.anchor;
  return anchor === undefined ? anchors : [anchor, ...anchors];
};

/** Says of a failure that it was the trail. */
function ofTrail<T>({ file }: Connection, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new GovernanceError('audit_unavailable', stateFailure(cause, file).message, { cause });
  }
}

function head(statement: Statements): Anchor {
  const row = statement('select seq, hash from audit order by seq desc limit 1').get() as Anchor | undefined;
  return { seq: row?.seq ?? 0, hash: row?.hash ?? GENESIS };
}

function prune(connection: Connection, statement: Statements, before: number, now: number): PruneReport {
  const [first, last] = [firstOf(statement), lastBefore(statement, before)];
  if (last === undefined) return { removed: 0, first };
  const record = pruneRecord(last, now);
  connection.anchorAfter(insert(statement, head(statement), record, canonicalJson(record), reusingHash()));
  statement('delete from audit where seq <= ?').run(last.seq);
  return { removed: last.seq - first + 1, first: record.first };
}

const firstOf = (statement: Statements): number =>
  (statement('select min(seq) as first from audit').get() as { readonly first: number | null }).first ?? 1;

/** The last of the records at the beginning that are older. */
function lastBefore(statement: Statements, before: number): Anchor | undefined {
  const sql =
    'select seq, hash from audit where seq < ifnull((select min(seq) from audit where at >= ?), 9e15) order by seq desc limit 1';
  return statement(sql).get(before) as Anchor | undefined;
}

function insert(statement: Statements, last: Anchor, record: AuditRecord, text: string, hashText: HashText): Anchor {
  const seq = last.seq + 1;
  const hash = chainHash(last.hash, seq, text, hashText);
  const { at, type, session, evaluation, ruling, guard, code, deed, machine } = indexRecord(record);
  const values = [seq, at, type, session, evaluation, ruling, guard, code, text, last.hash, hash, deed, machine];
  requireChanges(statement(INSERT).run(...values), 1);
  return { seq, hash };
}

/** Finds records of what people did in the trail of a connection. */
function deedReader(connection: Connection, hash: HashText): DeedReader {
  const recorded = (key: string): readonly AuditRecord[] => connection.read(statement => deedRecords(statement, key, hash));
  return Object.freeze<DeedReader>({
    request: id => recorded(id).filter(record => record.type === 'answer' || record.type === 'evaluation'),
    deed: id => recorded(id).findLast(record => record.type === 'fact'),
  });
}

/** A record with the hashes of its neighbors. */
interface Neighbored extends Row {
  readonly before: string | null;
  readonly after: string | null;
}

const DEEDS = `select seq, record, prev, hash,
  (select hash from audit as a where a.seq = audit.seq - 1) as before, (select prev from audit as a where a.seq = audit.seq + 1) as after
  from audit where deed = ${TEXT} order by seq`;

/** The records with a key that fit their places in the chain. */
function deedRecords(statement: Statements, key: string, hash: HashText): readonly AuditRecord[] {
  const rows = statement(DEEDS).all(key) as Neighbored[];
  return rows.filter(row => fitsChain(row, hash)).map(row => JSON.parse(row.record) as AuditRecord);
}

function chained({ seq, record, prev, hash }: Row): ChainedRecord {
  return { seq, record: JSON.parse(record) as AuditRecord, prev, hash };
}

/** What has a column is asked of SQLite, the rest of each record: a page at a time, until there is enough. */
function select(statement: Statements, query: AuditQuery): readonly ChainedRecord[] {
  const { limit = Number.POSITIVE_INFINITY } = query;
  const conditions: readonly (readonly [string, string | number | undefined])[] = [
    ['session = ?', query.session],
    ['machine = ?', query.machine],
    ['ruling = ?', query.ruling],
    ['guard = ?', query.guard],
    ['code = ?', query.code],
    ['type = ?', query.type],
    ['at >= ?', query.since],
    ['at < ?', query.until],
  ];
  const wanted = conditions.filter((each): each is readonly [string, string | number] => each[1] !== undefined);
  const where = ['seq > ?', ...wanted.map(([sql]) => sql)].join(' and ');
  const sql = `select seq, record, prev, hash from audit where ${where} order by seq limit ${PAGE}`;
  const found: ChainedRecord[] = [];
  for (let after = query.after ?? 0; found.length < limit;) {
    const rows = statement(sql).all(after, ...wanted.map(([, value]) => value)) as Row[];
    for (const row of rows) {
      const record = chained(row);
      if (found.length < limit && matchesQuery(record, query)) found.push(record);
    }
    if (rows.length < PAGE) break;
    after = rows.at(-1)?.seq ?? after;
  }
  return found;
}

function verify(statement: Statements, anchors: readonly Anchor[]): ChainReport {
  const check = chainCheck({ anchors, hash: reusingHash() });
  const sql = `select seq, record, prev, hash, at, type, session, evaluation, ruling, guard, code, deed, machine from audit where seq > ? order by seq limit ${PAGE}`;
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = statement(sql).all(after) as (Row & TrailIndex)[];
    for (const row of rows) if (!check.add({ ...row, text: row.record, index: row })) return check.report();
    if (rows.length < PAGE) return check.report();
    after = rows.at(-1)?.seq ?? after;
  }
}
