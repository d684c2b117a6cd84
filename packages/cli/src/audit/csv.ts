import type { AuditRecord } from '@licet/core';
import type { ChainedRecord } from '@licet/core/store';

/** The first row. */
export const CSV_HEADER =
  'seq,time,type,session,agent,principal,runtime,kind,tool,ruling,enforced,guard,code,reason,risk,duration_ms,evaluation,call,payload,hash';

const COLUMNS = CSV_HEADER.split(',');

type Cells = Partial<Record<string, string | number>>;

/** A record as a row (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvRow({ seq, record, hash }: ChainedRecord): string {
  const members = { ...record } as unknown as Cells;
  const cells: Cells = {
    ...members,
    seq,
    hash,
    time: new Date(record.at).toISOString(),
    session: record.sessionId,
    agent: members['agentId'],
    reason: textOf(record),
    duration_ms: members['durationMs'],
    evaluation: record.evaluationId,
    call: record.callId,
    payload: members['payload'] === undefined ? undefined : JSON.stringify(members['payload']),
  };
  return COLUMNS.map(column => cell(cells[column])).join(',');
}

function textOf(record: AuditRecord): string | undefined {
  switch (record.type) {
    case 'evaluation':
    case 'answer':
      return record.reason;
    case 'ask':
      return record.questions.map(({ reason }) => reason).join('; ');
    case 'outcome':
      return record.error ?? record.status;
    case 'commit_failure':
      return record.why;
    case 'anomaly':
      return record.detail;
    case 'fact':
      return `${record.name} ${record.change}${record.reason === undefined ? '' : `: ${record.reason}`}`;
    case 'key':
      return `${record.change} the key ${record.key.keyId} of ${record.key.name}`;
    case 'rotation':
      return record.file === undefined ? `pruned up to ${record.first - 1}` : `file ${record.file}`;
  }
}

function cell(value: string | number | undefined | null): string {
  if (value === undefined || value === null) return '';
  const text = String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r\n]/.test(text.trimStart()) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
