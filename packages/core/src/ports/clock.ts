/** The only source of time. The core reads no other clock, so a test, a replay or a sandbox brings its own. */
export interface Clock {
  /** Milliseconds since the epoch, for records and windows. */
  now(): number;
  /** Milliseconds from any fixed point, never going backwards, for durations. */
  elapsed(): number;
  /**
   * Calls `done` once after `ms` milliseconds, unless the returned function is called first. With `keepsAlive` the process does not end
   * before that: a pause between two tries of a write needs it, a deadline does not.
   */
  after(ms: number, done: () => void, keepsAlive?: boolean): () => void;
}

/** The longest that a timer of the platform waits: it would ring at once for anything longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** The clock of the machine. A pending timer keeps the process alive only where its caller asks for that. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms: number, done: () => void, keepsAlive = false): () => void {
    const timer = setTimeout(done, Math.min(ms, LONGEST_MS));
    if (!keepsAlive && typeof timer === 'object' && 'unref' in timer) timer.unref();
    return () => clearTimeout(timer);
  },
});
