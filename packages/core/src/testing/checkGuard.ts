import type { ActionInput } from '../model/action.ts';
import { canonicalJson } from '../text/canonical.ts';
import { PolicyEngine } from '../engine/engine.ts';
import type { EngineOptions } from '../engine/engineOptions.ts';
import type { Guard } from '../model/guard.ts';
import { toGuard } from '../model/guard.ts';
import { emptySession } from '../store/foldSession.ts';
import { NO_FIX } from '../engine/settleVerdict.ts';
import { fakeClock } from './fakeClock.ts';
import type { Evaluation } from '../model/evaluation.ts';

/** One thing that a guard does wrong. */
export interface GuardFlaw {
  /** What it should do, in snake_case: `deterministic`, `never_throws`. */
  readonly rule:
    | 'is_a_guard'
    | 'never_throws'
    | 'deterministic'
    | 'says_why'
    | 'says_what_to_do'
    | 'leaves_the_action_alone'
    | 'checks_without_effect';
  readonly action?: ActionInput;
  readonly detail: string;
}

/**
 * Runs a guard against actions and returns what it does wrong; an empty list is what every guard must have. It must be a
 * guard, never throw, say the same twice, give a reason for every warn, ask and block and a fix for every ask and block,
 * leave the action alone, and change nothing in the session while it checks. Give it hostile actions, too.
 *
 * @example
 * ```ts
 * import { guard, pass } from '@licet/core';
 * import { checkGuard } from '@licet/core/testing';
 *
 * const careless = guard('careless', action => { if (!action.payload.path) throw new Error('no path'); return pass(); });
 * (await checkGuard(careless, [{ kind: 'read' }])).map(flaw => flaw.rule); // => ['never_throws']
 * ```
 */
export async function checkGuard(
  candidate: Guard,
  actions: Iterable<ActionInput>,
  options: EngineOptions = {},
): Promise<readonly GuardFlaw[]> {
  let guard: Guard;
  try {
    guard = toGuard(candidate);
  } catch (error) {
    return [{ rule: 'is_a_guard', detail: String(error) }];
  }
  const flaws: GuardFlaw[] = [];
  for (const action of actions) flaws.push(...(await flawsOf(guard, action, options)));
  return flaws;
}

async function flawsOf(guard: Guard, action: ActionInput, options: EngineOptions): Promise<readonly GuardFlaw[]> {
  const before = textOf(action);
  const appended: unknown[] = [];
  const untouched = {
    load: emptySession,
    call: () => undefined,
    used: () => 0,
    peek: () => ({ granted: true as const, fresh: true }),
    settle: () => undefined,
    release: () => undefined,
    append: (_id: string, events: readonly unknown[]): number => appended.push(...events),
    reserve: () => ({ granted: true as const, fresh: appended.push('reserved') > 0 }),
  };
  const engine = new PolicyEngine(guard, { clock: fakeClock(), sessions: untouched, ...options });
  const [first, second] = [await engine.explain(action), await engine.explain(action)];
  const flaw = (rule: GuardFlaw['rule'], detail: string): GuardFlaw => ({ rule, action, detail });
  return [
    ...first.errors.map(({ code, message }) => flaw('never_throws', `${code}: ${message}`)),
    ...(sayingOf(first) === sayingOf(second) ? [] : [flaw('deterministic', `${sayingOf(first)}, then ${sayingOf(second)}`)]),
    ...first.verdicts.flatMap(verdict => {
      if (verdict.ruling === 'pass' || verdict.error !== undefined) return [];
      const why = isSaid(verdict.reason) ? [] : [flaw('says_why', `\`${verdict.ruling}\` without a reason`)];
      const how =
        verdict.ruling === 'warn' || isSaid(verdict.fix === NO_FIX ? undefined : verdict.fix?.summary)
          ? []
          : [flaw('says_what_to_do', 'no fix')];
      return [...why, ...how];
    }),
    ...(textOf(action) === before ? [] : [flaw('leaves_the_action_alone', 'the action has changed')]),
    ...(appended.length === 0 ? [] : [flaw('checks_without_effect', 'the session has changed')]),
  ];
}

const isSaid = (text: string | undefined): boolean => text !== undefined && text !== '' && !text.endsWith('gives no reason');

function sayingOf({ ruling, code, reason }: Evaluation): string {
  return `${ruling} (${code}) ${reason ?? ''}`.trim();
}

/** The action as text; one that is not data has no text, and nothing is said about it. */
function textOf(action: ActionInput): string {
  try {
    return canonicalJson(action);
  } catch {
    return '';
  }
}
