import type { Action, Verdict } from '@licet/core';
import type { CounterScope } from '@licet/core/nodes';
import { block } from '@licet/core';
import { scopeKey, valueDigest } from '@licet/core/nodes';

/** Returns the key of a counter; undefined for an action that belongs to no count, because an argument of `by` is missing. */
export function counterKey(
  prefix: string,
  action: Action,
  { per = 'session', by }: { readonly per?: CounterScope; readonly by?: readonly string[] },
): string | undefined {
  const value = valueDigest(action, by);
  return value === undefined ? undefined : `${prefix}${value === '' ? '' : `${value}:`}${scopeKey(action, per)}`;
}

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
