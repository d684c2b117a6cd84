import type { AuditRecord } from '@licet/core';
import { TRAIL, chainCheck } from '@licet/core/store';

import type { OpenDriver, SqliteDriver, SqliteValue } from './driver.ts';
import { inTransaction, installedSqlite } from './driver.ts';
import { loadSession } from './events.ts';
import { examineState } from './examine.ts';
import { createPrivate, fileIdentity, fileSystem } from './fileIdentity.ts';
import { CALLS_SINCE, SCHEMA_VERSION, formatOf, makeFrom } from './schema.ts';
import { sqliteState } from './state.ts';

/** What became of one kind of thing in a damaged state. */
export interface SalvagedPart {
  readonly name: 'sessions' | 'counters' | 'approvals' | 'records of the trail';
  /** How many are in the new file. */
  readonly saved: number;
  /** How many were read and do not fit together any more. */
  readonly dropped: number;
  /** Whether all of it could be read. Where not, nobody knows how many there were. */
  readonly isWhole: boolean;
}

/** What {@link salvageState} has done. */
export interface Salvage {
  /** Where the damaged file lies now. */
  readonly kept: string;
  /** The format that it has; the new file has that of this version. */
  readonly format: number;
  readonly parts: readonly SalvagedPart[];
}

/** How {@link salvageState} works. */
export interface SalvageOptions {
  /** The time now, in milliseconds since the epoch. */
  readonly now: number;
  /** The SQLite to use. @defaultValue `installedSqlite` */
  readonly open?: OpenDriver;
}

/** Says what is damaged in a state file; empty for a sound one, and for one that is not there or in use. */
export function damageOf(file: string, { now, open = installedSqlite }: SalvageOptions): readonly string[] {
  if (fileIdentity(file) === undefined) return [];
  try {
    return examineState(file, { now, open }).damage;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return message.includes('is damaged') ? [message] : [];
  }
}

/** The tables of a state, with the keys that they lie in the order of. */
const TABLES = {
  sessions: ['id'],
  events: ['session', 'version'],
  calls: ['session', 'call'],
  entries: ['key', 'holder'],
  totals: ['key'],
  approvals: ['id'],
  audit: ['seq'],
} as const;

type Table = keyof typeof TABLES;
type Row = Readonly<Record<string, SqliteValue>>;
type Found = Readonly<Record<Table, { readonly rows: readonly Row[]; readonly isWhole: boolean }>>;

const PARTS = ['', '-wal', '-shm'] as const;

/**
 * Puts what can be read of a damaged state file into a new one in its place, brought to the format of this version, and keeps the damaged file
 * beside it. Sessions whose events
 * do not fit together are left out whole; of the trail it keeps the records from the first on that make one chain, and adds a record that
 * says what was done. Nobody else may use the file meanwhile. Throws where the new file cannot be written; the damaged one is then where it was.
 *
 * @example
 * ```ts
 * import { damageOf } from '@licet/adapters/sqlite';
 *
 * damageOf('no-such-file.db', { now: Date.now() }); // => []
 * ```
 */
export function salvageState(file: string, { now, open = installedSqlite }: SalvageOptions): Salvage {
  const [made, files] = [`${file}.salvaged`, fileSystem()];
  for (const part of PARTS) files?.rmSync(`${made}${part}`, { force: true });
  const { format, found } = readAll(file, open);
  createPrivate(made, false);
  const driver = open(made);
  let parts: readonly SalvagedPart[];
  try {
    makeFrom(driver, format, () => fill(driver, found));
    parts = inTransaction(
      sql => driver.exec(sql),
      'begin immediate',
      () => prune(driver, found),
    );
    driver.exec('pragma wal_checkpoint(truncate)');
  } finally {
    driver.close();
  }
  const kept = `${file}.damaged-${new Date(now).toISOString().replaceAll(/[:.]/gu, '-')}`;
  const { audit, close } = sqliteState(made, { open });
  audit.append(salvageRecord({ kept, format, parts }, now));
  close();
  for (const part of PARTS)
    if (fileIdentity(`${file}${part}`) !== undefined) files?.renameSync(`${file}${part}`, `${kept}${part}`);
  files?.renameSync(made, file);
  for (const part of PARTS.slice(1)) files?.rmSync(`${made}${part}`, { force: true });
  return { kept, format, parts };
}

function readAll(file: string, open: OpenDriver): { readonly format: number; readonly found: Found } {
  const none = (isWhole: boolean): Found[Table] => ({ rows: [], isWhole });
  const all = (read: (table: Table) => Found[Table]): Found =>
    Object.fromEntries(Object.keys(TABLES).map(name => [name, read(name as Table)])) as Found;
  let driver: SqliteDriver | undefined;
  try {
    driver = open(file);
    const [opened, number] = [driver, formatOf(driver)];
    const format = number >= 1 && number < SCHEMA_VERSION ? number : SCHEMA_VERSION;
    const isLater = (table: Table): boolean => table === 'calls' && format < CALLS_SINCE;
    return { format, found: all(table => (isLater(table) ? none(true) : readTable(opened, table, TABLES[table]))) };
  } catch {
    return { format: SCHEMA_VERSION, found: all(() => none(false)) };
  } finally {
    driver?.close();
  }
}

/** Reads from the first row until one cannot be read, and then from the last one back. */
function readTable(driver: SqliteDriver, table: Table, keys: readonly string[]): Found[Table] {
  const forth = walk(driver, table, keys, 'asc');
  if (forth.isWhole) return forth;
  const nameOf = (row: Row): string => JSON.stringify(keys.map(key => row[key]));
  const known = new Set(forth.rows.map(nameOf));
  const back = walk(driver, table, keys, 'desc').rows.filter(row => !known.has(nameOf(row)));
  return { rows: [...forth.rows, ...back.toReversed()], isWhole: false };
}

function walk(driver: SqliteDriver, table: Table, keys: readonly string[], way: 'asc' | 'desc'): Found[Table] {
  const rows: Row[] = [];
  const order = keys.map(key => `${key} ${way}`).join(', ');
  const behind = `where (${keys.join(', ')}) ${way === 'asc' ? '>' : '<'} (${keys.map(() => '?').join(', ')})`;
  for (let size = 256; size >= 1;) {
    const last = rows.at(-1);
    try {
      const sql = `select * from ${table} ${last === undefined ? '' : behind} order by ${order} limit ${size}`;
      const page = driver.prepare(sql).all(...(last === undefined ? [] : keys.map(key => last[key] ?? null))) as Row[];
      rows.push(...page);
      if (page.length < size) return { rows, isWhole: true };
    } catch {
      size = Math.floor(size / 4);
    }
  }
  return { rows, isWhole: false };
}

/** Puts in what was read. What brings an older file up to date reads its texts as JSON. */
function fill(driver: SqliteDriver, found: Found): void {
  const put = (table: Table, rows: readonly Row[]): void => rows.forEach(row => insert(driver, table, row));
  for (const table of ['sessions', 'calls', 'totals', 'entries'] as const) put(table, found[table].rows);
  const { events, approvals, audit } = found;
  put('events', events.rows.filter(holdsJson));
  put(
    'approvals',
    approvals.rows.filter(({ request, answers }) => isJson(request) && isJson(answers ?? '[]')),
  );
  put('audit', chainOf(audit.rows));
}

const holdsJson = ({ event }: Row): boolean => isJson(event);

/** Takes the sessions out that do not fit together, and says what there is. */
function prune(driver: SqliteDriver, found: Found): readonly SalvagedPart[] {
  const unread = new Set(found.events.rows.filter(row => !holdsJson(row)).map(({ session }) => session));
  const ids = [...new Set([...found.sessions.rows.map(({ id }) => id), ...found.events.rows.map(({ session }) => session)])];
  const broken = ids.filter(id => unread.has(id) || !isSound(driver, String(id)));
  for (const id of broken) {
    driver.prepare('delete from sessions where id = ?').run(id ?? '');
    for (const table of ['events', 'calls']) driver.prepare(`delete from ${table} where session = ?`).run(id ?? '');
  }
  const isWhole = (tables: readonly Table[]): boolean => tables.every(table => found[table].isWhole);
  const part = (name: SalvagedPart['name'], ...tables: readonly Table[]): SalvagedPart => {
    const saved = sum(
      tables,
      table => (driver.prepare(`select count(*) as count from ${table}`).get() as { count: number }).count,
    );
    return { name, saved, dropped: sum(tables, table => found[table].rows.length) - saved, isWhole: isWhole(tables) };
  };
  const sessions = {
    saved: ids.length - broken.length,
    dropped: broken.length,
    isWhole: isWhole(['sessions', 'events', 'calls']),
  };
  return [
    { name: 'sessions', ...sessions },
    part('counters', 'totals', 'entries'),
    part('approvals', 'approvals'),
    part('records of the trail', 'audit'),
  ];
}

const sum = (tables: readonly Table[], count: (table: Table) => number): number =>
  tables.reduce((total, table) => total + count(table), 0);

/** A row that does not fit into its table is none. */
function insert(driver: SqliteDriver, table: Table, row: Row): void {
  const names = Object.keys(row);
  try {
    const sql = `insert or ignore into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`;
    driver.prepare(sql).run(...names.map(name => row[name] ?? null));
  } catch {
    // It is counted among those that did not fit.
  }
}

function isSound(driver: SqliteDriver, id: string): boolean {
  try {
    const waiting = driver.prepare('select count(*) as count from events where session = ?').get(id) as { count: number };
    return loadSession(sql => driver.prepare(sql), id).version > 0 || waiting.count === 0;
  } catch {
    return false;
  }
}

/** The records from the first on that follow one another. */
function chainOf(rows: readonly Row[]): readonly Row[] {
  const check = chainCheck();
  const end = rows.findIndex(
    ({ seq, prev, hash, record }) =>
      !check.add({ seq: Number(seq), prev: String(prev), hash: String(hash), text: String(record) }) || !isJson(record ?? null),
  );
  const chain = end < 0 ? rows : rows.slice(0, end);
  return check.report().first > 1 && !chain.some(({ type }) => type === 'rotation') ? [] : chain;
}

function isJson(text: SqliteValue | undefined): boolean {
  try {
    JSON.parse(String(text));
    return true;
  } catch {
    return false;
  }
}

function salvageRecord({ kept, format, parts }: Salvage, at: number): AuditRecord {
  const said = parts.map(({ name, saved, dropped, isWhole }) => {
    const rest = [
      ...(dropped > 0 ? [`${dropped} that did not fit left out`] : []),
      ...(isWhole ? [] : ['some could not be read']),
    ];
    return `${saved} ${name}${rest.length === 0 ? '' : ` (${rest.join(', ')})`}`;
  });
  const older = format < SCHEMA_VERSION ? ` of the older format ${format}` : '';
  const detail = `a human had a damaged state${older} salvaged: ${said.join(', ')}; the damaged file is \`${kept.replace(/^.*[\\/]/u, '')}\``;
  return { ...TRAIL, type: 'anomaly', at, code: 'state_salvaged', detail };
}
