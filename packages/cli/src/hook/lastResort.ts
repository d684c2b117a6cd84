import { writeSync } from 'node:fs';

/** What every agent runtime takes for a no without its own words: the reason is on standard error. */
const STOPPED = 2;

/** What no runtime takes for a no: a hook that failed, after a call that has run. */
const FAILED = 1;

/** The ways in which a hook process can end. */
export interface Ending {
  /** Writes the reply; the first one counts. */
  readonly reply: (reply: object) => void;
  /** Says that the event comes after the call, so that nothing can be stopped any more and no fault may end the run. */
  readonly isAfter: () => void;
  /** Refuses, for faults before there is anything that could choose the runtime's own words. */
  readonly refuse: (reason: string) => void;
  /** Refuses because of something that was thrown. */
  readonly fault: (error: unknown) => void;
  /** Names the kind of event, as far as it is known. */
  readonly run: () => string;
}

/**
 * Makes sure that a hook process never ends without an answer. A process that runs out of work, or dies of an error,
 * before it has replied ends with code 2, which agent runtimes take for no; code 1, or silence, would let the call run.
 * After a call it is code 1: a no that comes too late stops the whole run in some runtimes, without a word to the model.
 */
export function lastResort(comesAfter: boolean): Ending {
  let hasReplied = false;
  let isAfter = comesAfter;
  let why = 'the policy hook ended without a decision';
  const reply = (answer: object): void => {
    if (hasReplied) return;
    writeAll(1, `${JSON.stringify(answer)}\n`);
    hasReplied = true;
  };
  process.on('exit', () => {
    if (hasReplied) return;
    process.exitCode = isAfter ? FAILED : STOPPED;
    try {
      writeAll(2, `licet: ${why}${isAfter ? '' : ', so the call is stopped'}\n`);
    } catch {
      // Standard error is closed too: the exit code is the answer.
    }
  });
  const refuse = (reason: string): void => {
    why = reason;
    process.exit();
  };
  return {
    reply,
    refuse,
    isAfter: () => void (isAfter = true),
    fault: error => refuse(`the policy hook failed: ${error instanceof Error ? error.message : String(error)}`),
    run: () => (isAfter ? 'after' : 'before'),
  };
}

/** Writes a text whole, also to a pipe that takes it in parts. */
function writeAll(fd: number, text: string): void {
  let rest = Buffer.from(text.toWellFormed());
  for (let patience = 1_000; rest.length > 0 && patience > 0; patience--) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
