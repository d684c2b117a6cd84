import type { FlowQuestion } from '../judging.ts';
import { accountsIn } from '../words.ts';
import { meantOf } from './acts.ts';
import { aimQuestions } from './asking.ts';
import type { CodeAction } from './asking.ts';
import type { Written } from './written.ts';

/** Words of a prompt that speak of the accounts of payees. */
const ASKS_FOR_ACCOUNTS =
  /\biban|\bbic\b|\bbank(?:ing)? (?:details?|data|accounts?|connection|information)|\baccount (?:numbers?|details?|data)|\bpay(?:ment|ee|out) (?:details?|data|accounts?|information)/u;

/** An account is mostly digits; the sum of a file is not. */
const isAccount = (text: string): boolean => (text.match(/\d/gu) ?? []).length >= 0.6 * text.length;

/**
 * Asks about an account that takes the place of another in a file, if only a text of outsiders names it and no prompt speaks of bank details.
 */
export function accountQuestions({ path, text, before, after }: Written, action: CodeAction): readonly FlowQuestion[] {
  const { state, hashing } = action;
  const added = accountsIn(text).filter(each => isAccount(each) && state.values.has(hashing.of(each)));
  if (added.length === 0 || ASKS_FOR_ACCOUNTS.test(meantOf(state.names))) return [];
  const old = accountsIn(before).filter(isAccount);
  const left = new Set(after === undefined ? [] : accountsIn(after));
  if (old.every(each => left.has(each))) return [];
  return added.filter(each => !old.includes(each)).flatMap(each => aimQuestions('carried', 'carry', path, each, action));
}
