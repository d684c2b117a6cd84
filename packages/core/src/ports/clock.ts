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

/** The clock of the machine. A pending timer does not keep the process alive. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms: number, done: () => void): () => void {
    const timer = setTimeout(done, ms);
    if (typeof timer === 'object' && 'unref' in timer) timer.unref();
    return () => clearTimeout(timer);
  },
});
