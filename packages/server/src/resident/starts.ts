import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '@licet/core/text';

/** Where the resident processes of a user stand, from the home. */
export const RUN = join('.licet', 'run');

/** Somebody who has begun to start this long ago does not any more. */
const STARTING_MS = 10_000;

/** The mark of a process that is starting for a program. */
const markOf = (home: string, program: string): string => join(home, RUN, `starting-${sha256(program).slice(0, 16)}`);

/** Says that a process starts for a program. False where one has said so already, and is about to. Throws where nothing can be written. */
export function beginStart(home: string, program: string): boolean {
  const mark = markOf(home, program);
  mkdirSync(dirname(mark), { recursive: true, mode: 0o700 });
  const age = ageOf(mark);
  if (age < STARTING_MS) return false;
  if (age < Number.POSITIVE_INFINITY) rmdirSync(mark);
  mkdirSync(mark);
  return true;
}

/** Says that it has started, or will not. */
export function endStart(home: string, program: string): void {
  attempt(() => rmdirSync(markOf(home, program)));
}

/** Tells whether some process is about to start. */
export function isStarting(home: string): boolean {
  const run = join(home, RUN);
  const names = attempt(() => readdirSync(run)) ?? [];
  return names.some(name => name.startsWith('starting-') && ageOf(join(run, name)) < STARTING_MS);
}

/** How long ago a file changed, in milliseconds, whichever way the clock was set since. Infinite for one that is not there. */
export function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? Number.POSITIVE_INFINITY : Math.abs(Date.now() - found.mtimeMs);
}

/** What a call returns; undefined where it throws. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
