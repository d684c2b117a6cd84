import type { ChainedRecord } from '@licet/core';
import { escapeText, readAll } from '@licet/core';

import { UsageError } from '../exit.ts';
import { jsonText } from '../text/json.ts';
import type { Terminal } from '../text/terminal.ts';
import { VERSION } from '../version.ts';
import { CSV_HEADER, csvRow } from './csv.ts';
import { countOf, queryOf } from './filters.ts';
import type { Filters } from './filters.ts';
import { ocsfEvent } from './ocsf.ts';
import { openTrail } from './openTrail.ts';
import type { Output } from './output.ts';
import { openOutput } from './output.ts';

/** The options of `export`. */
export interface ExportOptions extends Filters {
  readonly format?: string;
  readonly out?: string;
  readonly limit?: string;
}

type Records = AsyncIterable<ChainedRecord>;

/** The name and the version of what `json` and `jsonl` hold. A change that a reader must know of counts the version up. */
const ENVELOPE = { schema: 'licet.audit', version: 1 };

const FORMATS: Readonly<Record<string, (records: Records, output: Output, head: object) => Promise<void>>> = {
  async json(records, output, head) {
    await output.line(`${jsonText(head).slice(0, -1)},"records":[`);
    let isFirst = true;
    for await (const record of records) {
      await output.line(`${isFirst ? ' ' : ','}${jsonText(record)}`);
      isFirst = false;
    }
    await output.line(']}');
  },
  async jsonl(records, output, head) {
    await output.line(jsonText(head));
    for await (const record of records) await output.line(jsonText(record));
  },
  async csv(records, output) {
    await output.line(`${CSV_HEADER}\r`);
    for await (const record of records) await output.line(output.isTerminal ? escapeText(csvRow(record)) : `${csvRow(record)}\r`);
  },
  async ocsf(records, output) {
    for await (const record of records) await output.line(jsonText(ocsfEvent(record)));
  },
};

/** The formats that a trail can be exported in. */
export const EXPORT_FORMATS: readonly string[] = Object.keys(FORMATS);

/** Writes records in a format that other tools read, one after the other: a trail of any size in bounded memory. */
export async function exportTrail(options: ExportOptions, terminal: Terminal): Promise<number> {
  const { format = 'json', out, limit, ...filters } = options;
  const write = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (write === undefined) throw new UsageError(`\`--format\` must be one of ${EXPORT_FORMATS.join(', ')}, found \`${format}\``);
  const { reader, name } = await openTrail(filters, process.cwd());
  const query = { ...queryOf(filters), ...(limit !== undefined && { limit: countOf('--limit', limit, 0) }) };
  const output = openOutput(out, terminal);
  try {
    const head = { ...ENVELOPE, program: `licet ${VERSION}`, exportedAt: new Date().toISOString(), trail: name };
    await write(readAll(reader, query), output, head);
  } finally {
    output.close();
  }
  return 0;
}
