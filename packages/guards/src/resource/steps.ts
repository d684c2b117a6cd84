import type { Verdict } from '@licet/core';
import { InvariantError, ask, block, warn } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import type { ParamOrder } from '@licet/core/nodes';

import { durationText } from './duration.ts';

/** A rung: the ruling for an action when so many have gone ahead before it. */
export interface ProgressiveStep {
  /** How many have gone ahead: a whole number of at least 1. */
  readonly after: number;
  readonly then: 'warn' | 'ask' | 'block';
}

/** Throws for a rung that could never be reached: each comes later than the one before it, and is stricter. */
export function checkSteps(steps: readonly ProgressiveStep[]): void {
  for (const [index, { after, then }] of steps.entries()) {
    const wrong = (found: string, member: string): InvariantError =>
      new InvariantError('invalid_param', found, { path: ['steps', index, member] });
    const before = steps[index - 1];
    if (before === undefined) continue;
    if (after <= before.after)
      throw wrong(
        `a step must come after the one before it: expected more than \`${before.after}\`, found \`${after}\``,
        'after',
      );
    if (severityOf(then) <= severityOf(before.then))
      throw wrong(
        `a step must be stricter than the one before it: expected more than \`${before.then}\`, found \`${then}\``,
        'then',
      );
  }
}

/** Compares ladders by what they say at every count. */
export function compareSteps(older: readonly ProgressiveStep[], newer: readonly ProgressiveStep[]): ReturnType<ParamOrder> {
  const at = (steps: readonly ProgressiveStep[], count: number): number =>
    severityOf(steps.findLast(({ after }) => after <= count)?.then ?? 'pass');
  // Between two rungs of either ladder nothing changes.
  const changes = [...older, ...newer].map(({ after }) => Math.sign(at(newer, after) - at(older, after)));
  const [isStricter, isMilder] = [changes.includes(1), changes.includes(-1)];
  if (isStricter && isMilder) return 'unknown';
  return isStricter ? 'narrower' : isMilder ? 'wider' : 'equal';
}

/** Which actions are counted: those that go ahead, those that failed, or those that were stopped. */
export type Counted = 'all' | 'failed' | 'blocked';

/** What has happened before the action that is judged. */
export interface Standing {
  readonly count: number;
  readonly counted: Counted;
  /** What they are about, where each target has its own count. */
  readonly target?: string | undefined;
  readonly consecutive: boolean;
  /** When the strictest step will hold no more, where that is only a matter of time. */
  readonly retryAfterMs?: number | undefined;
}

const WORDS: Readonly<Record<Counted, readonly [one: string, more: string]>> = {
  all: ['has gone ahead', 'have gone ahead'],
  failed: ['has failed', 'have failed'],
  blocked: ['was stopped', 'were stopped'],
};

/** Says what a step says. */
export function stepVerdict({ then }: ProgressiveStep, { count, counted, target, consecutive, retryAfterMs }: Standing): Verdict {
  const how = consecutive ? ' in a row' : '';
  const what = `${count === 1 ? 'action' : 'actions'} like this${target === undefined ? '' : ` on \`${target}\``}`;
  const reason = `${count} ${what} ${WORDS[counted][count === 1 ? 0 : 1]}${how} already`;
  const details = { code: 'escalating', evidence: { count, consecutive } };
  if (then === 'warn') return warn(reason, details);
  const fix = 'say what these actions are for and ask the user, or go on without more of them';
  if (then === 'ask') return ask(reason, { ...details, fix });
  if (retryAfterMs === undefined) return block(reason, { ...details, fix });
  const wait = `${fix}, or wait ${durationText(retryAfterMs)}`;
  return block(reason, { ...details, fix: wait, recover: 'wait', retryAfterMs });
}
