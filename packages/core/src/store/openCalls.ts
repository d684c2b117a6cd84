import { GovernanceError } from '../model/errors.ts';
import type { ExpectedSession, OpenCall, SessionEvent } from '../ports/session.ts';

/** What an event does to the open calls of its session: opens a call, or closes it where `open` is undefined. */
export interface CallChange {
  readonly callId: string;
  readonly open: OpenCall | undefined;
}

/**
 * Returns what an event does to the open calls of its session: the one rule that every store uses. Undefined for an event that
 * is about no call: a fact, and what has no call id.
 *
 * @example
 * ```ts
 * import { callChange } from '@licet/core/store';
 *
 * callChange({ type: 'outcome', at: 5, evaluationId: 'e', callId: 'c', status: 'ok' }); // => { callId: 'c', open: undefined }
 * callChange({ type: 'fact', at: 5, name: 'reviewed', value: true }); // => undefined
 * ```
 */
export function callChange(event: SessionEvent): CallChange | undefined {
  if (event.type === 'fact' || event.callId === undefined) return undefined;
  const { callId } = event;
  if (event.type === 'outcome') return { callId, open: undefined };
  const { evaluationId, at, ruling, passed, owes } = event;
  return { callId, open: { evaluationId, at, ruling, passed, ...(owes !== undefined && { owes }) } };
}

/**
 * Throws the conflict of an append whose condition does not hold: the one rule that every store uses. `version` is that of the
 * session now; `isOpen` says whether a call of it is open.
 *
 * @example
 * ```ts
 * import { requireExpected } from '@licet/core/store';
 *
 * requireExpected('s', 3, { version: 3, isOpen: () => false }); // => undefined
 * ```
 */
export function requireExpected(
  id: string,
  expected: ExpectedSession | undefined,
  found: { readonly version: number; readonly isOpen: (callId: string) => boolean },
): void {
  if (typeof expected === 'number' && found.version !== expected)
    throw new GovernanceError('session_conflict', `session \`${id}\` is at version ${found.version}, expected ${expected}`);
  if (typeof expected === 'object' && !found.isOpen(expected.open))
    throw new GovernanceError('session_conflict', `session \`${id}\` has no open call \`${expected.open}\``);
}
