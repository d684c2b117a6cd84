import type { Action, GovernanceContext, MaybePromise, Verdict } from '@licet/core';
import type { GrantWish } from '@licet/core/nodes';
import { pass } from '@licet/core';
import { chain } from '@licet/core/nodes';

import type { Capability } from '../guards/capability.ts';
import type { CapabilityCode } from '../guards/conditions.ts';
import { refuse } from '../guards/conditions.ts';
import { durationText } from '@licet/guards/authoring';
import { faultsIn, narrowed } from './constraints.ts';
import type { KeyRing } from './keyRing.ts';
import type { TokenClaims } from './token.ts';
import { MOST_ANCESTORS, callDigest } from './token.ts';
import { verifyToken } from './verifyToken.ts';

/** How long tokens are good for, in milliseconds. */
export interface TokenTtls {
  readonly ttlMs: number;
  readonly maxTtlMs: Readonly<Record<Capability['safety'], number>>;
}

/** What a token will say that is granted: the guard tells it, and the issuer of the token writes it down. */
export type GrantedClaims = Pick<
  TokenClaims,
  'capability' | 'principal' | 'expiresAt' | 'constraints' | 'singleUse' | 'ancestors' | 'call'
>;

const KEY = 'granted';

/** The block for a token, or for the wish for one. */
export function tokenRefused(code: CapabilityCode, capability: string, required: string, found: string): Verdict {
  const isWish = code === 'invalid_constraint' || code === 'ttl_exceeded';
  return refuse(`\`${capability}\` needs ${required}, and ${isWish ? 'what was asked for is' : 'the token is'} ${found}`, {
    condition: isWish ? 'grant' : 'token',
    required,
    found,
    fix: isWish ? `ask for ${required}` : `ask the host for a token that was granted for \`${capability}\``,
    code,
  });
}

/** Judges the wish for a token: how long, within which limits, and made from which other one. */
export function judgeGrant(
  { id, safety }: Capability,
  action: Action,
  ctx: GovernanceContext,
  { keys, ttlMs, maxTtlMs }: TokenTtls & { readonly keys: KeyRing },
): MaybePromise<Verdict> {
  const wish: GrantWish = action.request?.grant ?? {};
  const wanted = wish.ttlMs ?? Math.min(ttlMs, maxTtlMs[safety]);
  if (!Number.isSafeInteger(wanted) || wanted <= 0)
    return tokenRefused('invalid_constraint', id, 'a time such as `15m`, or milliseconds above 0', 'another one');
  if (wanted > maxTtlMs[safety])
    return tokenRefused('ttl_exceeded', id, `a token for at most ${durationText(maxTtlMs[safety])}`, 'a longer one');
  const [strange] = faultsIn(wish.constraints ?? {});
  if (strange !== undefined)
    return tokenRefused('invalid_constraint', id, `limits that can be understood (not so \`${strange}\`)`, 'others');
  const call = wish.exact === true ? callDigest(action) : undefined;
  if (wish.exact === true && call === undefined)
    return tokenRefused('invalid_constraint', id, 'arguments that are data', 'something else');
  const own: GrantedClaims = {
    capability: id,
    principal: action.principal?.id ?? '',
    expiresAt: ctx.now + wanted,
    ...(wish.constraints !== undefined && { constraints: wish.constraints }),
    ...(wish.singleUse === true && { singleUse: true }),
    ...(call !== undefined && { call }),
  };
  if (wish.from === undefined) return granted(own, ctx);
  const expected = { principal: wish.from.principal, capability: id, now: ctx.now, skewMs: 0 };
  return chain(verifyToken(wish.from.token, expected, ctx, keys), parent => {
    if ('code' in parent) return tokenRefused(parent.code, id, parent.required, parent.found);
    return judgeDelegation(parent.claims, own, wish, ctx);
  });
}

/** A token made from another one is narrower in everything, or it is not made. */
function judgeDelegation(parent: TokenClaims, own: GrantedClaims, wish: GrantWish, ctx: GovernanceContext): Verdict {
  const { capability } = own;
  const ancestors = [parent.id, ...(parent.ancestors ?? [])];
  if (parent.singleUse === true)
    return tokenRefused(
      'invalid_constraint',
      capability,
      'a token for more than one call to make it from',
      'one for a single call',
    );
  if (parent.policy !== ctx.policyDigest)
    return tokenRefused('token_scope_mismatch', capability, 'a token that the policy as it is now has granted', 'another one');
  if (ancestors.length > MOST_ANCESTORS)
    return tokenRefused('invalid_constraint', capability, `a token with at most ${MOST_ANCESTORS} before it`, 'one with more');
  if (wish.ttlMs !== undefined && own.expiresAt > parent.expiresAt)
    return tokenRefused('ttl_exceeded', capability, 'a token that lasts no longer than the one it is made from', 'a longer one');
  const constraints = narrowed(parent.constraints ?? {}, own.constraints ?? {});
  if ('wider' in constraints)
    return tokenRefused(
      'invalid_constraint',
      capability,
      `limits no wider than those of the first token (\`${constraints.wider.join('`, `')}\`)`,
      'wider ones',
    );
  if (parent.call !== undefined && own.call !== undefined && own.call !== parent.call)
    return tokenRefused('invalid_constraint', capability, 'the call that the first token is for', 'another one');
  const call = parent.call === undefined ? {} : { call: parent.call };
  return granted({ ...own, ...call, expiresAt: Math.min(own.expiresAt, parent.expiresAt), constraints, ancestors }, ctx);
}

function granted(claims: GrantedClaims, ctx: GovernanceContext): Verdict {
  ctx.annotate(KEY, claims);
  return pass({ evidence: { grant: { ...claims, constraints: claims.constraints ?? {} } } });
}

/** What the guard has told of the token that is granted; undefined where the policy has no `token`. */
export function grantedIn(annotations: GovernanceContext['annotations']): GrantedClaims | undefined {
  return annotations.findLast(({ key }) => key === KEY)?.value as GrantedClaims | undefined;
}
