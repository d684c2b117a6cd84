import type { Action, GovernanceContext, GuardNode, Json, MaybePromise } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import type { SessionEvent, SessionState } from '@licet/core/store';
import { InvariantError, block, skip } from '@licet/core';
import { HOLD_FACT, deedIn } from '@licet/core/store';
import { chain, checkOptions, compareBy, defineNode, param, paramOrder, params, STANDING } from '@licet/core/nodes';

import { isLooking } from './looking.ts';

const count = (doc: string) => param.optional(param.number({ whole: true, min: 1, max: 25, doc }));

const holdParams = params({
  /** What puts a session on hold by itself. */
  after: param.optional(
    param.object(
      {
        /** So many actions that were stopped. */
        blocked: count('so many actions that were stopped'),
        /** So many actions that a human has refused. */
        refused: count('so many actions that a human has refused'),
        /** So many actions that failed. */
        failed: count('so many actions that failed'),
        /** Among so many actions. */
        within: param.optional(param.number({ whole: true, min: 2, max: 25, doc: 'among so many actions' }), '20'),
      },
      { doc: 'what puts a session on hold by itself' },
    ),
    'only a human does, by `licet hold`',
  ),
});

/** What {@link Hold} takes. */
export type HoldOptions = ParamsOf<typeof holdParams>;

type Limits = NonNullable<HoldOptions['after']>;

/** The name under which it is kept when a human let a session go on. What happened before counts no more. */
export const CONTINUED_FACT = '@continued';

/**
 * Puts a session on hold: everything is stopped but looking, until a human says `licet continue`. It begins when too many
 * actions were stopped, refused or failed, or when a human says `licet hold`; no time and no good behavior ends it.
 *
 * | the session | ruling |
 * |---|---|
 * | goes on | skipped |
 * | is on hold, or all of the project is, and the action only reads files or asks `licet` a question | skipped |
 * | is on hold, or all of the project is | block |
 *
 * It counts what the session remembers: at most the last 25 actions. What it stops itself does not count.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine, block, guard, pass } from '@licet/core';
 * import { Hold } from '@licet/guards';
 *
 * const noNetwork = guard('no_network', ({ kind }) => (kind === 'network' ? block('the network is closed', { fix: 'work offline' }) : pass()));
 * const engine = new PolicyEngine(All(Hold({ after: { blocked: 2, within: 5 } }), noNetwork), { effects: () => [] });
 * const act = (kind: string) => engine.evaluateSync({ kind, sessionId: 's' }).code;
 * [act('network'), act('bash'), act('network'), act('bash')]; // => ['blocked', 'ok', 'blocked', 'held']
 * ```
 */
export function Hold(options: HoldOptions = {}): GuardNode {
  checkOptions('hold', holdParams, options);
  const { after } = options;
  if (after !== undefined && after.blocked === undefined && after.refused === undefined && after.failed === undefined)
    throw new InvariantError('invalid_param', '`after` of `hold` needs one of `blocked`, `refused` and `failed`');
  return Object.freeze<GuardNode>({
    name: 'hold',
    kind: 'hold',
    layer: 'intent',
    needs: ['effects', 'facts'],
    watches: true,
    params: Object.freeze({ ...options }),
    check: (action, ctx) =>
      chain(reasonFor(ctx, after), reason => {
        if (reason === undefined) return skip();
        if (action.kind !== STANDING) return isLooking(action, ctx) ? skip() : held(reason);
        ctx.annotate(STANDING, { held: reason });
        return held(reason);
      }),
    commit: (_action, ctx) => keep(ctx.session.state, ctx, after, undefined),
    // What it has stopped itself does not count.
    stopped: (action, ruling, ctx) =>
      after &&
      chain(ctx.session.latest(), state =>
        chain(reasonFor(ctx, after, state), reason => {
          const counts = ruling === 'block' && (reason === undefined || isLooking(action, ctx));
          return keep(state, ctx, after, counts ? action : undefined);
        }),
      ),
  });
}

function held(reason: string) {
  return block(`the session is on hold: ${reason}`, {
    code: 'held',
    recover: 'approval',
    fix: 'stop here, tell the user what has happened, and ask them to run `licet continue`; until then only reading files is possible',
  });
}

function reasonFor(
  ctx: GovernanceContext,
  after: Limits | undefined,
  state = ctx.session.state,
): MaybePromise<string | undefined> {
  const own = holdIn(state, after);
  return own ?? chain(ctx.session.project(), ({ facts }) => reasonIn(facts));
}

/** Why a session is on hold under a `hold` with these limits: one that was begun, or one that begins with its next call. Undefined when it is not. */
export const holdIn = (state: SessionState, after: Limits | undefined): string | undefined =>
  reasonIn(state.facts) ?? reached(state, after, undefined);

/** Why a session, or the project, was put on hold; undefined when it was not. */
export function reasonIn(facts: SessionState['facts']): string | undefined {
  const hold: Json | undefined = Object.hasOwn(facts, HOLD_FACT) ? facts[HOLD_FACT] : undefined;
  if (hold === undefined || hold === null || hold === false) return undefined;
  const { reason = 'no reason was given' } = typeof hold === 'object' && !Array.isArray(hold) ? (hold as { reason?: Json }) : {};
  return typeof reason === 'string' ? reason : JSON.stringify(reason);
}

/** A hold that has begun stays: later actions may push what led to it out of what is remembered. */
function keep(
  state: SessionState,
  { session, now }: GovernanceContext,
  after: Limits | undefined,
  stopped: Action | undefined,
): MaybePromise<void> {
  if (reasonIn(state.facts) !== undefined) return undefined;
  const reason = reached(state, after, stopped);
  return reason === undefined ? undefined : session.setFact(HOLD_FACT, { at: now, reason });
}

/** What has been reached, with an action that is being stopped and not yet remembered. */
function reached({ facts, recent }: SessionState, after: Limits | undefined, stopped: Action | undefined): string | undefined {
  if (after === undefined) return undefined;
  const { within = 20 } = after;
  const since = continuedAt(facts);
  const known = lastActions(
    recent.filter(event => event.at > since && (event.type !== 'evaluated' || event.code !== 'held')),
    stopped === undefined ? within : within - 1,
    stopped?.callId,
  );
  const counts = {
    blocked: known.filter(event => event.type === 'evaluated' && event.ruling === 'block').length + (stopped ? 1 : 0),
    refused: known.filter(event => event.type === 'outcome' && event.status === 'denied').length,
    failed: known.filter(event => event.type === 'outcome' && event.status === 'error').length,
  };
  const what = (['blocked', 'refused', 'failed'] as const).find(each => counts[each] >= (after[each] ?? Infinity));
  return what === undefined ? undefined : `${counts[what]} of the last ${within} actions ${WORDS[what]}`;
}

/** When a person let the session go on; 0 where none did. Only a person can do that: a value without their record is ignored. */
function continuedAt(facts: SessionState['facts']): number {
  const value = Object.hasOwn(facts, CONTINUED_FACT) ? facts[CONTINUED_FACT] : undefined;
  const { at } = deedIn(value) === undefined ? {} : (value as { readonly at?: Json });
  return typeof at === 'number' ? at : 0;
}

const WORDS = { blocked: 'were stopped', refused: 'were refused', failed: 'have failed' } as const;

/** The events since the evaluation that many evaluations ago, without an earlier evaluation of one call. */
function lastActions(events: readonly SessionEvent[], many: number, without: string | undefined): readonly SessionEvent[] {
  const others = events.filter(event => event.type !== 'evaluated' || event.callId === undefined || event.callId !== without);
  const starts = others.flatMap((event, index) => (event.type === 'evaluated' ? [index] : []));
  return others.slice(starts.at(-many) ?? 0);
}

type ComparedLimits = { readonly [name: string]: Json };

const compareLimits = compareBy({
  blocked: paramOrder.limit,
  refused: paramOrder.limit,
  failed: paramOrder.limit,
  within: paramOrder.demand(20),
});

/** `hold` in governance.yaml. */
export const holdDefinition = defineNode({
  kind: 'hold',
  doc: 'stops everything except reading until a person runs `licet continue`',
  params: holdParams,
  rulings: [
    ['the session is not on hold, or the action only looks', 'skipped'],
    ['the session or the project is on hold', 'block'],
  ],
  example: 'hold: { after: { blocked: 5, within: 20 } }',
  analysis: {
    affectsSiblings: true,
    dependsOnSiblings: true,
    compare: ({ after: older = {} }, { after: newer = {} }) => compareLimits(older as ComparedLimits, newer as ComparedLimits),
  },
  build: given => Hold(given),
});
