import type { Action, GuardNode, GovernanceContext, Verdict } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { block, pass } from '@licet/core';
import {
  chain,
  checkOptions,
  compareBy,
  defineNode,
  keyPart,
  memberAt,
  param,
  params,
  scopeKey,
  valueDigest,
} from '@licet/core/nodes';
import { canonicalJson, sha256 } from '@licet/core/text';

import { checkWhere, matchText, needsOf } from '../judging/matching.ts';
import { countingParams } from '../judging/params.ts';
import { FOREVER_MS, durationText, milliseconds } from './duration.ts';

const singleUseParams = params({
  ...countingParams,
  /** After how long the same action may go ahead again. */
  within: param.optional(param.duration({ doc: 'after how long the same action may go ahead again' }), 'never'),
  /** The arguments that make it the same action, by name or path (`order.id`): an action without them is blocked. */
  by: param.optional(
    param.list(param.text(), {
      doc: 'the arguments that make it the same action, by name or path (`order.id`): an action without them is blocked',
    }),
    'all of them; of a shell command only its text',
  ),
  /** Whether an action that failed may be done again. */
  onFailure: param.optional(param.choice(['keep', 'refund'], { doc: 'whether an action that failed may be done again' }), 'keep'),
});

/** What {@link SingleUse} takes. */
export type SingleUseOptions = ParamsOf<typeof singleUseParams>;

/**
 * Lets the same action go ahead once. For what cannot be taken back: sending, paying, publishing, migrating. Two actions
 * are the same when kind, tool and arguments are; of a shell command its text and its folder count, not the words that
 * describe it. `by` names the arguments that count.
 *
 * | the action | ruling |
 * |---|---|
 * | is none of them (`match`) | skipped |
 * | has not gone ahead, not counting this very call | pass |
 * | has gone ahead, or is going ahead now | block |
 * | failed before, with `onFailure: 'refund'` | pass |
 * | has arguments that are not data, or lacks one of `by` | block |
 *
 * An action that was denied may be done later. One without a reported outcome counts as done. It cannot see that two
 * different actions do the same: a mail with another word in it, a command with another space.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { SingleUse } from '@licet/guards';
 *
 * const engine = new PolicyEngine(SingleUse({ match: { tool: 'send_mail' } }));
 * const send = (to: string) => ({ kind: 'tool', tool: 'send_mail', payload: { to } });
 * engine.evaluateSync(send('ann')).ruling; // => 'pass'
 * engine.evaluateSync(send('ann')).code; // => 'already_done'
 * engine.evaluateSync(send('bob')).ruling; // => 'pass'
 * ```
 */
export function SingleUse(options: SingleUseOptions = {}): GuardNode {
  checkOptions('single_use', singleUseParams, options);
  const { per = 'session', by, onFailure = 'keep' } = options;
  const withinMs = milliseconds(options.within);
  const name = keyPart(options.name ?? `${per}:${withinMs ?? ''}:${by?.join() ?? ''}:${matchText(options.match)}`);
  const keyOf = (action: Action): string | undefined => {
    const identity = identityOf(action, by);
    return identity === undefined ? undefined : `once:${name}:${scopeKey(action, per)}:${identity}`;
  };
  const take = {
    amount: 1,
    limit: 1,
    // An action without a reported outcome may have been done.
    expiresInMs: withinMs ?? FOREVER_MS,
    ...(withinMs !== undefined && { windowMs: withinMs }),
  };
  const look = (action: Action, ctx: GovernanceContext): Verdict | PromiseLike<Verdict> => {
    const key = keyOf(action);
    if (key === undefined) return nameless(by);
    return chain(ctx.session.peek(key, take), answer => (answer.granted ? pass() : done(answer.retryAfterMs)));
  };
  return Object.freeze<GuardNode>({
    name: 'single_use',
    kind: 'single_use',
    layer: 'resource',
    counts: true,
    needs: needsOf(options.match, 'sessions'),
    params: Object.freeze({ ...options, ...(withinMs !== undefined && { within: withinMs }) }),
    check: checkWhere(options.match, look),
    commit: (action, ctx) =>
      chain(ctx.session.reserve(keyOf(action) ?? '', take), answer =>
        answer.granted ? undefined : { lost: 'the same action is going ahead already' },
      ),
    record(action, { status }, ctx) {
      const key = onFailure === 'refund' && status === 'error' ? keyOf(action) : undefined;
      return key === undefined ? undefined : ctx.session.settle(key, 0);
    },
  });
}

/**
 * Undefined for arguments that are not data, and where one of `by` is missing: no two of them can be told to be the same. What is only written otherwise,
 * as `7` and `'7'`, is the same value of `by`.
 */
function identityOf({ kind, tool, payload, cwd }: Action, by: readonly string[] | undefined): string | undefined {
  const isCommand = by === undefined && kind === 'bash' && typeof payload['command'] === 'string';
  const names = by ?? (isCommand ? ['command'] : Object.keys(payload));
  const values = names.map(name => [
    name,
    by === undefined ? payload[name] : (valueDigest({ payload }, [name]) ?? memberAt(payload, name)),
  ]);
  if (by !== undefined && values.some(([, value]) => value === undefined || value === null)) return undefined;
  try {
    return sha256(canonicalJson([kind, tool ?? '', Object.fromEntries(values), kind === 'bash' ? (cwd ?? '') : '']));
  } catch {
    return undefined;
  }
}

function done(retryAfterMs: number | undefined): Verdict {
  const later = retryAfterMs === undefined ? '' : `, or wait ${durationText(retryAfterMs)}`;
  return block('this very action has gone ahead already, and may go ahead only once', {
    code: 'already_done',
    recover: retryAfterMs === undefined ? 'none' : 'wait',
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    fix: `look at what the first time has done instead of repeating it${later}; if it must happen again, ask the user`,
  });
}

function nameless(by: readonly string[] | undefined): Verdict {
  const names = by?.map(name => `\`${name}\``).join(' and ');
  const missing = names === undefined ? 'the arguments are not data' : `${names} must be there, as data`;
  return block(`whether this has been done before cannot be told: ${missing}`, {
    code: 'action_not_data',
    fix: `give ${names ?? 'plain arguments'}: texts, numbers, lists and objects`,
  });
}

/** `single_use` in governance.yaml. */
export const singleUseDefinition = defineNode({
  kind: 'single_use',
  doc: 'lets the same action go ahead once',
  params: singleUseParams,
  rulings: [
    ['it is not about the action (`match`)', 'skipped'],
    ['the action has not gone ahead before', 'pass'],
    ['it has, its arguments are not data, or it lacks one of `by`', 'block'],
  ],
  example: 'single_use: { match: { tool: mcp__mail__send }, by: [to, subject], within: 24h }',
  analysis: {
    compare: compareBy({}),
    range: () => ({ rulings: ['pass', 'block'] }),
    keeps: true,
  },
  build: given => SingleUse(given),
});
