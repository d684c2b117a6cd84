import type { Action, GovernanceContext, MaybePromise, Verdict } from '@licet/core';
import type { CommitResult, Take } from '@licet/core/nodes';
import { block, pass } from '@licet/core';
import { chain, inTurn, memberAt, valueDigest } from '@licet/core/nodes';

import type { CountedIn } from './counted.ts';
import { countUnknown } from './counted.ts';
import { durationText } from './duration.ts';

/** What limits how many different values an argument may have. */
export interface DistinctOptions extends Pick<Take, 'windowMs' | 'expiresInMs'> {
  /** The argument, by name or path. Each item of a list is a value. */
  readonly name: string;
  readonly max: number;
}

/** More values than this in one list are not looked at: the action is blocked. */
const MOST_VALUES = 200;

/** Counters of the values that an action has; undefined where the argument is missing or is no plain value. */
function keysOf({ payload }: Action, { each }: CountedIn, name: string): readonly string[] | undefined {
  const given = memberAt(payload, name);
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  const digests = values.slice(0, MOST_VALUES + 1).map(value => valueDigest({ payload: { value } }, ['value']));
  if (digests.length === 0 || digests.length > MOST_VALUES || digests.includes(undefined)) return undefined;
  return [...new Set(digests)].map(digest => `${each}${digest}`);
}

const wishOf = ({ each }: CountedIn, { windowMs, expiresInMs }: DistinctOptions, most: number): Take => ({
  among: { prefix: each, most },
  ...(windowMs !== undefined && { windowMs }),
  ...(expiresInMs !== undefined && { expiresInMs }),
});

/** Rules on an action whose argument may have so many different values: one that was there before costs nothing. */
export function checkDistinct(
  counted: CountedIn,
  options: DistinctOptions,
  action: Action,
  { session }: GovernanceContext,
): MaybePromise<Verdict> {
  const keys = keysOf(action, counted, options.name);
  if (keys === undefined) return countUnknown([options.name]);
  const known = inTurn(keys, key => chain(session.peek(key, wishOf(counted, options, 0)), ({ granted }) => granted));
  return chain(known, all => {
    const [first, ...more] = keys.filter((_, index) => all[index] !== true);
    if (first === undefined) return pass();
    return chain(session.peek(first, wishOf(counted, options, Math.max(0, options.max - more.length))), answer =>
      answer.granted ? pass() : tooMany(options, answer.used, more.length + 1, answer.retryAfterMs),
    );
  });
}

/** Counts the values of an action, unless others have brought the count up to its limit since. Only in `commit`. */
export function takeDistinct(
  counted: CountedIn,
  options: DistinctOptions,
  action: Action,
  { session }: GovernanceContext,
): MaybePromise<CommitResult> {
  const keys = keysOf(action, counted, options.name) ?? [];
  const taken = inTurn(keys, key => session.reserve(key, wishOf(counted, options, options.max)));
  return chain(taken, answers =>
    answers.every(({ granted }) => granted) ? undefined : { lost: `others have used other values of \`${options.name}\`` },
  );
}

function tooMany(
  { name, max, windowMs }: DistinctOptions,
  used: number,
  more: number,
  retryAfterMs: number | undefined,
): Verdict {
  const within = windowMs === undefined ? '' : ` within ${durationText(windowMs)}`;
  const reason = `\`${name}\` has had ${used} different values${within}, this action adds ${more}, and ${max} are permitted`;
  const fix = `go on with values of \`${name}\` that were used before`;
  const details = { code: 'too_many_values', evidence: { used, more, max } };
  if (retryAfterMs === undefined)
    return block(reason, { ...details, recover: 'none', fix: `${fix}, or ask the user to raise the limit` });
  return block(reason, { ...details, recover: 'wait', retryAfterMs, fix: `${fix}, or wait ${durationText(retryAfterMs)}` });
}
