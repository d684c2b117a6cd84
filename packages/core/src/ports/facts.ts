import type { Json } from '../model/json.ts';
import type { SessionState } from './session.ts';

type Facts = SessionState['facts'];

const own = (facts: Facts, name: string): Json | undefined => (Object.hasOwn(facts, name) ? facts[name] : undefined);

/**
 * The name of the stamp of the last reset of a fact. Names that begin with `@` are no facts of a policy: nodes keep their
 * own state under them.
 *
 * @example
 * ```ts
 * import { stampKey } from '@licet/core/store';
 *
 * stampKey('tests_passing'); // => '@stamp/tests_passing'
 * ```
 */
export const stampKey = (fact: string): string => `@stamp/${fact}`;

/** Returns the stamp of the last reset, empty where there was none: a call that earns the fact must have seen it. */
export function stampOf(facts: Facts, fact: string): string {
  const stamp = own(facts, stampKey(fact));
  return typeof stamp === 'string' ? stamp : '';
}

/**
 * Whether a fact holds. A fact that was earned carries the stamp of the reset before it: a later reset makes it void, whatever
 * order two processes wrote in. A fact that the host or a human has established holds until it is forgotten. A fact that a remote caller
 * has reported holds for remote actions only.
 *
 * @example
 * ```ts
 * import { isEstablished, stampKey } from '@licet/core/store';
 *
 * isEstablished({ reviewed: true }, 'reviewed'); // => true
 * isEstablished({ tests_passing: { stamp: '', at: 1 }, [stampKey('tests_passing')]: '2:c' }, 'tests_passing'); // => false
 * ```
 */
export function isEstablished(facts: Facts, fact: string, isRemote: boolean = false): boolean {
  const value = own(facts, fact);
  if (value === undefined || value === null || value === false) return false;
  return !isEarned(value) || (value['stamp'] === stampOf(facts, fact) && (isRemote || value['remote'] !== true));
}

function isEarned(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'stamp' in value;
}

/**
 * Returns the facts of a policy that hold, as people know them: without what nodes keep for themselves and without what a reset
 * has made void; `true` for a fact that was earned. Files that a fact is bound to are not looked at.
 *
 * @example
 * ```ts
 * import { heldFacts } from '@licet/core/store';
 *
 * heldFacts({ tests_passing: { stamp: '', at: 1 }, reviewed: 'by ann', '@reason/lint_clean': 'it failed' }); // => { tests_passing: true, reviewed: 'by ann' }
 * ```
 */
export function heldFacts(facts: Facts, isRemote: boolean = false): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      if (name.startsWith('@')) return [];
      if (!isEarned(value)) return [[name, value]];
      return isEstablished(facts, name, isRemote) ? [[name, true]] : [];
    }),
  );
}
