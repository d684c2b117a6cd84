/**
 * The only source of time. The core reads no other clock, so a test, a replay or a sandbox brings its own.
 */
export interface Clock {
  /** Milliseconds since the epoch, for records and windows. */
  now(): number;
  /** Milliseconds from any fixed point, never going backwards, for durations. */
  elapsed(): number;
  /** Calls `done` once after `ms` milliseconds, unless the returned function is called first. */
  after(ms: number, done: () => void): () => void;
}

/** The longest that a timer of the platform waits: it would ring at once for anything longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** The clock of the machine. A pending timer does not keep the process alive. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms: number, done: () => void): () => void {
    const timer = setTimeout(done, Math.min(ms, LONGEST_MS));
    if (typeof timer === 'object' && 'unref' in timer) timer.unref();
    return () => clearTimeout(timer);
  },
});
