import { hostname } from 'node:os';

import { lineOf, linesReader } from '@licet/adapters/lines';
import type { AuditQuery, AuditReader, ChainedRecord } from '@licet/core/store';
import { readAll } from '@licet/core/store';
import { escapeText } from '@licet/core';
import type { AuditRecord } from '@licet/core';
import { parseSize } from '@licet/core/text';
import { jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

import { requireHuman } from '../human.ts';
import { namedPrivateKey } from '../signing/ed25519.ts';
import { VERSION } from '../version.ts';
import { CSV_HEADER, csvRow, ocsfEvent } from './formats.ts';
import { countOf, queryOf } from './filters.ts';
import type { Filters } from './filters.ts';
import { following, openTrail } from './openTrail.ts';
import type { Output } from './output.ts';
import { openOutput, openRotating } from './output.ts';
import { receiptOf, signedReceipt } from './receipts.ts';

interface ExportOptions extends Filters {
  readonly format?: 'json' | 'jsonl' | 'csv' | 'ocsf' | 'syslog' | 'receipts';
  readonly key?: string;
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
  /** Undefined for a record that the format leaves out. */
  readonly line: (record: ChainedRecord, isTerminal: boolean) => string | undefined;
  /** Whether the lines of a file that is there say where it ends. */
  readonly isTrail?: true;
}

const LINES: Readonly<Record<'jsonl' | 'csv' | 'ocsf' | 'syslog', Lines>> = {
  jsonl: { isTrail: true, first: jsonText, line: (record, isTerminal) => (isTerminal ? jsonText(record) : lineOf(record)) },
  csv: {
    first: () => `${CSV_HEADER}\r`,
    line: (record, isTerminal) => (isTerminal ? escapeText(csvRow(record)) : `${csvRow(record)}\r`),
  },
  ocsf: { line: record => jsonText(ocsfEvent(record)) },
  syslog: { line: (record, isTerminal) => (isTerminal ? escapeText(syslogLine(record)) : syslogLine(record)) },
};

/**
 * Writes records in a format that other tools read, one after the other: a trail of any size in bounded memory. With `follow` it
 * goes on with those that come, until it is interrupted, and closes a file when it grows larger than `rotate` says. A file of `jsonl` lines
 * is a separate trail that `licet audit verify --trail` proves; following goes on where it ends.
 */
export async function exportTrail(options: ExportOptions, terminal: Terminal): Promise<number> {
  const { format = 'json', key, out, limit, follow = false, rotate, ...filters } = options;
  if (follow && (format === 'json' || format === 'receipts'))
    throw new UsageError('`--follow` needs a format of lines: jsonl, csv, ocsf or syslog');
  const lines = format === 'json' ? undefined : format === 'receipts' ? receiptLines(key) : LINES[format];
  if (key !== undefined && format !== 'receipts') throw new UsageError('`--key` goes with `--format receipts`');
  if (rotate !== undefined && (!follow || out === undefined)) throw new UsageError('`--rotate` needs `--follow` and `--out`');
  const { reader, name } = await openTrail(filters);
  if (format === 'receipts') await requireWhole(reader, name);
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

/** Signs with the key of a person. Only a person may: an agent could have a trail signed that it has written. */
function receiptLines(key: string | undefined): Lines {
  requireHuman({ command: 'licet audit export --format receipts' });
  if (key === undefined) throw new UsageError('receipts are signed: name your private key with `--key`');
  const signer = namedPrivateKey(key);
  return {
    line: record => {
      const receipt = receiptOf(record);
      return receipt && signedReceipt(receipt, signer);
    },
  };
}

/** A signature on a record that was changed would vouch for the change. */
async function requireWhole(reader: AuditReader, name: string): Promise<void> {
  const { valid, bad } = await reader.verify();
  if (!valid)
    throw new UsageError(
      `no receipts are signed, because the trail \`${name}\` is not as it was written: record ${bad?.seq}: ${bad?.why}`,
    );
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
  await writeRecords(records, output, line);
}

async function writeRecords(records: Records, output: Output, line: Lines['line']): Promise<void> {
  for await (const record of records) {
    const text = line(record, output.isTerminal);
    if (text !== undefined) await output.line(text);
  }
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
  await writeRecords(following(reader, { ...query, after }), output, lines.line);
  return 0;
}

const LOG_AUDIT = 13;
const [WARNING, NOTICE, INFORMATIONAL] = [4, 5, 6];

/** A record as a line of syslog (RFC 5424). The message is the line of `jsonl`, so that what a collector keeps can still be verified. */
export function syslogLine(chained: ChainedRecord, host: string = hostname()): string {
  const { record } = chained;
  const name = host.replaceAll(/[^!-~]/gu, '').slice(0, 255) || '-';
  const priority = LOG_AUDIT * 8 + severityOf(record);
  return `<${priority}>1 ${new Date(record.at).toISOString()} ${name} licet - ${record.type} - ${lineOf(chained)}`;
}

function severityOf(record: AuditRecord): number {
  if (record.type === 'anomaly' || record.type === 'commit_failure') return WARNING;
  if (record.type !== 'evaluation') return INFORMATIONAL;
  return { pass: INFORMATIONAL, warn: NOTICE, ask: WARNING, block: WARNING }[record.enforced];
}
