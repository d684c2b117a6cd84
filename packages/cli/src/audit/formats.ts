import type { AuditRecord } from '@licet/core';
import type { ChainedRecord, EvaluationRecord } from '@licet/core/store';

import { VERSION } from '../version.ts';

const OCSF_VERSION = '1.7.0';
const CATEGORY = 6;
const API_ACTIVITY = 6003;
const OTHER = 99;

/** What an action does to what it touches, in the schema's words. */
const ACTIVITIES: Readonly<Record<string, readonly [number, string]>> = {
  read: [2, 'Read'],
  write: [3, 'Update'],
};

const INFORMATIONAL = { severity_id: 1, severity: 'Informational' };
const MEDIUM = { severity_id: 3, severity: 'Medium' };
const SUCCESS = { status_id: 1, status: 'Success' };
const FAILURE = { status_id: 2, status: 'Failure' };

/** A record as an event of the Open Cybersecurity Schema Framework, class API Activity (6003). What was stopped is a failure of medium severity. */
export function ocsfEvent(chained: ChainedRecord): object {
  const { record, seq, hash } = chained;
  const isDecision = record.type === 'evaluation';
  const [activity, name] = (isDecision ? ACTIVITIES[record.kind] : undefined) ?? [OTHER, 'Other'];
  return {
    activity_id: activity,
    activity_name: name,
    category_uid: CATEGORY,
    category_name: 'Application Activity',
    class_uid: API_ACTIVITY,
    class_name: 'API Activity',
    type_uid: API_ACTIVITY * 100 + activity,
    type_name: `API Activity: ${name}`,
    time: record.at,
    ...(isStopped(record) ? { ...MEDIUM, ...FAILURE } : { ...INFORMATIONAL, ...SUCCESS }),
    metadata: {
      version: OCSF_VERSION,
      uid: String(seq),
      correlation_uid: record.evaluationId,
      product: { name: 'Licet', vendor_name: 'Licet', version: VERSION },
    },
    actor: actorOf(record),
    api: {
      operation: isDecision ? (record.tool ?? record.kind) : record.type,
      request: { uid: record.callId ?? record.evaluationId },
    },
    src_endpoint: { name: (isDecision ? record.runtime : undefined) ?? 'agent' },
    ...(isDecision && decisionOf(record)),
    unmapped: { licet: { seq, hash, record } },
  };
}

function isStopped(record: AuditRecord): boolean {
  if (record.type === 'evaluation') return record.enforced === 'ask' || record.enforced === 'block';
  return record.type === 'commit_failure' || record.type === 'anomaly';
}

function actorOf(record: AuditRecord): object {
  const { agentId, principal } = record as Partial<EvaluationRecord>;
  return {
    session: { uid: record.sessionId },
    ...(agentId !== undefined && { app_uid: agentId }),
    user: { uid: principal ?? 'unknown', name: principal ?? 'unknown' },
  };
}

function decisionOf({ code, reason, durationMs }: EvaluationRecord): object {
  return {
    status_code: code,
    duration: Math.round(durationMs),
    ...(reason !== undefined && { status_detail: reason, message: reason }),
  };
}

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
