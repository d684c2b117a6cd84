import { Worker } from 'node:worker_threads';

/** Ends the process from outside of the thread that judges, when a call does not come to its end. */
export interface Watchdog {
  /** Starts to count. */
  begin(): void;
  /** Stops counting. */
  done(): void;
}

/** Waits without a wake-up while nothing is judged. */
const WATCH = `
const { workerData: { state, limitMs } } = require('node:worker_threads');
for (;;) {
  const call = Atomics.load(state, 0);
  if (call === 0) Atomics.wait(state, 0, 0);
  else if (Atomics.wait(state, 0, call, limitMs) === 'timed-out') process.kill(process.pid, 'SIGKILL');
}
`;

/**
 * Watches from a thread of its own, so that an endless loop on the thread that judges is noticed. A call that is not done in time ends
 * the process: its caller gets no answer, and takes that for a no.
 */
export function watchdog(limitMs: number): Watchdog {
  const state = new Int32Array(new SharedArrayBuffer(4));
  new Worker(WATCH, {
    eval: true,
    env: {},
    workerData: { state, limitMs },
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  }).unref();
  let call = 0;
  const set = (value: number): void => {
    Atomics.store(state, 0, value);
    Atomics.notify(state, 0);
  };
  return {
    begin() {
      call = (call % 1_000_000) + 1;
      set(call);
    },
    done: () => set(0),
  };
}
