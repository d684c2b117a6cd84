import { memoryApprovals, memorySessions, PolicyEngine } from '@licet/core';
import type { ApprovalStore, AuditRecord, Certify, Evaluation, Json, Ruling, SessionStore } from '@licet/core';
import type { EffectAnalyzer } from '@licet/core/nodes';
import type { BuiltPolicy } from '@licet/core/policy';
import { PROJECT_SESSION } from '@licet/core/store';
import type { EvaluationRecord, GivenRuling, RecordedCall, RecordedEvent, SessionEvent } from '@licet/core/store';

import { recordedAction } from './recorded.ts';
import { stillClock } from './standstill.ts';

/** A policy to be tried on recorded sessions. */
export interface SimulatedPolicy {
  /** Its knowledge graphs must be opened for reading: what was recorded of a call is no use of today. */
  readonly built: BuiltPolicy;
  readonly effects?: EffectAnalyzer;
  /** Gives certificates to calls that pass. @defaultValue none gets one */
  readonly certify?: Certify;
  /** Is called with the evidence of a record before its call is judged again: knowledge is then remembered as it was. */
  readonly recall?: (evidence: Json | undefined) => void;
  /** Is called when a node looks at what has happened before: a counter, a fact, the history of the session. */
  readonly onStateRead?: (read: StateRead) => void;
}

/** What was looked at: the state of a session, or a counter by its key. */
export interface StateRead {
  readonly sessionId?: string;
  readonly key?: string;
}

/** A policy that meets recorded sessions, with state in memory and a clock at the recorded times. */
export interface Simulation {
  /** Judges a call, with what happened before it. */
  call(event: RecordedCall): Promise<Evaluation>;
  /** Takes events that are not calls. An outcome of a call that this policy blocks is let be: under it, the call would not have run. */
  happened(event: Exclude<RecordedEvent, RecordedCall>): Promise<void>;
}

/** A call without an outcome is forgotten when there are more: most of them were interrupted. */
const MOST_OPEN = 10_000;

/**
 * Lets a policy meet recorded sessions: counters, facts and the history of sessions are those that would have come about under
 * this policy. A call that asks has a human's yes where the record has one.
 *
 * @example
 * ```ts
 * import { simulate } from '@licet/analysis';
 * import { Budget } from '@licet/guards';
 *
 * const simulation = simulate({ built: { policy: Budget({ max: 1 }), settings: { default: 'pass' } } });
 * const call = (callId: string) => ({ type: 'call', at: 0, exact: true, action: { kind: 'bash', payload: { command: 'ls' }, sessionId: 's', callId } }) as const;
 * (await simulation.call(call('1'))).ruling; // => 'pass'
 * (await simulation.call(call('2'))).ruling; // => 'block'
 * ```
 */
export function simulate({ built, effects, certify, onStateRead }: SimulatedPolicy): Simulation {
  const clock = stillClock();
  const sessions = memorySessions();
  const approvals = approvalsBySession();
  const open = new Map<string, Evaluation>();
  let count = 0;
  const engine = new PolicyEngine(built, {
    ids: () => `${count++}`,
    sessions: onStateRead === undefined ? sessions : watched(sessions, onStateRead),
    clock,
    approvals: approvals.store,
    ...(effects !== undefined && { effects }),
    ...(certify !== undefined && { certify }),
  });
  return {
    async call({ action, at, granted }) {
      clock.set(at);
      approvals.enter(action.sessionId);
      const asked = await engine.evaluate(action);
      const isGranted = granted === true && !asked.passed && asked.ruling === 'ask';
      const evaluation = isGranted ? await engine.resume(asked, { granted: true, by: 'the record' }) : asked;
      if (action.callId !== undefined) keep(open, keyOf(action.sessionId, action.callId), evaluation, MOST_OPEN);
      return evaluation;
    },
    async happened(event) {
      if (event.type === 'end') {
        sessions.inspect.reset({ sessionId: event.sessionId });
        for (const key of open.keys()) if (key.startsWith(keyOf(event.sessionId, ''))) open.delete(key);
        return approvals.leave(event.sessionId);
      }
      clock.set(event.at);
      if (event.type === 'fact') return void sessions.append(...factOf(event));
      approvals.enter(event.sessionId);
      const evaluation = open.get(keyOf(event.sessionId, event.callId));
      open.delete(keyOf(event.sessionId, event.callId));
      if (evaluation === undefined || (!evaluation.passed && evaluation.ruling !== 'ask')) return;
      await engine.postAction(evaluation, { status: event.status, ...(!evaluation.passed && { askedBy: 'runtime' }) });
    },
  };
}

type FactEvent = Extract<RecordedEvent, { readonly type: 'fact' }>;

function factOf({ scope, sessionId, at, name, value }: FactEvent): [string, SessionEvent[]] {
  return [scope === 'project' ? PROJECT_SESSION : sessionId, [{ type: 'fact', at, name, value }]];
}

function watched(sessions: SessionStore, onRead: (read: StateRead) => void): SessionStore {
  const counter = <Q extends { readonly key: string }, T>(look: (query: Q) => T) => {
    return (query: Q): T => {
      onRead({ key: query.key });
      return look(query);
    };
  };
  return {
    ...sessions,
    load(id) {
      onRead({ sessionId: id });
      return sessions.load(id);
    },
    used: counter(query => sessions.used(query)),
    peek: counter(request => sessions.peek(request)),
    reserve: counter(request => sessions.reserve(request)),
  };
}

const keyOf = (sessionId: string, callId: string): string => `${sessionId}\n${callId}`;

/** Puts something last, and forgets what is first when there is too much. */
export function keep<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

/** Requests belong to one session: those of another one need not be searched, and go with it. */
function approvalsBySession(): {
  readonly store: ApprovalStore;
  enter(sessionId: string): void;
  leave(sessionId: string): void;
} {
  const stores = new Map<string, ApprovalStore>();
  let here = memoryApprovals();
  return {
    enter(sessionId) {
      here = stores.get(sessionId) ?? memoryApprovals();
      stores.set(sessionId, here);
    },
    leave: sessionId => void stores.delete(sessionId),
    store: approvalsIn(() => here),
  };
}

/** A store of approvals that is now this one and now that. */
export function approvalsIn(here: () => ApprovalStore): ApprovalStore {
  return {
    open: request => here().open(request),
    answer: (id, answer, at) => here().answer(id, answer, at),
    verify: claim => here().verify(claim),
    consume: claim => here().consume(claim),
    current: query => here().current(query),
    find: (id, at) => here().find(id, at),
    findByCode: (code, at) => here().findByCode(code, at),
    pending: at => here().pending(at),
    end: (id, answer, at) => here().end(id, answer, at),
    scoped: at => here().scoped(at),
  };
}

/** What a policy itself says of an action: `ask`, also where a human has said yes to it; what is enforced, where it only observes. */
export function saidOf(evaluation: Pick<Evaluation, 'enforced' | 'guard' | 'code'>): GivenRuling {
  const { enforced, guard, code } = evaluation;
  return { ruling: code === GRANTED ? ('ask' satisfies Ruling) : enforced, guard, code };
}

const GRANTED = 'approval_granted';

/**
 * Returns what a record of the trail tells of its session. What nodes establish comes about again by itself; what a human has
 * established is taken from the trail.
 */
export function recordedEvents(record: AuditRecord): readonly RecordedEvent[] {
  const { at, sessionId, callId } = record;
  if (record.type === 'evaluation') return [recordedCall(record)];
  if (record.type === 'outcome')
    return callId === undefined ? [] : [{ type: 'outcome', at, sessionId, callId, status: record.status }];
  if (record.type !== 'fact' || record.by === undefined) return [];
  const { name, scope, change } = record;
  return [{ type: 'fact', at, sessionId, name, value: change === 'void' ? null : true, scope }];
}

function recordedCall(record: EvaluationRecord): RecordedCall {
  const { action, exact } = recordedAction(record);
  const said = saidOf(record);
  const granted = record.code === GRANTED || record.approval?.status === 'granted';
  return { type: 'call', at: record.at, action, said, exact, ...(granted && { granted: true }) };
}
