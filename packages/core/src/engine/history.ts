import type { Action } from '../model/action.ts';
import type { GovernanceContext } from '../model/context.ts';
import type { GuardNode } from '../model/node.ts';
import type { CommitResult } from '../model/node.ts';
import type { MaybePromise } from '../model/json.ts';
import { chain, first, inTurn } from '../model/maybe.ts';
import type { HistoryReader, Tally } from '../model/tally.ts';
import { skip } from '../model/verdict.ts';

/** So long is what never ends remembered: a hundred years, in milliseconds. */
const FOREVER_MS = 3_155_760_000_000;

/** For so many values of arguments a condition is counted: an action with one more does not go ahead. */
const MOST_VALUES = 10_000;

/** How often an action looks again because others have gone ahead in the meantime. */
const MOST_LOOKS = 32;

/** An amount is added in another order each time: the last digits of a sum must not look like another action. */
const ROUNDING = 1e-9;

/**
 * Makes the guard that counts for all conditions of a policy what goes ahead. It says nothing. An action that is counted goes ahead only as long as every
 * condition that was asked about it would still answer the same.
 */
export function countHistory(readers: readonly HistoryReader[]): GuardNode {
  const tallies = [...new Map(readers.flatMap(each => each.tallies).map(tally => [tally.name, tally])).values()];
  return Object.freeze<GuardNode>({
    name: 'history',
    check: () => skip(),
    watches: true,
    commit: (action, ctx) =>
      chain(takesOf(tallies, action, ctx), takes => (takes.length === 0 ? undefined : take(takes, readers, ctx, MOST_LOOKS))),
    record: (action, { status }, ctx) =>
      chain(takesOf(tallies, action, ctx), takes =>
        chain(
          inTurn(takes, ({ key, tally, amount }) => (tally.outcome === status ? ctx.session.settle(key, amount) : undefined)),
          () => undefined,
        ),
      ),
  });
}

interface Taking {
  readonly tally: Tally;
  readonly key: string;
  readonly amount: number;
}

function takesOf(tallies: readonly Tally[], action: Action, ctx: GovernanceContext): MaybePromise<readonly Taking[]> {
  return chain(
    inTurn(tallies, tally => tally.keyOf(action, ctx)),
    keys =>
      tallies.flatMap((tally, index) => {
        const key = keys[index];
        return key === undefined ? [] : [{ tally, key, amount: tally.amountOf(action) }];
      }),
  );
}

const LOST: CommitResult = Object.freeze({
  lost: `others have gone ahead in the meantime, or there are counts for ${MOST_VALUES} values already`,
});

function take(
  takes: readonly Taking[],
  readers: readonly HistoryReader[],
  ctx: GovernanceContext,
  looks: number,
): MaybePromise<CommitResult> {
  return chain(
    inTurn(readers, reader => reader.recheck(ctx)),
    seen => {
      if (seen.includes(undefined)) return LOST;
      const held = new Map(seen.flatMap(each => [...(each ?? [])]));
      return chain(
        first(takes, each => reserve(each, held.get(each.key), ctx)),
        changed => (changed === undefined ? undefined : looks > 1 ? take(takes, readers, ctx, looks - 1) : LOST),
      );
    },
  );
}

/** Counts the action, unless its counter holds more than a condition has seen. What counts by its outcome only has a place until then. */
function reserve(
  { key, tally: { windowMs, outcome, hasValues }, amount }: Taking,
  held: number | undefined,
  { session }: GovernanceContext,
): MaybePromise<'changed' | undefined> {
  const wanted = outcome === undefined ? amount : 0;
  const request = {
    amount: wanted,
    expiresInMs: windowMs ?? FOREVER_MS,
    ...(windowMs !== undefined && { windowMs }),
    ...(hasValues && { among: { prefix: key.slice(0, key.lastIndexOf(':') + 1), most: MOST_VALUES } }),
    ...(held !== undefined && { limit: (held + wanted) * (1 + ROUNDING) }),
  };
  return chain(session.reserve(key, request), ({ granted }) => (granted ? undefined : 'changed'));
}
