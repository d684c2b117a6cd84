import type { GovernanceContext, MaybePromise } from '@licet/core';
import { chain, inTurn } from '@licet/core/nodes';

import type { CapabilityCode } from '../guards/conditions.ts';
import type { KeyRing } from './keyRing.ts';
import type { TokenClaims } from './token.ts';
import { epochKey, isSigned, readToken, revokedKey } from './token.ts';

/** What a token must be good for. */
export interface ExpectedToken {
  readonly principal: string;
  readonly capability: string;
  readonly now: number;
  readonly skewMs: number;
}

/** Why a token is not good: the code, what was required and what was found. */
export interface TokenFault {
  readonly code: CapabilityCode;
  readonly required: string;
  readonly found: string;
}

const fault = (code: CapabilityCode, required: string, found: string): TokenFault => ({ code, required, found });

/**
 * Checks a token in a fixed order: whether it is one, revoked, expired, of a known key, signed, of the principal, for the
 * capability, and not from the future. What is revoked is found before anything is computed.
 */
export function verifyToken(
  token: unknown,
  expected: ExpectedToken,
  { session }: Pick<GovernanceContext, 'session'>,
  keys: KeyRing,
): MaybePromise<{ readonly claims: TokenClaims } | TokenFault> {
  const read = readToken(token);
  if (read === undefined) return fault('token_invalid', 'a token', 'something else');
  const { claims } = read;
  return chain(isRevoked(claims, session), revoked => {
    if (revoked) return fault('token_revoked', 'a token that is good', 'one that was revoked');
    if (claims.expiresAt <= expected.now) return fault('token_expired', 'a token that is good', 'one that has expired');
    const signed = isSigned(read, keys);
    if (signed === undefined) return fault('token_invalid', 'a token of a key that is known', 'another key');
    if (!signed) return fault('token_invalid', 'a token as it was signed', 'one that was changed');
    if (claims.principal !== expected.principal)
      return fault('token_scope_mismatch', 'a token of this principal', 'one of another');
    if (claims.capability !== expected.capability)
      return fault('token_scope_mismatch', `a token for \`${expected.capability}\``, 'one for another capability');
    if (claims.issuedAt > expected.now + expected.skewMs)
      return fault('token_invalid', 'a token that was issued before now', 'one from the future: the clocks differ');
    return { claims };
  });
}

/** Whether the token, one that it was made from, or everything of its principal was revoked since it was issued. */
function isRevoked(
  { id, ancestors = [], principal, epoch }: TokenClaims,
  session: GovernanceContext['session'],
): MaybePromise<boolean> {
  return chain(
    inTurn([id, ...ancestors], each => session.used(revokedKey(each))),
    counts => counts.some(count => count > 0) || chain(session.used(epochKey(principal)), now => now > epoch),
  );
}
