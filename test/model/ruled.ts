import type { EngineOptions, Guard } from '@licet/core';
import { PolicyEngine } from '@licet/core';
import type { Interval, Maybe } from '@licet/core/algebra';
import { intervalOf } from '@licet/core/nodes';
import { hastyClock } from '@licet/core/testing';

/**
 * Returns what a policy says about one plain action before an open ruling collapses: its mildest and its strictest
 * possible ruling, or undefined where it is skipped. The equality of the laws compares these.
 */
export async function ruled(policy: Guard, options: EngineOptions = {}): Promise<Maybe<Interval>> {
  const engine = new PolicyEngine(policy, { clock: hastyClock(), ...options });
  const { verdict } = (await engine.evaluate({ kind: 'tool', tool: 'Probe' })).trace;
  return verdict === undefined ? undefined : plain(intervalOf(verdict));
}

function plain(interval: Maybe<Interval>): Maybe<Interval> {
  return interval && { best: interval.best, worst: interval.worst };
}
