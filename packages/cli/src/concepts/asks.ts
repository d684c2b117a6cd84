import { createInterface } from 'node:readline/promises';

import type { Terminal } from '../text/terminal.ts';

/** Puts a question and returns the answer, trimmed; undefined when nobody answers any more. */
export type Asks = (question: string) => Promise<string | undefined>;

/** Asks whoever writes to standard input, one line an answer. */
export function asker(terminal: Terminal): Asks {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  return async question => {
    terminal.print(question);
    const { done, value } = await lines.next();
    return done === true ? undefined : value.trim();
  };
}
