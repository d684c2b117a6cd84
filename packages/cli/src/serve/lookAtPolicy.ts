import { dirname } from 'node:path';

import { systemClock } from '@licet/core';
import type { Clock } from '@licet/core';

import type { Effective } from '../pins/effective.ts';
import { readPolicies } from '../policy/readPolicy.ts';

/** Something that a server does as often as its policy says. The promise rejects while the policy cannot be read. */
export type Chore = (policies: Promise<Pick<Effective, 'kept' | 'above'>>) => Promise<void>;

/** How often it is looked whether something is due, in milliseconds: a changed policy is heeded within that time. */
const LOOK_MS = 10_000;

/**
 * Reads the policies of a server now, and again once every chore is over, and does all chores with what was read: one look for all. A chore that
 * fails is no end, and no other one waits for it. Returns what ends it.
 */
export function lookAtPolicy(file: string, chores: readonly Chore[], clock: Clock = systemClock): () => void {
  let isEnded = false;
  let cancel = (): void => undefined;
  const turn = async (): Promise<void> => {
    const policies = readPolicies(file, dirname(file), false);
    await Promise.allSettled(chores.map(async chore => chore(policies)));
    if (!isEnded) cancel = clock.after(LOOK_MS, () => void turn());
  };
  void turn();
  return () => {
    isEnded = true;
    cancel();
  };
}
