import { createHmac, timingSafeEqual } from 'node:crypto';

import type { ApprovalRequest } from '@licet/core';
import * as z from 'zod';

/** An answer that comes from elsewhere. Its signature is for one request, one answer, one person and a time. */
export interface SignedAnswer {
  readonly id: string;
  /** What the request is bound to: the digests of the action and of the policy. */
  readonly binding: string;
  readonly answer: 'yes' | 'no';
  readonly by: string;
  /** Until when it counts, in milliseconds since the epoch. */
  readonly until: number;
  /** HMAC-SHA-256, in hexadecimal. */
  readonly signature: string;
}

/** The schema of a {@link SignedAnswer}. */
export const signedAnswer: z.ZodType<SignedAnswer> = z.strictObject({
  id: z.string().min(1).max(200),
  binding: z.string().min(1).max(400),
  answer: z.enum(['yes', 'no']),
  by: z.string().min(1).max(64),
  until: z.number().int(),
  signature: z.string().regex(/^[\da-f]{64}$/u),
});

/** What a request is about: an answer to another action, or under another policy, has another text. */
export const bindingOf = ({ actionDigest, policyDigest }: Pick<ApprovalRequest, 'actionDigest' | 'policyDigest'>): string =>
  `${actionDigest}.${policyDigest}`;

const signatureOf = ({ id, binding, answer, by, until }: Omit<SignedAnswer, 'signature'>, key: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['licet answer', id, binding, answer, by, until]))
    .digest();

/** Signs an answer to a request. It counts as long as the request waits. */
export function signAnswer(request: ApprovalRequest, said: Pick<SignedAnswer, 'answer' | 'by'>, key: string): SignedAnswer {
  const unsigned = { id: request.id, binding: bindingOf(request), ...said, until: request.expiresAt };
  return { ...unsigned, signature: signatureOf(unsigned, key).toString('hex') };
}

/** Tells whether the holder of a key has signed exactly this answer. */
export const isSigned = ({ signature, ...said }: SignedAnswer, key: string): boolean =>
  timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(said, key));
