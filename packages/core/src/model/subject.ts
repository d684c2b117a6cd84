import type { Evaluation } from './evaluation.ts';

/** The identity of an evaluation, as far as the one who reports on it knows it. */
export interface Subject {
  readonly evaluationId: string;
  readonly sessionId: string;
  readonly callId?: string;
  /** The machine that asked, where a server knows it. */
  readonly machine?: string;
}

/** Returns whom a record is about. */
export function subjectOf({ id, action }: Pick<Evaluation, 'id' | 'action'>): Subject {
  const { sessionId, callId, machine } = action;
  return {
    evaluationId: id,
    sessionId,
    ...(callId !== undefined && { callId }),
    ...(machine !== undefined && { machine }),
  };
}

/** In whose name a call takes what it needs: the same whenever the same call is evaluated. */
export const holderOf = ({ evaluationId, sessionId, callId }: Subject): string =>
  callId === undefined ? `evaluation:${evaluationId}` : `call:${sessionId.length}:${sessionId}:${callId}`;
