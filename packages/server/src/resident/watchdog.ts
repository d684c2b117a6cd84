import { Worker } from 'node:worker_threads';

/** Ends the process from outside of the thread that judges, when a call does not come to its end. */
export interface Watchdog {
  /** Starts to count. */
  begin(): void;
  /** Stops counting. */
  done(): void;
}

/** What both threads see: the call that is judged, 0 for none; whether the watcher sleeps until it is woken; and a value that never changes. */
const [CALL, SLEEPS, NEVER] = [0, 1, 2];

/** The watcher looks this often while calls come, and this often without one before it sleeps. */
const LOOK_MS = 1_000;
const QUIET_LOOKS = 5;

/**
 * Waking a thread costs more than judging a call, so the watcher is woken only when it sleeps, and looks by itself while calls come. A call
 * says when it began, by the clock that both threads share, so that it has all of its time however late it is seen.
 */
const WATCH = `
const { state, begun, limitMs, lookMs, quietLooks } = require('node:worker_threads').workerData;
let quiet = 0;
for (;;) {
  const call = Atomics.load(state, ${CALL});
  let waitMs = lookMs;
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
    const leftMs = limitMs - Number(process.hrtime.bigint() - Atomics.load(begun, 0)) / 1e6;
    // The time may be that of a call that has just begun: only if nothing has changed is it that of this one.
    if (leftMs <= 0 && Atomics.load(state, ${CALL}) === call) process.kill(process.pid, 'SIGKILL');
    waitMs = Math.min(lookMs, Math.max(1, Math.ceil(leftMs)));
  }
  Atomics.wait(state, ${NEVER}, 0, waitMs);
}
`;

/**
 * Watches from a separate thread, so that an endless loop on the thread that judges is noticed. A call that is not done in time ends
 * the process: its caller gets no answer, and takes that for a no. Nothing wakes up while nothing is judged.
 */
export function watchdog(limitMs: number): Watchdog {
  const state = new Int32Array(new SharedArrayBuffer(12));
  const begun = new BigInt64Array(new SharedArrayBuffer(8));
  new Worker(WATCH, {
    eval: true,
    execArgv: [],
    env: {},
    workerData: { state, begun, limitMs, lookMs: LOOK_MS, quietLooks: QUIET_LOOKS },
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  }).unref();
  let call = 0;
  return {
    begin() {
      call = (call % 1_000_000) + 1;
      Atomics.store(begun, 0, process.hrtime.bigint());
      Atomics.store(state, CALL, call);
      if (Atomics.compareExchange(state, SLEEPS, 1, 0) === 1) Atomics.notify(state, SLEEPS);
    },
    done: () => void Atomics.store(state, CALL, 0),
  };
}
