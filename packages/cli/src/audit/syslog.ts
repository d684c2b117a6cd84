import { hostname } from 'node:os';

import { lineOf } from '@licet/adapters/lines';
import type { AuditRecord } from '@licet/core';
import type { ChainedRecord } from '@licet/core/store';

/** The facility for audit logs. */
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
