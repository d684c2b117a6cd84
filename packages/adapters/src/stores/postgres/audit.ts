import type { AuditRecord, SessionStore } from '@licet/core';
import type {
  Anchor,
  AuditPruner,
  AuditQuery,
  AuditReader,
  BatchAuditSink,
  ChainReport,
  ChainedRecord,
  DeedReader,
  JointWriter,
  NeighboredLink,
  PruneReport,
  TrailIndex,
} from '@licet/core/store';
import { GovernanceError, isGovernanceError } from '@licet/core';
import { canonicalJson } from '@licet/core/text';
import { chainCheck, fitsChain, indexRecord, matchesQuery, pruneRecord } from '@licet/core/store';

import { reusingHash } from '../hash.ts';
import type { Connection } from './connection.ts';
import type { Run } from './schema.ts';
import { takeTurns } from './sessions.ts';
import { toText } from './text.ts';

/** An audit trail in PostgreSQL: one chain, however many machines append. */
export interface PostgresAudit extends BatchAuditSink, AuditReader, AuditPruner {
  append(record: AuditRecord): Promise<void>;
  appendAll(records: readonly AuditRecord[]): Promise<void>;
  read(query?: AuditQuery): Promise<readonly ChainedRecord[]>;
  head(): Promise<Anchor>;
  verify(...anchors: readonly Anchor[]): Promise<ChainReport>;
  prune(before: number, now: number): Promise<PruneReport>;
  readonly joint: JointWriter;
}

interface Row extends Anchor {
  readonly record: string;
  readonly prev: string;
}

const PAGE = 1_000;

/**
 * Numbers, links and records in one statement: each append waits for the end of the chain, so that two machines cannot
 * fork it, and no process holds it while the network is slow. The server computes the hashes, as the core would.
 */
const APPEND = `with recursive last as (select seq, hash from licet.head for update),
chain (place, seq, prev, hash) as (
  select 0::bigint, seq, '', hash from last
  union all
  select place + 1, seq + 1, hash,
    encode(sha256(convert_to(hash || E'\\n' || (seq + 1) || E'\\n' || ($1::text[])[place + 1], 'UTF8')), 'hex')
  from chain where place < cardinality($1::text[])
),
moved as (update licet.head set seq = tip.seq, hash = tip.hash from (select seq, hash from chain order by place desc limit 1) as tip)
insert into licet.audit (seq, at, type, session, evaluation, ruling, guard, code, record, prev, hash, deed, machine)
select seq, at, type, session, evaluation, ruling, guard, code, record, prev, hash, deed, machine
from unnest($1::text[], $2::float8[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
  $10::text[])
  with ordinality as each (record, at, type, session, evaluation, ruling, guard, code, deed, machine, place)
join chain using (place) returning 1`;

/** The trail of a connection. `sessions` is the store of the same connection: an evaluation is one transaction in both. */
export function postgresAudit(connection: Connection, sessions: SessionStore): PostgresAudit {
  const { run } = connection;
  const appendAll = async (records: readonly AuditRecord[]): Promise<void> => appendIn(run, records);
  const joint: JointWriter = Object.freeze<JointWriter>({
    sessions,
    get audit() {
      return audit;
    },
    async write(sessionId, events, records, expected) {
      let isInTrail = false;
      try {
        await connection.transact(async (tx, last) => {
          isInTrail = false;
          await takeTurns(tx, { id: sessionId, events, expected });
          isInTrail = true;
          // Every append waits for the process that holds the end of the chain.
          await last(async () => appendIn(tx, records));
        });
      } catch (cause) {
        if (!isInTrail || !isGovernanceError(cause)) throw cause;
        throw new GovernanceError('audit_unavailable', cause.message, { cause });
      }
    },
    atOnce: async work => connection.atOnce(async () => work()),
  });
  const audit = Object.freeze<PostgresAudit>({
    joint,
    deeds: deedReader(run),
    append: async record => appendAll([record]),
    appendAll,
    read: async (query = {}) => select(run, query),
    head: async () => head(run),
    verify: async (...anchors) => connection.snapshot(async tx => verify(tx, anchors)),
    prune: async (before, now) => connection.transact(async tx => prune(tx, before, now)),
  });
  return audit;
}

const DEEDS = `select seq::float8 as seq, record, prev, hash,
  (select hash from licet.audit as a where a.seq = each.seq - 1) as before, (select prev from licet.audit as a where a.seq = each.seq + 1) as after
  from licet.audit as each where deed = $1 order by seq`;

/** Finds records of what people did in the trail of a connection. */
const deedReader = (run: Run): DeedReader =>
  Object.freeze<DeedReader>({
    request: async id => (await deedRecords(run, id)).filter(record => record.type === 'answer' || record.type === 'evaluation'),
    deed: async id => (await deedRecords(run, id)).findLast(record => record.type === 'fact'),
  });

/** The records with a key that fit their places in the chain. */
async function deedRecords(run: Run, key: string): Promise<readonly AuditRecord[]> {
  const rows = await run<NeighboredLink>(DEEDS, [toText(key)]);
  const hash = reusingHash();
  return rows.filter(row => fitsChain(row, hash)).map(row => JSON.parse(row.record) as AuditRecord);
}

async function appendIn(run: Run, records: readonly AuditRecord[]): Promise<void> {
  const written = await run(APPEND, columns(records));
  if (written.length === records.length) return;
  throw new GovernanceError('store_unavailable', 'the end of the audit trail is missing; restore it, or name another schema');
}

/** One array for each column, in the order of the statement's parameters. */
function columns(records: readonly AuditRecord[]): readonly (readonly (string | number | null)[])[] {
  const text = (value: string | null): string | null => (value === null ? null : toText(value));
  const index = records.map(indexRecord);
  return [
    records.map(record => canonicalJson(record)),
    index.map(({ at }) => at),
    index.map(({ type }) => type),
    index.map(({ session }) => text(session)),
    index.map(({ evaluation }) => text(evaluation)),
    index.map(({ ruling }) => text(ruling)),
    index.map(({ guard }) => text(guard)),
    index.map(({ code }) => text(code)),
    index.map(({ deed }) => text(deed)),
    index.map(({ machine }) => text(machine)),
  ];
}

/** An append waits until this is over, as this waits for appends. */
async function prune(run: Run, before: number, now: number): Promise<PruneReport> {
  await run('select seq from licet.head for update');
  const [first] = await run<{ readonly seq: number | null }>('select min(seq)::float8 as seq from licet.audit');
  const [last] = await run<Anchor>(
    'select seq::float8 as seq, hash from licet.audit where seq < coalesce((select min(seq) from licet.audit where at >= $1), 9e15) order by seq desc limit 1',
    [before],
  );
  if (last === undefined) return { removed: 0, first: first?.seq ?? 1 };
  const record = pruneRecord(last, now);
  await appendIn(run, [record]);
  await run('delete from licet.audit where seq <= $1', [last.seq]);
  return { removed: last.seq - (first?.seq ?? 1) + 1, first: record.first };
}

async function head(run: Run): Promise<Anchor> {
  const [row] = await run<Anchor>('select seq::float8 as seq, hash from licet.head');
  if (row !== undefined) return { seq: row.seq, hash: row.hash };
  throw new GovernanceError('store_unavailable', 'the end of the audit trail is missing; restore it, or name another schema');
}

/** What has a column is asked of the server, the rest of each record: a page at a time, until there is enough. */
async function select(run: Run, query: AuditQuery): Promise<readonly ChainedRecord[]> {
  const { limit = Number.POSITIVE_INFINITY, session, machine, ruling, guard, code, type, since, until } = query;
  const conditions: readonly (readonly [string, string | number | undefined])[] = [
    ['session =', session && toText(session)],
    ['machine =', machine && toText(machine)],
    ['ruling =', ruling && toText(ruling)],
    ['guard =', guard && toText(guard)],
    ['code =', code && toText(code)],
    ['type =', type && toText(type)],
    ['at >=', since],
    ['at <', until],
  ];
  const wanted = conditions.filter(([, value]) => value !== undefined);
  const where = ['seq > $1', ...wanted.map(([sql], index) => `${sql} $${index + 2}`)].join(' and ');
  const sql = `select seq::float8 as seq, record, prev, hash from licet.audit where ${where} order by seq limit ${PAGE}`;
  const found: ChainedRecord[] = [];
  for (let after = query.after ?? 0; found.length < limit;) {
    const rows = await run<Row>(sql, [after, ...wanted.map(([, value]) => value)]);
    for (const { seq, record, prev, hash } of rows) {
      const each = { seq, record: JSON.parse(record) as AuditRecord, prev, hash };
      if (found.length < limit && matchesQuery(each, query)) found.push(each);
    }
    if (rows.length < PAGE) break;
    after = rows.at(-1)?.seq ?? after;
  }
  return found;
}

/** The end that the last append has left is a separate anchor: a trail that was cut does not reach it. */
async function verify(run: Run, anchors: readonly Anchor[]): Promise<ChainReport> {
  const check = chainCheck({ anchors: [await head(run), ...anchors], hash: reusingHash(), written: toText });
  const sql = `select seq::float8 as seq, record, prev, hash, at, type, session, evaluation, ruling, guard, code, deed, machine from licet.audit where seq > $1 order by seq limit ${PAGE}`;
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = await run<Row & TrailIndex>(sql, [after]);
    for (const row of rows) if (!check.add({ ...row, text: row.record, index: row })) return check.report();
    if (rows.length < PAGE) return check.report();
    after = rows.at(-1)?.seq ?? after;
  }
}
