import { setTimeout as sleep } from 'node:timers/promises';

import { escapeText } from '@licet/core';
import { UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { messageOf, readDuration } from '@licet/core/text';

import { isTold } from '../exit.ts';

const MOST_MS = 7 * 86_400_000;

/** By what part a time varies. */
const JITTER = 0.2;

/** A time that is longer or shorter by up to a tenth, so that machines which start together do not ask together. */
export const varied = (ms: number, random: () => number = Math.random): number => ms * (1 + (random() - 0.5) * JITTER);

/** Does something once, or again and again with `every`, until it is interrupted. Then what fails is told, and tried again the next time. */
export async function atIntervals(every: string | undefined, once: () => Promise<number>, terminal: Terminal): Promise<number> {
  if (every === undefined) return once();
  const interval = readDuration(every);
  if (interval === undefined || interval > MOST_MS)
    throw new UsageError(`\`--every\` must be a time like \`15m\`, at most \`7d\`, found \`${every}\``);
  for (;;) {
    try {
      await once();
    } catch (error) {
      if (!isTold(error)) throw error;
      terminal.complain(`licet: ${escapeText(messageOf(error))}`);
    }
    await sleep(varied(interval));
  }
}
