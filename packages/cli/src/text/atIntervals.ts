import { setTimeout as sleep } from 'node:timers/promises';

import { escapeText } from '@licet/core';
import { UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { messageOf, readDuration } from '@licet/core/text';

import { isTold } from '../exit.ts';

const MOST_MS = 7 * 86_400_000;

/** Machines that start together do not ask together: each wait is longer or shorter by up to a tenth. */
const JITTER = 0.2;

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
    await sleep(interval * (1 + (Math.random() - 0.5) * JITTER));
  }
}
