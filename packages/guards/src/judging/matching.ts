import type { Action, GovernanceContext, Guard, Verdict } from '@licet/core';
import type { Match, Need } from '@licet/core/nodes';
import { match, skip } from '@licet/core';
import { chain } from '@licet/core/nodes';

/** A `check` that skips the actions which a guard's `match` option leaves out. Without one it is about every action. */
export function checkWhere(
  spec: Match | undefined,
  check: (action: Action, ctx: GovernanceContext) => Verdict | PromiseLike<Verdict>,
): Guard['check'] {
  if (spec === undefined) return check;
  const condition = match(spec);
  return (action, ctx) => chain(condition.test(action, ctx), holds => (holds ? check(action, ctx) : skip()));
}

/** Says which actions a `match` option means, for the name of a counter. Empty for every action. */
export function matchText(spec: Match | undefined): string {
  return spec === undefined ? '' : match(spec).text;
}

/** What a guard needs that is about the actions which `match` means, in addition to its own needs. */
export function needsOf(spec: Match | undefined, ...own: readonly Need[]): readonly Need[] {
  return Object.freeze([...own, ...((spec === undefined ? undefined : match(spec).needs) ?? [])]);
}
