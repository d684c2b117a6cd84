import type { Action, GovernanceContext, GuardNode, MaybePromise, Obligations, Verdict } from '@licet/core';
import { InvariantError, pass } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { chain, checkOptions, compareBy, defineNode, param, params } from '@licet/core/nodes';

import { judgeArgs } from '../guards/argConstraints.ts';
import { isSame } from '../guards/argRules.ts';
import type { Capability } from '../guards/capability.ts';
import { checkSelected, selectingParams } from '../guards/capability.ts';
import { FOREVER_MS, milliseconds } from '@licet/guards/authoring';
import { faultsIn } from './constraints.ts';
import { judgeGrant, tokenRefused } from './judgeGrant.ts';
import { keyPlace } from './keyPlace.ts';
import type { KeyRing } from './keyRing.ts';
import { keysFrom } from './keyRing.ts';
import type { TokenClaims } from './token.ts';
import { callDigest, readToken, usedKey } from './token.ts';
import { verifyToken } from './verifyToken.ts';
import type { TokenTtls } from './judgeGrant.ts';

const tokenParams = params({
  /** The file with the keys, outside of the folder of the policy; `~/` is the home folder. */
  keyFile: param.optional(
    param.text({ doc: 'the file with the keys, outside of the folder of the policy; `~/` is the home folder' }),
    'a file of the project in `~/.licet/keys/`',
  ),
  /** The environment variable with the keys, in place of a file. */
  keyVariable: param.optional(param.text({ doc: 'the environment variable with the keys, in place of a file' })),
  /** How long a token is valid, where its grant does not say. */
  ttl: param.optional(param.duration({ doc: 'how long a token is valid, where its grant does not say' }), '1h'),
  /** The longest time for which a token may be valid. */
  maxTtl: param.optional(param.duration({ doc: 'the longest time for which a token may be valid' }), '24h'),
  /** The longest for tools that write. */
  maxTtlWrite: param.optional(param.duration({ doc: 'the longest for tools that write' }), '`max_ttl`'),
  /** The longest for tools that destroy. */
  maxTtlDestructive: param.optional(param.duration({ doc: 'the longest for tools that destroy' }), '`max_ttl`'),
  ...selectingParams,
});

const tokenOptions = params({
  ...tokenParams.members,
  /** The keys themselves. */
  keys: param.code<KeyRing>({ doc: 'the keys themselves' }),
  /** The folder of the policy. */
  root: param.optional(param.text({ doc: 'the folder of the policy' })),
  /** The home folder. */
  home: param.optional(param.text({ doc: 'the home folder' })),
});

/** What {@link Token} takes. */
export type TokenOptions = ParamsOf<typeof tokenOptions>;

/** How far the clocks of two machines may differ when a token is issued on one of them. */
const MOST_SKEW_MS = 30_000;

/**
 * Lets a call through only with a token that was granted for it: `request.token`, given by the host. The token is good for one
 * principal, one capability and one policy, until it expires or is revoked, and holds its calls to its content.
 *
 * | the action | ruling |
 * |---|---|
 * | needs another capability than those selected | skipped |
 * | has no token | block, `token_missing` |
 * | has one that is revoked, or made from one that is | block, `token_revoked` |
 * | has one that has expired | block, `token_expired` |
 * | has one that was changed, signed with a key that is not known, or is none at all | block, `token_invalid` |
 * | is of another principal, needs another capability, is another call, or comes under another policy | block, `token_scope_mismatch` |
 * | breaks what the token holds its arguments to | block, `arg_constraint_violation` |
 * | has another scope than the token | block, `scope_not_allowed` |
 * | has a token for one call that was used | block, `token_used` |
 * | anything else | pass, with the rows, fields and the mode of the token as obligations |
 * | is of kind `grant` and asks for a token of no time, or with limits that are none or wider ones | block, `invalid_constraint` |
 * | is of kind `grant` and asks for a token of too long a time | block, `ttl_exceeded` |
 *
 * It checks in this order, and a revoked token before anything is computed. A token for one call is used up when the call goes
 * ahead, exactly once among all processes on one store.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { Token, keyRing } from '@licet/capabilities/tokens';
 *
 * const engine = new PolicyEngine(Token({ keys: keyRing('a secret of at least thirty-two letters') }));
 * engine.evaluateSync({ kind: 'tool', tool: 'crm.find' }).code; // => 'token_missing'
 * ```
 */
export function Token(options: TokenOptions = {}): GuardNode {
  checkOptions('token', tokenOptions, options);
  const { keys: given, root, home, ...shown } = options;
  const { keyFile, keyVariable } = shown;
  if ([given, keyFile, keyVariable].filter(each => each !== undefined).length > 1)
    throw new InvariantError('invalid_param', '`key_file` and `key_variable` are two places for the same keys: keep one');
  const keys =
    given ??
    keysFrom(
      keyVariable === undefined
        ? keyPlace({ root: root ?? process.cwd(), home: home ?? process.env['HOME'] ?? '' }, keyFile)
        : { variable: keyVariable },
    );
  const ttls = ttlsOf(options);
  const judge = (needed: Capability, action: Action, ctx: GovernanceContext): MaybePromise<Verdict> =>
    action.kind === 'grant' ? judgeGrant(needed, action, ctx, { keys, ...ttls }) : judgeCall(needed, action, ctx, keys);
  return Object.freeze<GuardNode>({
    name: 'token',
    kind: 'token',
    layer: 'boundary',
    counts: true,
    needs: ['sessions'],
    params: Object.freeze(shown),
    check: checkSelected(options, judge),
    commit(action, ctx) {
      const claims = singleUse(action);
      if (claims === undefined) return undefined;
      const take = { amount: 1, limit: 1, expiresInMs: FOREVER_MS };
      return chain(ctx.session.reserve(usedKey(claims.id), take), answer =>
        answer.granted ? undefined : { lost: 'the token has been used' },
      );
    },
  });
}

function ttlsOf({ ttl = '1h', maxTtl = '24h', maxTtlWrite = maxTtl, maxTtlDestructive = maxTtl }: TokenOptions): TokenTtls {
  const [read, write, destructive] = [milliseconds(maxTtl), milliseconds(maxTtlWrite), milliseconds(maxTtlDestructive)];
  return { ttlMs: milliseconds(ttl), maxTtlMs: { read, write, destructive } };
}

/** What was checked before is read once more: nothing of one evaluation is remembered in a guard. */
function singleUse({ kind, request }: Action): TokenClaims | undefined {
  const read = kind === 'grant' ? undefined : readToken(request?.token);
  return read?.claims.singleUse === true ? read.claims : undefined;
}

function judgeCall(needed: Capability, action: Action, ctx: GovernanceContext, keys: KeyRing): MaybePromise<Verdict> {
  const { request, principal } = action;
  if (request?.token === undefined) return tokenRefused('token_missing', needed.id, 'a token that was granted for it', 'none');
  const expected = { principal: principal?.id ?? '', capability: needed.id, now: ctx.now, skewMs: MOST_SKEW_MS };
  return chain(verifyToken(request.token, expected, ctx, keys), result => {
    if ('code' in result) return tokenRefused(result.code, needed.id, result.required, result.found);
    return judgeLimits(needed, action, ctx, result.claims);
  });
}

function judgeLimits({ id }: Capability, action: Action, ctx: GovernanceContext, claims: TokenClaims): MaybePromise<Verdict> {
  const { policy, call, constraints = {}, singleUse: once = false } = claims;
  const mismatch = (required: string): Verdict => tokenRefused('token_scope_mismatch', id, required, 'another one');
  if (policy !== ctx.policyDigest) return mismatch('a token that the policy as it is now has granted');
  if (call !== undefined && call !== callDigest(action)) return mismatch('a token for exactly this call');
  if (faultsIn(constraints).length > 0)
    return tokenRefused('arg_constraint_violation', id, 'a token whose limits can be understood', 'others');
  const broken = judgeArgs(id, action, constraints.args ?? []);
  if (broken !== undefined) return broken;
  const strange = Object.entries(constraints.scope ?? {}).find(([name, value]) => !isSame(action.request?.scope?.[name], value));
  if (strange !== undefined)
    return tokenRefused('scope_not_allowed', id, `the scope \`${strange[0]}\` of the token`, 'another one');
  const { maxRows, fields, mode = action.request?.mode === 'raw' ? 'table' : undefined } = constraints;
  const obligations: Obligations = {
    ...(mode !== undefined && { mode }),
    ...(maxRows !== undefined && { maxRows }),
    ...(fields !== undefined && { fields }),
  };
  const passed = pass(Object.keys(obligations).length === 0 ? {} : { obligations });
  if (!once) return passed;
  return chain(ctx.session.peek(usedKey(claims.id), { amount: 1, limit: 1 }), answer =>
    answer.granted ? passed : tokenRefused('token_used', id, 'a token that was not used', 'one that was'),
  );
}

/** `token` in governance.yaml. */
export const tokenDefinition = defineNode({
  kind: 'token',
  doc: 'lets a call through only with a token that was granted for it',
  params: tokenParams,
  rulings: [
    ['the action needs another capability', 'skipped'],
    [
      'it has a token of its principal for its capability, and keeps its limits',
      'pass, with the rows, fields and mode of the token',
    ],
    ['it has none, or one that was changed, has expired, is revoked, was used or is for something else', 'block'],
    ['it asks for a token for too long a time, or with invalid limits', 'block'],
  ],
  example: 'token: { key_variable: LICET_TOKEN_KEYS, max_ttl: 8h, safety: [write, destructive] }',
  analysis: {
    affectsSiblings: true,
    dependsOnSiblings: true,
    compare: compareBy({}),
  },
  build: (given, _children, { root, home }) => Token({ ...given, root, home }),
});
