import type { Evaluation } from '@licet/core';
import { escapeText } from '@licet/core';

const MOST = 4_000;

/**
 * Why, for the model or the person who reads it, and by which rule: the policy's reason, or what the ruling means when the policy gives none; then the
 * rule with its line.
 */
export function reasonText(evaluation: Pick<Evaluation, 'reason' | 'ruling' | 'code' | 'guard' | 'place'>): string {
  const { reason, ruling, code, guard, place } = evaluation;
  const plain = ruling === 'ask' ? 'the policy wants a human to say yes' : `the policy says ${ruling} (${code})`;
  const rule = place === undefined ? '' : ` (${escapeText(guard, 80)}, ${placeText(place)})`;
  return escapeText(reason ?? plain, MOST) + rule;
}

/** A line of a policy, in few words: `governance.yaml:9`, or `pack:standard:7` for one that comes with Licet. */
export const placeText = ({ file, line }: NonNullable<Evaluation['place']>): string =>
  escapeText(`${file.startsWith('pack:') ? file : file.replace(/^.*[\\/]/u, '')}:${line}`, 200);

/** What to do instead; undefined when the policy has no advice. */
export function fixText({ fix, retryAfterMs }: Pick<Evaluation, 'fix' | 'retryAfterMs'>): string | undefined {
  const parts = [
    fix?.summary,
    fix?.command === undefined ? undefined : `run instead: ${fix.command}`,
    fix?.payload === undefined ? undefined : `arguments that are allowed: ${JSON.stringify(fix.payload)}`,
    retryAfterMs === undefined ? undefined : `it may pass after ${Math.ceil(retryAfterMs / 1_000)} s`,
  ].filter(part => part !== undefined);
  return parts.length === 0 ? undefined : escapeText(parts.join('; '), MOST);
}

/** Why a call was stopped and what to do instead, in one text. */
export function stopText(evaluation: Evaluation): string {
  return [reasonText(evaluation), fixText(evaluation)].filter(text => text !== undefined).join('; ');
}

/**
 * What is wrong with a store that a decision needed, in the words of the code that opened it: which one, and what to do about
 * it. Undefined when no store is at fault. Faults of other sorts are for the audit trail: their words may be anything.
 */
export function faultText({ errors, reason }: Pick<Evaluation, 'errors' | 'reason'>): string | undefined {
  const faults = errors.flatMap(({ code, message }) => (code === 'store_unavailable' && message !== reason ? [message] : []));
  return faults.length === 0 ? undefined : escapeText(`For the user: ${[...new Set(faults)].join('; ')}`, MOST);
}
