import type { AnswerSignature, ApprovalRequest } from '../ports/approval.ts';
import type { AnswerRecord } from '../ports/audit.ts';
import { canonicalJson } from '../text/canonical.ts';
import { sha256 } from '../text/sha256.ts';

/**
 * Returns the identity of a request: which action under which policy in which session, what is asked, what a yes for several calls would cover, and how long it holds. The action is
 * in it by its digest, and the code by which people name the request is not. What no canonical JSON can hold has the digest of nothing else.
 *
 * @example
 * ```ts
 * import { requestDigest } from '@licet/core/store';
 *
 * const binding = { actionDigest: 'a', policyDigest: 'p', sessionId: 's' };
 * const action = { kind: 'bash', payload: {}, sessionId: 's' };
 * const request = { ...binding, id: '1', code: '1234-567Y', action, questions: [], createdAt: 1, expiresAt: 2 };
 * requestDigest(request) === requestDigest({ ...request, code: '' }); // => true
 * requestDigest(request) === requestDigest({ ...request, expiresAt: 3 }); // => false
 * ```
 */
export function requestDigest(request: ApprovalRequest): string {
  const { id, actionDigest, policyDigest, sessionId, questions, generalization, createdAt, expiresAt } = request;
  try {
    return sha256(canonicalJson({ id, actionDigest, policyDigest, sessionId, questions, generalization, createdAt, expiresAt }));
  } catch {
    return sha256(`unfit ${String(id)}`);
  }
}

/** What of an answer is signed. */
export type SignedAnswer = Pick<AnswerRecord, 'requestDigest' | 'granted' | 'by' | 'channel' | 'scope'>;

/**
 * Returns what a person signs when they answer: the SHA-256, in hex, of the canonical JSON of the request's digest, the answers, the name,
 * the channel, and what else the yes covers. A signature therefore answers one request, in one name, and no other.
 *
 * @example
 * ```ts
 * import { answerChallenge } from '@licet/core/store';
 *
 * answerChallenge({ requestDigest: 'd', granted: [true], by: 'ann' }).length; // => 64
 * ```
 */
export function answerChallenge({ requestDigest: digest, granted, by, channel, scope }: SignedAnswer): string {
  return sha256(canonicalJson({ requestDigest: digest, granted, by, channel, scope }));
}

/** The most characters of each text in a signature. */
const MOST: Readonly<Record<Exclude<keyof AnswerSignature, 'kind'>, number>> = {
  keyId: 1_400,
  clientDataJSON: 4_096,
  authenticatorData: 4_096,
  signature: 2_048,
};

/** Tells whether something has the form of a signature. Whether it is one has to be checked. */
export function isSignature(value: unknown): value is AnswerSignature {
  if (typeof value !== 'object' || value === null) return false;
  const given = value as Readonly<Record<string, unknown>>;
  const texts = Object.entries(MOST);
  return (
    given['kind'] === 'passkey' &&
    Object.keys(given).length === texts.length + 1 &&
    texts.every(([name, most]) => {
      const text = given[name];
      return typeof text === 'string' && text.length <= most && /^[\w-]+$/u.test(text);
    })
  );
}
