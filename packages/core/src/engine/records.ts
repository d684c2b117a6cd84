import type { Action, Outcome } from '../model/action.ts';
import type { AnomalyRecord, CommitFailureRecord, EvaluationRecord, OutcomeRecord } from '../ports/audit.ts';
import type { Committed } from './commit.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import type { Evaluation } from './evaluation.ts';
import { Frame } from './frame.ts';
import { isGovernanceError } from '../model/errors.ts';
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
  return {
    type: 'evaluation',
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
  };
}

/** What a replay needs of an action. Whatever may hold more than names goes through the redactor. */
function actionMembers(action: Action, { redact }: ResolvedOptions): ActionMembers {
  const { kind, tool, payload, cwd, agentId, taskType, turnId, principal, remarks, request } = action;
  return {
    ...(agentId !== undefined && { agentId }),
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
  if ('lost' in stopped)
    return { type: 'commit_failure', at, ...subject, guard, code: 'commit_lost', why: wellFormed(stopped.lost) };
  const { failed } = stopped;
  const code = isGovernanceError(failed) ? failed.code : 'guard_threw';
  const why = failed instanceof Error ? failed.message : 'it threw';
  return { type: 'commit_failure', at, ...subject, guard, code, why: wellFormed(why) };
}

const wellFormed = (text: string): string => text.slice(0, 2_000).toWellFormed();

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
    ...(exitCode !== undefined && { exitCode }),
    ...(error !== undefined && { error: wellFormed(error) }),
    ...(durationMs !== undefined && { durationMs }),
    ...(redacted !== undefined && redacted.length > 0 && { redacted }),
    ...(shown !== undefined && { shown }),
  };
}

/** The audit record of something that does not fit. */
export function anomalyRecord(subject: Subject, code: AnomalyRecord['code'], detail: string, at: number): AnomalyRecord {
  return { type: 'anomaly', at, ...subject, code, detail: wellFormed(detail) };
}
