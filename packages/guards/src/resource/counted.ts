import type { Action, Verdict } from '@licet/core';
import type { CounterScope, ParamOrder, Take } from '@licet/core/nodes';
import { InvariantError, block } from '@licet/core';
import { paramOrder, scopeKey, valueDigest } from '@licet/core/nodes';
import { sha256 } from '@licet/core/text';

/** How many values of arguments one counter is kept for, where the policy does not say it. */
const MOST_KEYS = 10_000;

/** More counts are wider. */
export const byMostKeys: ParamOrder = (older = MOST_KEYS, newer = MOST_KEYS) => paramOrder.limit(older, newer);

/** What says which counter an action belongs to. */
interface CountedBy {
  readonly per?: CounterScope;
  readonly by?: readonly string[];
  readonly maxKeys?: number;
}

/** The counter that an action belongs to. `among` bounds how many of its kind there are. */
export interface CountedIn extends Pick<Take, 'among'> {
  readonly key: string;
  /** What the counters of its different values begin with, where those are counted. */
  readonly each: string;
}

/** Returns the counter of an action; undefined for an action that belongs to no count, because an argument of `by` is missing. */
export function countedIn(
  prefix: string,
  action: Action,
  { per = 'session', by, maxKeys = MOST_KEYS }: CountedBy,
): CountedIn | undefined {
  const scope = `${prefix}${scopeKey(action, per)}`;
  const value = valueDigest(action, by);
  if (value === undefined) return undefined;
  const [shared, each] = [`${scope}:by:`, `${scope}:each:${value}:`];
  return value === '' ? { key: scope, each } : { key: `${shared}${value}`, each, among: { prefix: shared, most: maxKeys } };
}

/** Throws for options that mean nothing together. */
export function checkValues(kind: string, { by, maxKeys }: CountedBy): void {
  if (maxKeys !== undefined && by === undefined)
    throw new InvariantError('invalid_param', `\`max_keys\` of \`${kind}\` goes with \`by\``, { path: ['maxKeys'] });
}

/** Stores find counters by what their keys begin with: a long name is said by its digest there. */
export function countedPrefix(kind: string, name: string): string {
  return `${kind}:${name.length > LONGEST_NAME ? sha256(name).slice(0, 24) : name}:`;
}

const LONGEST_NAME = 160;

/** The ruling for an action that does not say which count it belongs to. */
export function countUnknown(by: readonly string[]): Verdict {
  const names = by.map(name => `\`${name}\``).join(' and ');
  return block(
    `the action belongs to no count: ${names} must be ${by.length === 1 ? 'a text, number or boolean' : 'texts, numbers or booleans'}`,
    {
      code: 'count_unknown',
      fix: `give ${names} as plain values`,
    },
  );
}

/** The ruling for an action whose values would have their own count, where there are too many already. */
export function countsFull(by: readonly string[], used: number): Verdict {
  const names = by.map(name => `\`${name}\``).join(' and ');
  return block(`there are counts for ${used} values of ${names} already, and no more are kept`, {
    code: 'counts_full',
    recover: 'none',
    evidence: { used },
    fix: `go on with values of ${names} that were used before, and tell the user that \`max_keys\` of the policy is reached`,
  });
}
