import type { Action, Guard, GovernanceContext, Match, NodeDefinition, Verdict } from '@licet/core';
import { InvariantError, block, canonicalJson, chain, defineNode, pass, sha256 } from '@licet/core';

import { checkWhere, matchText, needsOf } from '../judging/matching.ts';
import { matchSchema } from '../judging/schemas.ts';
import type { CounterScope } from './counterScope.ts';
import { checkScope, keyPart, scopeKey, scopeSchema } from './counterScope.ts';
import { durationSchema, durationText, inMilliseconds, milliseconds, spanMs, withSpan } from './duration.ts';

/** What {@link SingleUse} takes. */
export interface SingleUseOptions {
  /** Which actions it is about. @defaultValue all of them */
  readonly match?: Match;
  /** Within whom an action goes ahead once. @defaultValue 'session' */
  readonly per?: CounterScope;
  /** After how long the same action may go ahead again: `24h`. @defaultValue never */
  readonly within?: string;
  /** The same in milliseconds. */
  readonly withinMs?: number;
  /** The arguments that make it the same action. @defaultValue all of them; of a shell command only its text */
  readonly by?: readonly string[];
  /** Whether an action that failed may be done again. @defaultValue 'keep' */
  readonly onFailure?: 'keep' | 'refund';
  /** Tells this guard from another one of the same scope. @defaultValue made from the other options */
  readonly name?: string;
}

/** So long is held what nobody reports an outcome of: it may have been done. */
const FOREVER_MS = 3_155_760_000_000;

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
 * | has arguments that are not data | block |
 *
 * An action that was denied may be done later. One whose outcome nobody reports counts as done. It cannot see that two
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
export function SingleUse(options: SingleUseOptions = {}): Guard {
  const { per = 'session', by, onFailure = 'keep' } = options;
  const withinMs = spanMs('within', { ms: options.withinMs, text: options.within });
  checkScope(per);
  if (by?.length === 0) throw new InvariantError('invalid_param', '`by` needs the name of an argument', { path: ['by'] });
  const name = keyPart(options.name ?? `${per}:${withinMs ?? ''}:${by?.join() ?? ''}:${matchText(options.match)}`);
  const keyOf = (action: Action): string | undefined => {
    const identity = identityOf(action, by);
    return identity === undefined ? undefined : `once:${name}:${scopeKey(action, per)}:${identity}`;
  };
  const take = {
    amount: 1,
    limit: 1,
    expiresInMs: withinMs ?? FOREVER_MS,
    ...(withinMs !== undefined && { windowMs: withinMs }),
  };
  const look = (action: Action, ctx: GovernanceContext): Verdict | PromiseLike<Verdict> => {
    const key = keyOf(action);
    if (key === undefined) return nameless();
    return chain(ctx.session.peek(key, take), answer => (answer.granted ? pass() : done(answer.retryAfterMs)));
  };
  return Object.freeze<Guard>({
    name: 'single_use',
    kind: 'single_use',
    layer: 'resource',
    needs: needsOf(options.match, 'sessions'),
    params: Object.freeze(inMilliseconds(options, 'within', withinMs)),
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

/** Undefined for arguments that are not data: no two of them can be told to be the same. */
function identityOf({ kind, tool, payload, cwd }: Action, by: readonly string[] | undefined): string | undefined {
  const isCommand = kind === 'bash' && typeof payload['command'] === 'string';
  const names = by ?? (isCommand ? ['command'] : Object.keys(payload));
  const given = Object.fromEntries(names.filter(name => Object.hasOwn(payload, name)).map(name => [name, payload[name]]));
  try {
    return sha256(canonicalJson([kind, tool ?? '', given, isCommand ? (cwd ?? '') : '']));
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

function nameless(): Verdict {
  return block('the arguments are not data, so that nobody can tell whether this has been done before', {
    code: 'action_not_data',
    fix: 'give plain arguments: texts, numbers, lists and objects',
  });
}

/** `single_use` in governance.yaml. */
export const singleUseDefinition: NodeDefinition<SingleUseOptions> = defineNode<SingleUseOptions>({
  kind: 'single_use',
  doc: 'lets the same action go ahead once',
  params: z => {
    const schema = z.strictObject({
      match: matchSchema(z).exactOptional().describe('which actions it is about'),
      per: scopeSchema(z).exactOptional(),
      within: durationSchema(z, 'after how long the same action may go ahead again').exactOptional(),
      withinMs: milliseconds(z, 'the same in milliseconds').exactOptional(),
      by: z.array(z.string().min(1)).min(1).exactOptional().describe('the arguments that make it the same action'),
      onFailure: z.enum(['keep', 'refund']).exactOptional().describe('whether an action that failed may be done again'),
      name: z.string().min(1).exactOptional().describe('tells this guard from another one'),
    });
    return withSpan(schema, 'within') as never;
  },
  build: params => SingleUse(params),
});
