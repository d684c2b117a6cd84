import { closeSync, openSync, readSync } from 'node:fs';

import type { Clock } from '@licet/core';
import { systemClock } from '@licet/core';

/** The machine's clock, without `performance`: reading it loads modules that only this needs in a hook. */
export const cheapClock: Clock = Object.freeze({ ...systemClock, elapsed: () => Number(process.hrtime.bigint()) / 1e6 });

/** Random bytes without the crypto module, which takes longer to load than a decision; undefined where there is no device. */
export function cheapRandom(count = 8): Uint8Array | undefined {
  const bytes = new Uint8Array(count);
  try {
    const source = openSync('/dev/urandom', 'r');
    try {
      return readSync(source, bytes) === bytes.length ? bytes : undefined;
    } finally {
      closeSync(source);
    }
  } catch {
    return undefined;
  }
}
