import type { Clock } from '@licet/core';

/** How often it is looked whether something is due, in milliseconds: a changed policy is heeded within that time. */
const LOOK_MS = 10_000;

/** Looks now, and again and again once a look is over; one that fails is no end. Returns what ends it. */
export function lookAgain(look: () => Promise<void>, clock: Clock): () => void {
  let isEnded = false;
  let cancel = (): void => undefined;
  const next = (): void => {
    if (!isEnded) cancel = clock.after(LOOK_MS, turn);
  };
  const turn = (): void => void look().then(next, next);
  turn();
  return () => {
    isEnded = true;
    cancel();
  };
}
