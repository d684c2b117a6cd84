import { createInterface } from 'node:readline/promises';

import type { Terminal } from './terminal.ts';

/** Puts a question and returns the answer, trimmed; undefined at the end of the input. */
export type Asks = (question: string) => Promise<string | undefined>;

/** Returns a function that asks on standard input, one line for each answer. */
export function asker(terminal: Terminal): Asks {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  return async question => {
    terminal.print(question);
    const { done, value } = await lines.next();
    return done === true ? undefined : value.trim();
  };
}
