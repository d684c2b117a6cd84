import type { Action, Outcome } from '../model/action.ts';
import type { ContainmentOutcome } from '../model/containment.ts';
import type { ApprovalRequest } from '../ports/approval.ts';
import type { AnomalyRecord, AskRecord, CommitFailureRecord, EvaluationRecord, OutcomeRecord } from '../ports/audit.ts';
import { boundRecord } from './boundRecord.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import { Frame } from './frame.ts';
import { isGovernanceError } from '../model/errors.ts';
import { messageOf } from '../text/messageOf.ts';
import { isRecord } from '../model/json.ts';
import type { Given, Json } from '../model/json.ts';
import { redactPayload } from '../ports/redactPayload.ts';
import type { PlanNode } from './plan.ts';
import { wayTo } from '../policy/policyData.ts';
import { outputObligations } from '../model/obligations.ts';
import { writeVerdictTree } from './verdictTree.ts';
import { speakingLeaf } from './walk.ts';
import type { SessionEvent } from '../ports/session.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Committed } from './decide.ts';
import type { Subject } from '../model/subject.ts';
import { subjectOf } from '../model/subject.ts';
import { cut } from '../text/cut.ts';

/** The audit record of a decision. */
export function evaluationRecord(evaluation: Evaluation, options: ResolvedOptions): EvaluationRecord {
  const { action, context, ruling, gaps, errors } = evaluation;
  const record: Given<EvaluationRecord> = {
    type: 'evaluation',
    at: context.now,
    ...subjectOf(evaluation),
    ...actionMembers(action, options),
    actionDigest: evaluation.actionDigest ?? '',
    policyDigest: evaluation.policyDigest,
    ruling,
    enforced: evaluation.enforced,
    code: evaluation.code,
    guard: evaluation.guard,
    reason: evaluation.reason,
    risk: evaluation.risk,
    approval: evaluation.approval,
    durationMs: evaluation.durationMs,
    verdicts: context instanceof Frame ? writeVerdictTree(context, ruling) : undefined,
    gaps: gaps.length > 0 ? gaps : undefined,
    errors: errors.length > 0 ? errors.map(({ cause: _cause, ...error }) => error) : undefined,
    evidence: evidenceOf(evaluation, options),
    obligations: obligationsOf(evaluation, options),
    containment: containmentIn(evaluation, options),
    runtime: options.runtime,
    node: nodeOf(evaluation),
  };
  return wellFormed(record) as EvaluationRecord;
}

/** What a replay needs of an action. Whatever may hold more than names goes through the redactor. */
function actionMembers(
  action: Action,
  options: ResolvedOptions,
): Partial<Given<EvaluationRecord>> & Pick<EvaluationRecord, 'kind' | 'payload'> {
  const { kind, tool, payload, cwd, agentId, agentType, taskType, turnId, project, principal, remarks, request } = action;
  return {
    agentId,
    agentType,
    kind,
    tool,
    cwd,
    taskType,
    turnId,
    project,
    remarks,
    principal: principal?.id,
    roles: principal?.roles,
    attributes: principal?.attributes && redacted(principal.attributes, options),
    payload: redacted(payload, options),
    request: request && redacted({ ...request }, options),
  };
}

/** What may stand in a record, by the redactor of the engine. Our own keeps to what a record holds; one of the host's may not. */
const redacted = (value: Action['payload'], { redact }: ResolvedOptions): Json =>
  redact === redactPayload ? redact(value) : boundRecord(redact(value));

/** What the runtime was obliged to, with the new arguments under the same redactor as the old ones. */
function obligationsOf({ obligations }: Evaluation, options: ResolvedOptions): EvaluationRecord['obligations'] {
  const { rewrite, ...others } = obligations;
  if (rewrite === undefined) return Object.keys(others).length === 0 ? undefined : others;
  return { ...others, rewrite: redacted(rewrite, options) };
}

/** The sandbox that the call gets, without the arguments that put it there: they are among the obligations. */
function containmentIn({ containment }: Evaluation, { contain }: ResolvedOptions): EvaluationRecord['containment'] {
  if (contain === undefined || containment === undefined) return undefined;
  const { level, by, planDigest } = containment;
  return { level, by, planDigest };
}

/** What the guards have said they go by, under the same redactor as the arguments: it may hold parts of them. */
function evidenceOf({ verdicts }: Evaluation, options: ResolvedOptions): EvaluationRecord['evidence'] {
  const said = verdicts.flatMap(({ guard, evidence }) => (evidence === undefined ? [] : [{ guard, evidence }]));
  if (said.length === 0) return undefined;
  const told = redacted({ evidence: said }, options);
  return isRecord(told) && 'evidence' in told ? told['evidence'] : told;
}

/** The place of the first leaf that the ruling rests on. None for a pass, and none where the ruling is the engine's own. */
function nodeOf({ ruling, guard, context }: Evaluation): string | undefined {
  if (!(context instanceof Frame)) return undefined;
  const speaking = speakingLeaf(context, ruling, guard);
  return speaking && placeOf(context.plan, speaking.plan, '');
}

/** The indices of the children on the way from one node to another. */
function placeOf({ children }: PlanNode, wanted: PlanNode, place: string): string | undefined {
  for (const [index, child] of children.entries()) {
    const here = wayTo(place, index);
    const found = child === wanted ? here : placeOf(child, wanted, here);
    if (found !== undefined) return found;
  }
  return children.length === 0 && place === '' ? '' : undefined;
}

/** The audit record of an action that could not take what it needs. */
export function commitFailureRecord(subject: Subject, stopped: Exclude<Committed, undefined>, at: number): CommitFailureRecord {
  const { guard } = stopped;
  if ('lost' in stopped) return { type: 'commit_failure', at, ...subject, guard, code: 'commit_lost', why: cut(stopped.lost) };
  const { failed } = stopped;
  const code = isGovernanceError(failed) ? failed.code : 'guard_threw';
  const why = messageOf(failed);
  return { type: 'commit_failure', at, ...subject, guard, code, why: cut(why) };
}

/** Text that an agent has chosen may hold half a character, which no record can: it would stand for a decision that is not written down. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member === undefined) continue;
    if (name === '__proto__') Object.defineProperty(copy, name, { value: wellFormed(member), enumerable: true });
    else copy[name.toWellFormed()] = wellFormed(member);
  }
  return copy;
}

/** The session event of a decision. */
export function evaluatedEvent(evaluation: Evaluation): Extract<SessionEvent, { readonly type: 'evaluated' }> {
  const { action, ruling, passed, code, risk, id } = evaluation;
  const { kind, callId, tool } = action;
  const owes = outputObligations(evaluation.obligations);
  const at = evaluation.context.now;
  // Written out, because every evaluation comes here: three copies cost more than the guard that passed.
  if (owes === undefined && tool !== undefined) {
    const evaluationId = id;
    if (callId === undefined) return { type: 'evaluated', at, evaluationId, kind, ruling, passed, code, risk, tool };
    return { type: 'evaluated', at, evaluationId, kind, ruling, passed, code, risk, callId, tool };
  }
  const event = {
    type: 'evaluated' as const,
    at,
    evaluationId: id,
    kind,
    ruling,
    passed,
    code,
    risk,
    ...(owes !== undefined && { owes }),
  };
  if (callId === undefined) return tool === undefined ? event : { ...event, tool };
  return tool === undefined ? { ...event, callId } : { ...event, callId, tool };
}

/** The audit record of what really happened. The output itself is not kept. */
export function outcomeRecord(subject: Subject, outcome: Outcome, at: number): OutcomeRecord {
  const { status, exitCode, error, durationMs, redacted, shown, containment } = outcome;
  return {
    type: 'outcome',
    at,
    ...subject,
    status,
    ...(Number.isFinite(exitCode) && { exitCode: exitCode as number }),
    ...(error !== undefined && { error: cut(error) }),
    ...(Number.isFinite(durationMs) && { durationMs: durationMs as number }),
    ...(redacted !== undefined && redacted.length > 0 && { redacted }),
    ...(shown !== undefined && { shown }),
    ...(containment !== undefined && { containment: wellFormed(containment) as ContainmentOutcome }),
  };
}

/** The audit record of something that does not fit. */
export function anomalyRecord(subject: Subject, code: AnomalyRecord['code'], detail: string, at: number): AnomalyRecord {
  return { type: 'anomaly', at, ...subject, code, detail: cut(detail) };
}

/** The audit record of a request that was put to humans. */
export function askRecord(request: ApprovalRequest): AskRecord {
  const { questions, actionDigest, policyDigest, expiresAt } = request;
  return {
    type: 'ask',
    at: request.createdAt,
    ...subjectOf(request),
    approvalId: request.id,
    questions: wellFormed(questions.map(({ guard, code, reason }) => ({ guard, code, reason }))) as AskRecord['questions'],
    actionDigest,
    policyDigest,
    expiresAt,
  };
}
