import type { Interval, Maybe } from '../algebra.ts';
import type { EngineOptions } from '../engine/engineOptions.ts';
import { PolicyEngine } from '../engine/engine.ts';
import { intervalOf } from '../engine/evaluator.ts';
import type { Guard } from '../model/guard.ts';
import { hastyClock } from './fakeClock.ts';

/**
 * Returns what a policy says about one plain action before an open ruling collapses: its mildest and its strictest
 * possible ruling, or undefined where it is skipped. The equality of the laws compares these.
 *
 * @example
 * ```ts
 * import { guard, pass } from '@licet/core';
 * import { ruled } from '@licet/core/testing';
 *
 * await ruled(guard('yes', () => pass())); // => { best: 0, worst: 0 }
 * ```
 */
export async function ruled(policy: Guard, options: EngineOptions = {}): Promise<Maybe<Interval>> {
  const engine = new PolicyEngine(policy, { clock: hastyClock(), ...options });
  const { verdict } = (await engine.evaluate({ kind: 'tool', tool: 'Probe' })).trace;
  return verdict === undefined ? undefined : plain(intervalOf(verdict));
}

function plain(interval: Maybe<Interval>): Maybe<Interval> {
  return interval && { best: interval.best, worst: interval.worst };
}
