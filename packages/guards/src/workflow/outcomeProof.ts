import { memberAt } from '@licet/core/nodes';
import { matchesWildcard } from '@licet/core/text';
import type { Json, Outcome } from '@licet/core';

import { unwrapped } from '../flow/records.ts';
import type { FactRule } from './factValues.ts';

/** Why a fact is not earned by an outcome. Undefined where it is. */
export function refusal(
  { status, output }: Outcome,
  { output: wanted, result }: FactRule,
  isSame: boolean,
  isFresh: boolean,
): string | undefined {
  if (status === 'error') return 'it failed the last time';
  if (status !== 'ok' && wanted === undefined) return 'it is not known how it ended the last time';
  if (wanted?.isFoundIn(textOf(output)) === false) return 'its output was not what the policy looks for';
  if (result !== undefined && !hasMembers(output, result)) return 'its result was not what the policy looks for';
  if (!isSame) return 'it ran with other arguments than were judged';
  return isFresh ? undefined : 'files changed while it ran';
}

/** Whether a tool has answered, and its answer is not the one that earns the fact: what it said before does not hold any more. */
export function isContradicted({ status, output }: Outcome, { result, by }: FactRule): boolean {
  return status === 'ok' && by !== undefined && result !== undefined && !hasMembers(output, result);
}

/** Whether a result has these members, each with this very value; one that is too large to be read to its end has none. */
function hasMembers(output: unknown, members: Readonly<Record<string, Json>>): boolean {
  const { result, isCut } = unwrapped(output, false);
  return !isCut && Object.entries(members).every(([path, value]) => isLike(memberAt(result, path), value));
}

/** A text of a policy may have `*` for any run of characters. */
function isLike(found: unknown, wanted: Json): boolean {
  if (typeof wanted === 'string' && wanted.includes('*')) return typeof found === 'string' && matchesWildcard(wanted, found);
  return found === wanted;
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
