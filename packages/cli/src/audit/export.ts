import { lineOf, linesReader } from '@licet/adapters/lines';
import type { AuditQuery, AuditReader, ChainedRecord } from '@licet/core/store';
import { escapeText } from '@licet/core';
import { readAll } from '@licet/core/store';
import { parseSize } from '@licet/core/text';

import { jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { VERSION } from '../version.ts';
import { CSV_HEADER, csvRow, ocsfEvent } from './formats.ts';
import { countOf, queryOf } from './filters.ts';
import type { Filters } from './filters.ts';
import { following, openTrail } from './openTrail.ts';
import type { Output } from './output.ts';
import { openOutput, openRotating } from './output.ts';

/** The options of `export`. */
export interface ExportOptions extends Filters {
  readonly format?: 'json' | 'jsonl' | 'csv' | 'ocsf';
  readonly out?: string;
  readonly limit?: string;
  readonly follow?: boolean;
  readonly rotate?: string;
}

type Records = AsyncIterable<ChainedRecord>;

/** The name and the version of what `json` and `jsonl` hold. A change that a reader must know of counts the version up. */
const ENVELOPE = { schema: 'licet.audit', version: 1 };

/** A format that has one line for each record. */
interface Lines {
  /** The first line of every file. */
  readonly first?: (head: object) => string;
  readonly line: (record: ChainedRecord, isTerminal: boolean) => string;
  /** Whether the lines of a file that is there say where it ends. */
  readonly isTrail?: true;
}

const LINES: Readonly<Record<'jsonl' | 'csv' | 'ocsf', Lines>> = {
  jsonl: { isTrail: true, first: jsonText, line: (record, isTerminal) => (isTerminal ? jsonText(record) : lineOf(record)) },
  csv: {
    first: () => `${CSV_HEADER}\r`,
    line: (record, isTerminal) => (isTerminal ? escapeText(csvRow(record)) : `${csvRow(record)}\r`),
  },
  ocsf: { line: record => jsonText(ocsfEvent(record)) },
};

/**
 * Writes records in a format that other tools read, one after the other: a trail of any size in bounded memory. With `follow` it
 * goes on with those that come, until it is interrupted, and closes a file when it grows larger than `rotate` says. A file of `jsonl` lines
 * is a separate trail that `licet audit verify --trail` proves; following goes on where it ends.
 */
export async function exportTrail(options: ExportOptions, terminal: Terminal): Promise<number> {
  const { format = 'json', out, limit, follow = false, rotate, ...filters } = options;
  const lines = format === 'json' ? undefined : LINES[format];
  if (follow && lines === undefined) throw new UsageError('`--follow` needs a format of lines: jsonl, csv or ocsf');
  if (rotate !== undefined && (!follow || out === undefined)) throw new UsageError('`--rotate` needs `--follow` and `--out`');
  const { reader, name } = await openTrail(filters);
  const query = { ...queryOf(filters), ...(limit !== undefined && { limit: countOf('--limit', limit, 0) }) };
  const head = { ...ENVELOPE, program: `licet ${VERSION}`, exportedAt: new Date().toISOString(), trail: name };
  if (follow && lines !== undefined) return followTrail(reader, query, { lines, head, out, mostBytes: sizeOf(rotate) }, terminal);
  const output = openOutput(out, terminal);
  try {
    if (lines === undefined) await writeJson(readAll(reader, query), output, head);
    else await writeLines(readAll(reader, query), output, lines, head);
  } finally {
    output.close();
  }
  return 0;
}

function sizeOf(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  try {
    return parseSize(text);
  } catch {
    throw new UsageError(`\`--rotate\` must be a size like \`50MiB\`, found \`${text}\``);
  }
}

async function writeJson(records: Records, output: Output, head: object): Promise<void> {
  await output.line(`${jsonText(head).slice(0, -1)},"records":[`);
  let isFirst = true;
  for await (const record of records) {
    await output.line(`${isFirst ? ' ' : ','}${jsonText(record)}`);
    isFirst = false;
  }
  await output.line(']}');
}

async function writeLines(records: Records, output: Output, { first, line }: Lines, head: object): Promise<void> {
  if (first !== undefined) await output.line(first(head));
  for await (const record of records) await output.line(line(record, output.isTerminal));
}

interface Following {
  readonly lines: Lines;
  readonly head: object;
  readonly out: string | undefined;
  readonly mostBytes: number;
}

/** Never ends by itself. */
async function followTrail(
  reader: AuditReader,
  query: AuditQuery,
  { lines, head, out, mostBytes }: Following,
  terminal: Terminal,
): Promise<number> {
  const { isTrail = false } = lines;
  const first = lines.first?.(head);
  const output = out === undefined ? openOutput(undefined, terminal) : openRotating(out, { first, mostBytes, goesOn: isTrail });
  if (out === undefined && first !== undefined) await output.line(first);
  const after = out !== undefined && isTrail ? linesReader(out).head().seq : 0;
  for await (const record of following(reader, { ...query, after })) await output.line(lines.line(record, output.isTerminal));
  return 0;
}
