import { Worker } from 'node:worker_threads';

/** Ends the process from outside of the thread that judges, when a call does not come to its end. */
export interface Watchdog {
  /** Starts to count. */
  begin(): void;
  /** Stops counting. */
  done(): void;
}

/** What both threads see: the call that is judged, 0 for none; whether the watcher sleeps until it is woken; and what nobody ever changes. */
const [CALL, SLEEPS, NEVER] = [0, 1, 2];

/** The watcher looks this often while calls come, and this often without one before it sleeps. */
const LOOK_MS = 1_000;
const QUIET_LOOKS = 5;

/**
 * Waking a thread costs more than judging a call, so the watcher is woken only when it sleeps, and looks by itself while calls come. What it
 * sees for the first time may have begun one look before, and it may come one look late: both are taken off the limit.
 */
const WATCH = `
const { state, limitMs, lookMs, quietLooks } = require('node:worker_threads').workerData;
let [known, since, quiet] = [0, 0, 0];
for (;;) {
  const call = Atomics.load(state, ${CALL});
  if (call === 0) {
    quiet += 1;
    if (quiet > quietLooks) {
      Atomics.store(state, ${SLEEPS}, 1);
      if (Atomics.load(state, ${CALL}) === 0) Atomics.wait(state, ${SLEEPS}, 1);
      Atomics.store(state, ${SLEEPS}, 0);
      quiet = 0;
      continue;
    }
  } else {
    quiet = 0;
    if (call !== known) [known, since] = [call, performance.now()];
    else if (performance.now() - since >= limitMs - 2 * lookMs) process.kill(process.pid, 'SIGKILL');
  }
  Atomics.wait(state, ${NEVER}, 0, lookMs);
}
`;

/**
 * Watches from a thread of its own, so that an endless loop on the thread that judges is noticed. A call that is not done in time ends
 * the process: its caller gets no answer, and takes that for a no. Nothing wakes up while nothing is judged.
 */
export function watchdog(limitMs: number): Watchdog {
  const state = new Int32Array(new SharedArrayBuffer(12));
  new Worker(WATCH, {
    eval: true,
    execArgv: [],
    env: {},
    workerData: { state, limitMs, lookMs: Math.min(LOOK_MS, limitMs / 8), quietLooks: QUIET_LOOKS },
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  }).unref();
  let call = 0;
  return {
    begin() {
      call = (call % 1_000_000) + 1;
      Atomics.store(state, CALL, call);
      if (Atomics.compareExchange(state, SLEEPS, 1, 0) === 1) Atomics.notify(state, SLEEPS);
    },
    done: () => void Atomics.store(state, CALL, 0),
  };
}
