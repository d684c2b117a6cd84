import { writeSync } from 'node:fs';

/** What agent runtimes take for a no that has no words. */
const STOPPED = 2;

/** The ways in which a hook process can end. */
export interface Ending {
  /** Writes the reply; the first one counts. */
  readonly reply: (reply: object) => void;
  /** Refuses in the words of a runtime's hook, for faults before there is anything that could choose better ones. */
  readonly refuse: (reason: string) => void;
  /** Refuses because of something that was thrown. */
  readonly fault: (error: unknown) => void;
}

/**
 * Makes sure that a hook process never ends without an answer. A process that runs out of work, or dies of an error,
 * before it has replied ends with code 2, which agent runtimes take for no; code 1, or silence, would let the call run.
 */
export function lastResort(): Ending {
  let hasReplied = false;
  const reply = (answer: object): void => {
    if (hasReplied) return;
    writeAll(1, `${JSON.stringify(answer)}\n`);
    hasReplied = true;
  };
  const refuse = (reason: string): void => {
    const permissionDecisionReason = `licet: ${reason}`;
    reply({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason } });
  };
  process.on('exit', () => {
    if (hasReplied) return;
    process.exitCode = STOPPED;
    try {
      writeAll(2, 'licet: the policy hook ended without a decision, so the call is stopped\n');
    } catch {
      // Nobody listens there either: the code is the answer.
    }
  });
  const fault = (error: unknown): void => {
    try {
      refuse(`the policy hook failed: ${error instanceof Error ? error.message : String(error)}`);
    } catch {
      process.exit(STOPPED);
    }
  };
  return { reply, refuse, fault };
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
