import { randomUUID } from 'node:crypto';

import type { ActionInput, Evaluation, Obligations } from '@licet/core';

import type { CheckPrincipal, Origin } from './access.ts';
import { RequestFault } from './http/fault.ts';
import type { Call } from './http/route.ts';

/** Has actions judged, and remembers which, so that their outcomes can be reported by the identity of the evaluation alone. */
export interface Decisions {
  /**
   * Evaluates an action in time. An action without a call id gets one, so that its outcome can be told from others. Rejects with a
   * {@link RequestFault} of code `no_decision` when there is none in time, and of code `forbidden` where the token is not for the principal of
   * the action: a caller must not take that for a yes.
   */
  decide(
    action: ActionInput,
    call: Pick<Call, 'policy' | 'signal' | 'bytes' | 'bearer' | 'origin'>,
    meets?: readonly (keyof Obligations)[],
  ): Promise<Evaluation>;
  /** The action of an evaluation, and its ruling; undefined for one that is not known, or not any more. */
  actionOf(evaluationId: string): ActionInput | undefined;
}

/** What is counted of every decision. */
export type OnDecision = (evaluation: Evaluation) => void;

/** How many evaluations are remembered, and how many bytes of actions. */
const MOST_REMEMBERED = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;
/** An action whose evaluation was given up has this long to end by itself. */
const GRACE_MS = 500;

/** Obligations that every caller meets by passing on what it is told. */
const TOLD: readonly (keyof Obligations)[] = ['notices'];

/** Makes the memory of one server. */
export function decisions(onDecision: OnDecision, checkPrincipal: CheckPrincipal): Decisions {
  // Two generations: the elder goes as a whole when the younger holds half of what may be held.
  let [younger, elder] = [new Map<string, ActionInput>(), new Map<string, ActionInput>()];
  let bytes = 0;
  const remember = (id: string, action: ActionInput, size: number): void => {
    younger.set(id, action);
    bytes += size;
    if (younger.size < MOST_REMEMBERED / 2 && bytes < MOST_BYTES / 2) return;
    [younger, elder, bytes] = [new Map(), younger, 0];
  };
  return {
    async decide(action, { policy, signal, bytes: held, bearer, origin }, meets = []) {
      checkPrincipal(bearer, action.principal?.id);
      const called = remoteAction({ ...action, callId: action.callId ?? randomUUID() }, origin);
      const evaluation = await inTime(policy.engine.evaluate(called, { signal, meets: [...meets, ...TOLD] }), signal);
      onDecision(evaluation);
      if (evaluation.code !== 'invalid_action' && evaluation.code !== 'action_too_large')
        remember(evaluation.id, evaluation.action, held);
      return evaluation;
    },
    actionOf: id => younger.get(id) ?? elder.get(id),
  };
}

/** The prefix of the call ids of remote callers, so that none of them is the call of a runtime on the same store. */
const REMOTE = 'remote:';

/** Marks an action as one of a remote caller: what it reports of itself counts for its like only. */
export const remoteAction = (action: ActionInput, { machine, project }: Origin): ActionInput => ({
  ...action,
  ...(action.callId !== undefined && { callId: REMOTE + action.callId }),
  ...(machine !== undefined && { machine }),
  ...(project !== undefined && { project }),
  remote: true,
});

/** The call id as the caller knows it. */
export const callIdOf = ({ callId }: Pick<ActionInput, 'callId'>): string | undefined =>
  callId?.startsWith(REMOTE) === true ? callId.slice(REMOTE.length) : callId;

/** A guard that continues after it is told to stop keeps no caller waiting. */
export function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = (): void => {
      timer = setTimeout(() => reject(new RequestFault('no_decision', 'there was no decision in time')), GRACE_MS);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    work.finally(done).then(resolve, reject);
  });
}
