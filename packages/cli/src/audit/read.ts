import type { AuditQuery, AuditReader, ChainedRecord } from '@licet/core/store';
import { escapeText } from '@licet/core';
import { readAll } from '@licet/core/store';

import { EXIT, jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { countOf, queryOf } from './filters.ts';
import { following, openTrail } from './openTrail.ts';
import type { OpenedTrail } from './openTrail.ts';
import { openOutput } from './output.ts';
import { recordWriter } from './recordLine.ts';
import { placeIn } from './report.ts';
import type { ReadOptions } from './report.ts';

/** Prints the records that the options ask for, oldest first. */
export async function queryTrail(options: ReadOptions, terminal: Terminal): Promise<number> {
  const { limit, json = false, follow: _follow, lines: _lines, ...filters } = options;
  const { reader, policy } = await openTrail(filters);
  const shown = writerFor(json, policy, terminal);
  const query = { ...queryOf(filters), ...(limit !== undefined && { limit: countOf('--limit', limit, 0) }) };
  const output = openOutput(undefined, terminal);
  for await (const record of readAll(reader, query)) await output.line(shown(record));
  output.close();
  return 0;
}

/** Prints the last records, and with `follow` those that come, until it is interrupted. */
export async function tailTrail(options: ReadOptions, terminal: Terminal): Promise<number> {
  const { lines, json = false, follow = false, limit: _limit, ...filters } = options;
  const { reader, policy } = await openTrail(filters);
  const shown = writerFor(json, policy, terminal);
  const query = queryOf(filters);
  const output = openOutput(undefined, terminal);
  const last = await lastOf(reader, query, countOf('--lines', lines, 10));
  for (const record of last.records) await output.line(shown(record));
  if (follow) for await (const record of following(reader, { ...query, after: last.after })) await output.line(shown(record));
  output.close();
  return 0;
}

/** The last records that are asked for. Without a filter, those before them are not read at all. */
async function lastOf(
  reader: AuditReader,
  query: AuditQuery,
  count: number,
): Promise<{ readonly records: readonly ChainedRecord[]; readonly after: number }> {
  const { seq } = await reader.head();
  const after = Object.keys(query).length === 0 ? Math.max(0, seq - count) : 0;
  let records: ChainedRecord[] = [];
  for await (const record of readAll(reader, { ...query, after })) {
    records.push(record);
    if (records.length > 2 * count + 100) records = records.slice(-count);
  }
  records = count === 0 ? [] : records.slice(-count);
  return { records, after: Math.max(seq, records.at(-1)?.seq ?? 0) };
}

/** Prints everything that is known of one record, or of all that belong to one evaluation or one request. */
export async function showRecord(name: string, options: ReadOptions, terminal: Terminal): Promise<number> {
  const { reader } = await openTrail(options);
  const found: ChainedRecord[] = [];
  if (/^\d{1,15}$/.test(name)) found.push(...(await reader.read({ after: Number(name) - 1, limit: 1 })));
  else for await (const chained of readAll(reader, { text: name })) if (isOf(chained, name)) found.push(chained);
  const wanted = found.filter(({ seq }) => !/^\d{1,15}$/.test(name) || seq === Number(name));
  for (const record of wanted) {
    if (options.json === true) terminal.print(jsonText(record));
    else for (const line of JSON.stringify(record, null, 2).split('\n')) terminal.print(escapeText(line));
  }
  if (wanted.length > 0) return 0;
  terminal.complain(`licet: there is no record \`${escapeText(name, 100)}\` in this trail`);
  return EXIT.usage;
}

function isOf({ hash, record }: ChainedRecord, name: string): boolean {
  const ids = [hash, record.evaluationId, record.callId, 'approvalId' in record ? record.approvalId : undefined];
  return ids.includes(name);
}

function writerFor(json: boolean, policy: OpenedTrail['policy'], terminal: Terminal): (record: ChainedRecord) => string {
  return json ? record => jsonText(record) : recordWriter(terminal, record => placeIn(record, policy));
}
