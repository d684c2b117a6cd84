import type { Evaluation } from './evaluation.ts';

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

/** In whose name a call takes what it needs: the same whenever the same call is evaluated. */
export const holderOf = ({ evaluationId, sessionId, callId }: Subject): string =>
  callId === undefined ? `evaluation:${evaluationId}` : `call:${sessionId.length}:${sessionId}:${callId}`;
