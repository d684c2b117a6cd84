import type { Evaluation } from '@licet/core';
import { escapeText } from '@licet/core';

const MOST = 4_000;

/** Why, for the model or the human who reads it: the policy's reason, or what the ruling means when the policy gives none. */
export function reasonText({ reason, ruling, code }: Pick<Evaluation, 'reason' | 'ruling' | 'code'>): string {
  const plain = ruling === 'ask' ? 'the policy wants a human to say yes' : `the policy says ${ruling} (${code})`;
  return escapeText(reason ?? plain, MOST);
}

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
 * What is wrong with a store that a decision needed, in the words of whoever opened it: which one, and what to do about
 * it. Undefined when no store is at fault. Faults of other sorts are for the audit trail: their words may be anything.
 */
export function faultText({ errors, reason }: Pick<Evaluation, 'errors' | 'reason'>): string | undefined {
  const faults = errors.flatMap(({ code, message }) => (code === 'store_unavailable' && message !== reason ? [message] : []));
  return faults.length === 0 ? undefined : escapeText(`For the user: ${[...new Set(faults)].join('; ')}`, MOST);
}
