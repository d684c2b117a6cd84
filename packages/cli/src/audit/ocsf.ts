import type { AuditRecord } from '@licet/core';
import type { ChainedRecord, EvaluationRecord } from '@licet/core/store';

import { VERSION } from '../version.ts';

const OCSF_VERSION = '1.3.0';
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
