import { memberAt } from '@licet/core/nodes';
import type { Json, Outcome } from '@licet/core';

import { unwrapped } from '../flow/records.ts';
import type { FactRule } from './earning.ts';

/** Why a fact is not earned by an outcome. Undefined where it is. */
export function refusal(
  { status, output }: Outcome,
  { output: wanted, result }: FactRule,
  isSame: boolean,
  isFresh: boolean,
): string | undefined {
  if (status === 'error') return 'it failed the last time';
  if (status !== 'ok' && wanted === undefined) return 'nobody knows how it ended the last time';
  if (wanted?.isFoundIn(textOf(output)) === false) return 'its output was not what the policy looks for';
  if (result !== undefined && !hasMembers(output, result)) return 'its result was not what the policy looks for';
  if (!isSame) return 'it ran with other arguments than were judged';
  return isFresh ? undefined : 'files changed while it ran';
}

/** Whether a result has these members, each with this very value; one that is too large to be read to its end has none. */
function hasMembers(output: unknown, members: Readonly<Record<string, Json>>): boolean {
  const { result, isCut } = unwrapped(output, false);
  return !isCut && Object.entries(members).every(([path, value]) => memberAt(result, path) === value);
}

const MOST_TEXT = 1_000_000;

/** Every text in an output, whatever a runtime wraps it in. */
function textOf(output: unknown, depth = 0): string {
  if (typeof output === 'string') return output.slice(0, MOST_TEXT);
  if (typeof output !== 'object' || output === null || depth > 4) return '';
  return Object.values(output)
    .map(each => textOf(each, depth + 1))
    .join('\n')
    .slice(0, MOST_TEXT);
}
