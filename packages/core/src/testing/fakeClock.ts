import type { Clock } from '../ports/clock.ts';
import { InvariantError } from '../model/errors.ts';

/** A clock that is stopped until it is moved. */
export interface FakeClock extends Clock {
  /**
   * Moves on by `ms` milliseconds. Timers that fall due run in the order of their times, and whatever waits for
   * promises runs between them.
   */
  advance(ms: number): Promise<void>;
  /** Sets the time of day without running a timer: what a machine does when its clock is corrected. */
  set(now: number): void;
}

interface Timer {
  readonly due: number;
  readonly done: () => void;
}

const settled = (): Promise<void> => new Promise(resolve => void setTimeout(resolve, 0));

/**
 * A clock for tests, at `start` milliseconds since the epoch.
 *
 * @example
 * ```ts
 * import { fakeClock } from '@licet/core/testing';
 *
 * const clock = fakeClock(1_000);
 * let rang = false;
 * clock.after(50, () => { rang = true; });
 * await clock.advance(50);
 * [rang, clock.now()]; // => [true, 1050]
 * ```
 */
export function fakeClock(start = 0): FakeClock {
  const timers = new Set<Timer>();
  let [now, elapsed] = [start, 0];
  const advance = async (ms: number): Promise<void> => {
    if (!(ms >= 0)) throw new InvariantError('invalid_param', `expected milliseconds to advance by, found \`${ms}\``);
    const end = elapsed + ms;
    await settled();
    for (let next = earliest(timers, end); next !== undefined; next = earliest(timers, end)) {
      timers.delete(next);
      now += next.due - elapsed;
      elapsed = next.due;
      next.done();
      await settled();
    }
    now += end - elapsed;
    elapsed = end;
  };
  return Object.freeze({
    now: () => now,
    elapsed: () => elapsed,
    after: (ms: number, done: () => void) => started(timers, { due: elapsed + ms, done }),
    advance,
    set: (time: number): void => void (now = time),
  });
}

function started(timers: Set<Timer>, timer: Timer): () => void {
  timers.add(timer);
  return () => void timers.delete(timer);
}

function earliest(timers: ReadonlySet<Timer>, end: number): Timer | undefined {
  let found: Timer | undefined;
  for (const timer of timers) if (timer.due <= end && (found === undefined || timer.due < found.due)) found = timer;
  return found;
}

/**
 * A clock on which every wait is over as soon as nothing else is left to do: a guard that hangs times out at once, and
 * in the right order. The time of day does not move.
 *
 * @example
 * ```ts
 * import { PolicyEngine, guard } from '@licet/core';
 * import { hastyClock } from '@licet/core/testing';
 *
 * const engine = new PolicyEngine(guard('silent', () => new Promise(() => {})), { clock: hastyClock() });
 * (await engine.evaluate({ kind: 'bash' })).code; // => 'guard_timeout'
 * ```
 */
export function hastyClock(now = 0): Clock {
  const timers = new Set<Timer>();
  let elapsed = 0;
  let woken = false;
  const wake = (): void => {
    if (woken || timers.size === 0) return;
    woken = true;
    setTimeout(() => {
      woken = false;
      const next = earliest(timers, Number.POSITIVE_INFINITY);
      if (next === undefined) return;
      timers.delete(next);
      elapsed = next.due;
      next.done();
      wake();
    }, 0);
  };
  const after = (ms: number, done: () => void): (() => void) => {
    const cancel = started(timers, { due: elapsed + ms, done });
    wake();
    return cancel;
  };
  return Object.freeze({ now: () => now, elapsed: () => elapsed, after });
}
