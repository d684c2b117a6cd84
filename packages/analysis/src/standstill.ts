import type { Clock } from '@licet/core';
import type { EffectAnalyzer } from '@licet/core/nodes';

/** A clock that is stopped until it is set. Its timers do not ring: no case that is tried waits for one. */
export interface StillClock extends Clock {
  /** Sets the time, in milliseconds since the epoch. */
  set(now: number): void;
}

/** Returns a clock that shows `now`, in milliseconds since the epoch. No time passes while something is judged. */
export function stillClock(now = 0): StillClock {
  let shown = now;
  return { now: () => shown, elapsed: () => 0, after: () => () => undefined, set: time => void (shown = time) };
}

/** Effects that several policies look at. */
export interface EffectsOfOneCall {
  readonly effects: EffectAnalyzer;
  /** Begins with the next call: what was found is forgotten. */
  readonly next: () => void;
}

/** Finds the effects of a call once, however many policies judge it and however often, until `next` is called. */
export function effectsOfOneCall(effects: EffectAnalyzer): EffectsOfOneCall {
  let found: ReturnType<EffectAnalyzer> | undefined;
  return { effects: action => (found ??= effects(action)), next: () => void (found = undefined) };
}
