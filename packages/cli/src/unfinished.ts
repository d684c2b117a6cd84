import { writeSync } from 'node:fs';

/** Neither pass nor ask nor block: the command could not do its work. */
export const FAILED = 3;

/** What a bundle emits to tell the one that started the process that the work of the command is done. */
const DONE = 'licet.done';

/**
 * Makes a command fail that ends before its work is done, because something ends the process or nothing is left to wait for: its caller
 * would take code 0 for success, and code 1 for a question. Returns what says that the work is done.
 */
export function failUnfinished(): () => void {
  const refuse = (code: number): void => {
    if (code === FAILED) return;
    process.exitCode = FAILED;
    writeSync(
      2,
      'licet: the command ended before its work was done, so what it was to write may be missing: look, then run it again\n',
    );
  };
  const isDone = (): void => void process.off('exit', refuse);
  process.once('exit', refuse);
  (process as NodeJS.EventEmitter).once(DONE, isDone);
  return isDone;
}

/** Ends a command whose work is done, and the process with it, although something may still be open. */
export function endDone(): never {
  (process as NodeJS.EventEmitter).emit(DONE);
  process.exit(0);
}
