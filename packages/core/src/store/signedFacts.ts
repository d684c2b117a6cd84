import { digestAction } from '../engine/digest.ts';
import { isRecord } from '../model/json.ts';
import type { Json } from '../model/json.ts';
import type { Action } from '../model/action.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../ports/approval.ts';
import { PROJECT_SESSION } from '../ports/session.ts';
import type { SessionState } from '../ports/session.ts';
import { canonicalJson } from '../text/canonical.ts';
import type { CheckSignature } from './provenApprovals.ts';
import { isYes } from './provenApprovals.ts';
import { GRANT_FACT, PAUSE_FACT } from './liftingFacts.ts';
import { answerRecord } from './answerRecord.ts';

/** The kind of the action that a person signs when they let more through than the policy does. No runtime has such a kind. */
const FACT_KIND = 'licet_fact';

/** How long a person may take to sign it. */
const SIGN_MS = 10 * 60_000;

/** What a person does: the fact of the project that lets more through, with its value. */
export interface SignedFact {
  readonly name: string;
  readonly value: { readonly [member: string]: Json };
  /** The summary for the person who signs it. */
  readonly words: string;
}

/**
 * Returns the request by which a person signs what they let through: it is shown and answered as any other. `id` and `code` name it.
 * Throws for a value that is no plain data.
 *
 * @example
 * ```ts
 * import { PAUSE_FACT, factRequest } from '@licet/core/store';
 *
 * const value = { until: 60_000, reason: 'a demonstration', by: 'ann' };
 * const fact = { name: PAUSE_FACT, value, words: 'pause the policy' };
 * factRequest(fact, { id: 'r1', code: '1234-567Y', policyDigest: 'p' }, 1_000).action.payload; // => { fact: '@pause', value }
 * ```
 */
export function factRequest(
  { name, value, words }: SignedFact,
  named: Pick<ApprovalRequest, 'id' | 'code' | 'policyDigest'>,
  now: number,
): ApprovalRequest {
  const action: Action = { kind: FACT_KIND, sessionId: PROJECT_SESSION, payload: { fact: name, value } };
  return {
    ...named,
    sessionId: PROJECT_SESSION,
    action,
    actionDigest: digestAction(action) ?? '',
    questions: [{ guard: 'licet', code: 'human_fact', reason: words }],
    createdAt: now,
    expiresAt: now + SIGN_MS,
  };
}

/** Returns the value of a fact with what shows that a person has signed it. */
export function signedFact({ value }: SignedFact, request: ApprovalRequest, answer: ApprovalAnswer): SignedFact['value'] {
  return { ...value, proof: { request, answer } as unknown as Json };
}

/** Returns a state of the project without the pauses and exceptions that no person has signed. */
export function withSignedFacts(state: SessionState, check: CheckSignature | undefined): SessionState {
  const forged = Object.keys(state.facts).filter(name => isSigned(name) && !isProven(name, state.facts[name], check));
  if (forged.length === 0) return state;
  const facts = Object.fromEntries(Object.entries(state.facts).filter(([name]) => !forged.includes(name)));
  return { ...state, facts };
}

const isSigned = (name: string): boolean => name === PAUSE_FACT || name.startsWith(GRANT_FACT);

/** Tells whether a person has signed for this very fact with this very value. */
function isProven(name: string, kept: Json | undefined, check: CheckSignature | undefined): boolean {
  if (!isRecord(kept) || !isRecord(kept['proof']) || check === undefined) return false;
  // The identity of its record in the trail came after the signature.
  const { proof, deed: _deed, ...value } = kept;
  const { request, answer } = proof as unknown as { readonly request: ApprovalRequest; readonly answer: ApprovalAnswer };
  try {
    const wanted = canonicalJson({ fact: name, value });
    const { action, actionDigest } = request;
    const isSame = action.kind === FACT_KIND && canonicalJson(action.payload) === wanted;
    return (
      isSame && digestAction(action) === actionDigest && isYes(answer) && check(answerRecord(request, answer, 0)) === undefined
    );
  } catch {
    return false;
  }
}
