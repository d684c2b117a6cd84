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
import { deedIn } from './deeds.ts';
import { GRANT_FACT, HOLD_FACT, PAUSE_FACT } from './liftingFacts.ts';
import { answerRecord } from './answerRecord.ts';

/** The kind of the action that a person signs when they let more through than the policy does. No runtime has such a kind. */
const FACT_KIND = 'licet_fact';

/** How long a person may take to sign it. */
const SIGN_MS = 10 * 60_000;

/** What a person does: the fact that lets more through, with its value. */
export interface SignedFact {
  readonly name: string;
  readonly value: { readonly [member: string]: Json };
  /** The sessions that get the fact. @defaultValue the project */
  readonly sessions?: readonly string[];
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
  { name, value, sessions, words }: SignedFact,
  named: Pick<ApprovalRequest, 'id' | 'code' | 'policyDigest'>,
  now: number,
): ApprovalRequest {
  const action: Action = { kind: FACT_KIND, sessionId: PROJECT_SESSION, payload: payloadOf(name, value, sessions) };
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

function payloadOf(fact: string, value: Json, sessions: Json | undefined): Action['payload'] {
  return { fact, value, ...(sessions !== undefined && { sessions }) };
}

/** Returns the value of a fact with what shows that a person has signed it. */
export function signedFact({ value }: SignedFact, request: ApprovalRequest, answer: ApprovalAnswer): SignedFact['value'] {
  return { ...value, proof: { request, answer } as unknown as Json };
}

/**
 * Returns a state without the facts by which a person lets more through and that no person has signed for this session: pauses, exceptions, granted
 * facts, the end of a hold. A hold stays: it only stops.
 */
export function withSignedFacts(state: SessionState, check: CheckSignature | undefined): SessionState {
  const forged = Object.keys(state.facts).filter(name => needsSignature(name, state) && !isProven(name, state, check));
  if (forged.length === 0) return state;
  const facts = Object.fromEntries(Object.entries(state.facts).filter(([name]) => !forged.includes(name)));
  return { ...state, facts };
}

/** Tells whether a fact is one that only a person sets, and lets more through. */
function needsSignature(name: string, { id, facts }: SessionState): boolean {
  if (id === PROJECT_SESSION && (name === PAUSE_FACT || name.startsWith(GRANT_FACT))) return true;
  return name !== HOLD_FACT && deedIn(facts[name]) !== undefined;
}

/** Tells whether a person has signed for this very fact of this very session, with this very value. */
function isProven(name: string, { id, facts }: SessionState, check: CheckSignature | undefined): boolean {
  const kept = facts[name];
  if (!isRecord(kept) || !isRecord(kept['proof']) || check === undefined) return false;
  // The identity of its record in the trail came after the signature.
  const { proof, deed: _deed, ...value } = kept;
  const { request, answer } = proof as unknown as { readonly request: ApprovalRequest; readonly answer: ApprovalAnswer };
  try {
    const { action, actionDigest } = request;
    const sessions = action.payload['sessions'] as readonly string[] | undefined;
    const wanted = canonicalJson(payloadOf(name, value, sessions));
    const isSame = action.kind === FACT_KIND && canonicalJson(action.payload) === wanted;
    return (
      isSame &&
      (sessions ?? [PROJECT_SESSION]).includes(id) &&
      digestAction(action) === actionDigest &&
      isYes(answer) &&
      check(answerRecord(request, answer, 0)) === undefined
    );
  } catch {
    return false;
  }
}
