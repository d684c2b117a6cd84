import type { Action, Outcome } from '../model/action.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../ports/approval.ts';
import type {
  AnomalyRecord,
  AnswerRecord,
  AskRecord,
  CommitFailureRecord,
  EvaluationRecord,
  OutcomeRecord,
} from '../ports/audit.ts';
import type { Committed } from './commit.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import type { Evaluation } from './evaluation.ts';
import { Frame } from './frame.ts';
import { isGovernanceError, messageOf } from '../model/errors.ts';
import { isRecord } from '../model/json.ts';
import type { PlanNode } from './plan.ts';
import { outputObligations } from '../model/obligations.ts';
import { writeVerdictTree } from './verdictTree.ts';
import { pathOf } from './walk.ts';
import type { SessionEvent } from '../ports/session.ts';

/** The identity of an evaluation, as far as the one who reports on it knows it. */
export interface Subject {
  readonly evaluationId: string;
  readonly sessionId: string;
  readonly callId?: string;
}

/** Returns whom a record is about. */
export function subjectOf({ id, action }: Pick<Evaluation, 'id' | 'action'>): Subject {
  return { evaluationId: id, sessionId: action.sessionId, ...(action.callId !== undefined && { callId: action.callId }) };
}

/** The audit record of a decision. */
export function evaluationRecord(evaluation: Evaluation, options: ResolvedOptions): EvaluationRecord {
  const { action, reason, gaps, errors, approval } = evaluation;
  const { runtime } = options;
  const node = nodeOf(evaluation);
  return wellFormed({
    type: 'evaluation' as const,
    at: evaluation.context.now,
    ...subjectOf(evaluation),
    ...actionMembers(action, options),
    actionDigest: evaluation.actionDigest ?? '',
    policyDigest: evaluation.policyDigest,
    ruling: evaluation.ruling,
    enforced: evaluation.enforced,
    ...(evaluation.context instanceof Frame && { verdicts: writeVerdictTree(evaluation.context, evaluation.ruling) }),
    code: evaluation.code,
    guard: evaluation.guard,
    ...(reason !== undefined && { reason }),
    ...(gaps.length > 0 && { gaps }),
    ...(errors.length > 0 && { errors: errors.map(({ code, guard, message }) => ({ code, guard, message })) }),
    ...evidenceOf(evaluation, options),
    risk: evaluation.risk,
    ...obligationsOf(evaluation, options),
    ...(approval !== undefined && { approval }),
    ...(runtime !== undefined && { runtime }),
    ...(node !== undefined && { node }),
    durationMs: evaluation.durationMs,
  });
}

/** What a replay needs of an action. Whatever may hold more than names goes through the redactor. */
function actionMembers(action: Action, { redact }: ResolvedOptions): ActionMembers {
  const { kind, tool, payload, cwd, agentId, agentType, taskType, turnId, principal, remarks, request } = action;
  return {
    ...(agentId !== undefined && { agentId }),
    ...(agentType !== undefined && { agentType }),
    ...(principal !== undefined && { principal: principal.id }),
    ...(principal?.roles !== undefined && { roles: principal.roles }),
    ...(principal?.attributes !== undefined && { attributes: redact(principal.attributes) }),
    kind,
    ...(tool !== undefined && { tool }),
    payload: redact(payload),
    ...(cwd !== undefined && { cwd }),
    ...(taskType !== undefined && { taskType }),
    ...(turnId !== undefined && { turnId }),
    ...(remarks !== undefined && { remarks }),
    ...(request !== undefined && { request: redact({ ...request }) }),
  };
}

type ActionMembers = Pick<
  EvaluationRecord,
  | 'agentId'
  | 'agentType'
  | 'principal'
  | 'roles'
  | 'attributes'
  | 'kind'
  | 'tool'
  | 'payload'
  | 'cwd'
  | 'taskType'
  | 'turnId'
  | 'remarks'
  | 'request'
>;

/** What the runtime was obliged to, with the new arguments under the same redactor as the old ones. */
function obligationsOf({ obligations }: Evaluation, { redact }: ResolvedOptions): Pick<EvaluationRecord, 'obligations'> {
  const { rewrite, ...others } = obligations;
  if (rewrite === undefined && Object.keys(others).length === 0) return {};
  return { obligations: { ...others, ...(rewrite !== undefined && { rewrite: redact(rewrite) }) } };
}

/** What the guards have said they go by, under the same redactor as the arguments: it may hold parts of them. */
function evidenceOf({ verdicts }: Evaluation, { redact }: ResolvedOptions): Pick<EvaluationRecord, 'evidence'> {
  const said = verdicts.flatMap(({ guard, evidence }) => (evidence === undefined ? [] : [{ guard, evidence }]));
  if (said.length === 0) return {};
  const told = redact({ evidence: said });
  return { evidence: typeof told === 'object' && told !== null && 'evidence' in told ? told['evidence'] : told };
}

/** Where the first leaf stands that the ruling rests on. None for a pass, and where the engine speaks for itself. */
function nodeOf({ ruling, guard, context }: Evaluation): string | undefined {
  if (ruling === 'pass' || !(context instanceof Frame)) return undefined;
  const leaves = Array.from(pathOf(context, 'determining')).filter(({ children }) => children === undefined);
  const speaking = leaves.find(({ verdict }) => verdict?.ruling === ruling) ?? (guard === 'engine' ? undefined : leaves[0]);
  return speaking && placeOf(context.plan, speaking.plan, '');
}

/** The indices of the children on the way from one node to another. */
function placeOf({ children }: PlanNode, wanted: PlanNode, place: string): string | undefined {
  for (const [index, child] of children.entries()) {
    const here = place === '' ? `${index}` : `${place}.${index}`;
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

const cut = (text: string, most = 2_000): string => text.slice(0, most).toWellFormed();

/** Text that an agent has chosen may hold half a character, which no record can: it would stand for a decision that is not written down. */
function wellFormed<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed() as T;
  if (Array.isArray(value)) return value.map(wellFormed) as T;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toWellFormed(), wellFormed(member)])) as T;
}

/** The session event of a decision. */
export function evaluatedEvent(evaluation: Evaluation): SessionEvent {
  const { action, ruling, passed, code, risk, id } = evaluation;
  const { kind, callId, tool } = action;
  const owes = outputObligations(evaluation.obligations);
  const at = evaluation.context.now;
  // Written out, because every evaluation comes here: three copies cost more than the guard that passed.
  if (owes === undefined && callId !== undefined && tool !== undefined)
    return { type: 'evaluated', at, evaluationId: id, kind, ruling, passed, code, risk, callId, tool };
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
  const { status, exitCode, error, durationMs, redacted, shown } = outcome;
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
    questions: wellFormed(questions.map(({ guard, code, reason }) => ({ guard, code, reason }))),
    actionDigest,
    policyDigest,
    expiresAt,
  };
}

const NO_ANSWER: ApprovalAnswer = Object.freeze({ granted: [] });

/**
 * The audit record of one person's answer to a request. Whoever takes answers writes it before the answer takes effect: an
 * approval that cannot be written down is none.
 */
export function answerRecord(request: ApprovalRequest, answer: ApprovalAnswer, at: number): AnswerRecord {
  const { granted, by, reason, channel } = (answer as ApprovalAnswer | null | undefined) ?? NO_ANSWER;
  return {
    type: 'answer',
    at,
    ...subjectOf(request),
    approvalId: request.id,
    granted: Array.isArray(granted) ? granted.map(each => (each === null ? null : each === true)) : [],
    ...(typeof by === 'string' && { by: cut(by, 200) }),
    ...(typeof reason === 'string' && { reason: cut(reason) }),
    ...(typeof channel === 'string' && { channel: cut(channel, 64) }),
  };
}
