import type { PolicyEngine } from '@licet/core';
import { readDuration } from '@licet/core/text';

import { explainDenial } from '../guards/conditions.ts';
import { grantedIn } from '../tokens/judgeGrant.ts';
import type { KeyRing } from '../tokens/keyRing.ts';
import { signToken } from '../tokens/token.ts';
import type { RevokedBy, TokenStore } from '../tokens/tokenStore.ts';
import { defined } from './frame.ts';
import type { CallContext, GrantRequest, GrantResult } from './requests.ts';

/** What a grant needs in addition to the policy. */
export interface GrantMeans {
  readonly keys: KeyRing;
  readonly tokens: TokenStore;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Who grants, and why, for the trail. */
  readonly why?: RevokedBy;
}

/** What every action of a caller has. */
export const contextOf = ({ principal, sessionId, agentId }: CallContext) => defined({ principal, sessionId, agentId });

/**
 * Has a policy judge the wish for a token, and issues it where that passes: for hosts that have an engine of another make than
 * `CapabilityEngine`. The policy must have a `token`; without one nothing is granted.
 *
 * @example
 * ```ts
 * import { PolicyEngine, memorySessions } from '@licet/core';
 * import { Token, grantToken, keyRing, tokenStore } from '@licet/capabilities/tokens';
 *
 * const keys = keyRing('a secret of at least thirty-two letters');
 * const sessions = memorySessions();
 * const engine = new PolicyEngine(Token({ keys }), { sessions });
 * const means = { keys, tokens: tokenStore(sessions), now: Date.now() };
 * (await grantToken(engine, { tool: 'crm.find', principal: { id: 'ann' } }, means)).granted; // => true
 * ```
 */
export async function grantToken(
  engine: PolicyEngine,
  wish: GrantRequest,
  { keys, tokens, now, why = {} }: GrantMeans,
): Promise<GrantResult> {
  const { tool, args = {}, principal, exact, ttl, singleUse, constraints, from, listed = true } = wish;
  // Read first: what is revoked while the policy judges must not count for the token.
  const epoch = await tokens.epoch(principal?.id ?? '', now);
  const ttlMs = typeof ttl === 'string' ? (readDuration(ttl) ?? Number.NaN) : ttl;
  const grant = defined({ ttlMs, singleUse, exact, constraints, from });
  const evaluation = await engine.evaluate(
    { kind: 'grant', tool, payload: args, ...contextOf(wish), request: { ...wish.request, grant } },
    { inAdvance: true },
  );
  const given = grantedIn(evaluation.context.annotations);
  const stops = !evaluation.passed || evaluation.ruling === 'ask' || evaluation.ruling === 'block';
  if (stops || given === undefined) return { granted: false, evaluation, explanation: explainDenial(evaluation) };
  const issuedAt = evaluation.context.now;
  const claims = { ...given, id: globalThis.crypto.randomUUID(), policy: engine.policyDigest, issuedAt, epoch };
  await tokens.granted(claims, { evaluationId: evaluation.id, listed, ...why });
  return { granted: true, token: signToken(claims, keys), claims: { ...claims, keyId: keys.active().id }, evaluation };
}
