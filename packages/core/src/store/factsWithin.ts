import { isRecord } from '../model/json.ts';
import type { Json } from '../model/json.ts';
import { limitMs } from '../model/limits.ts';
import type { ExceptionLimit, PolicyLimits } from '../model/limits.ts';
import type { SessionState } from '../ports/session.ts';
import { foldPersonName } from './approvalRules.ts';
import { GRANT_FACT, PAUSE_FACT } from './liftingFacts.ts';

type Fact = { readonly [member: string]: Json };

/**
 * Returns a state of the project in which no exception and no pause is beyond the limits of the policies: one of a person or about a subject that
 * may not have any is gone, and one that lasts too long or for too many calls has the value of the limit. What does not say when it was
 * made is gone where a time is limited.
 *
 * @example
 * ```ts
 * import { PAUSE_FACT, factsWithin } from '@licet/core/store';
 *
 * const pause = { at: 0, until: 7_200_000, reason: 'a demonstration', by: 'ann', deed: 'd1' };
 * const state = { id: 'project', version: 1, facts: { [PAUSE_FACT]: pause }, counts: {} };
 * factsWithin(state, { pauses: 'never' }, 1).facts; // => {}
 * ```
 */
export function factsWithin<State extends Pick<SessionState, 'facts'>>(
  state: State,
  limits: PolicyLimits | undefined,
  now: number,
): State {
  const { exceptions, pauses } = limits ?? {};
  if (exceptions === undefined && pauses === undefined) return state;
  const facts = Object.entries(state.facts).flatMap(([name, value]) => {
    const limit = name === PAUSE_FACT ? pauses : name.startsWith(GRANT_FACT) ? exceptions : undefined;
    if (limit === undefined) return [[name, value] as const];
    const kept = limit === 'never' || !isRecord(value) ? undefined : factWithin(value, limit, now);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.freeze({ ...state, facts: Object.freeze(Object.fromEntries(facts)) });
}

function factWithin(fact: Fact, { for: time, by, of, uses }: ExceptionLimit, now: number): Fact | undefined {
  if (by !== undefined && !isBy(fact, by)) return undefined;
  const kinds = subjectsOf(fact).filter(subject => of === undefined || of.some(each => each === subject));
  if (of !== undefined && kinds.length === 0) return undefined;
  const [begin, end] = 'grantedAt' in fact ? (['grantedAt', 'expiresAt'] as const) : (['at', 'until'] as const);
  const [begun, ends, count] = [fact[begin], fact[end], fact['uses']];
  if (time !== undefined && (typeof begun !== 'number' || typeof ends !== 'number' || begun > now)) return undefined;
  return {
    ...fact,
    ...(Array.isArray(fact['kinds']) && of !== undefined && { kinds }),
    ...(time !== undefined && { [end]: Math.min(Number(ends), Number(begun) + limitMs(time)) }),
    ...(uses !== undefined && typeof count === 'number' && { uses: Math.min(count, uses) }),
  };
}

/** Whether one of some people made it: who signed it, where it is signed. */
function isBy({ by, proof }: Fact, people: readonly string[]): boolean {
  const answer = isRecord(proof) ? proof['answer'] : undefined;
  const name = isRecord(answer) ? answer['by'] : by;
  return typeof name === 'string' && people.map(foldPersonName).includes(foldPersonName(name));
}

function subjectsOf({ kinds, command, digest }: Fact): readonly string[] {
  if (command !== undefined) return ['command'];
  if (digest !== undefined) return ['action'];
  return Array.isArray(kinds) ? kinds.filter(kind => typeof kind === 'string') : [];
}
