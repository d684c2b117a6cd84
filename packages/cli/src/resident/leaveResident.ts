import { homedir } from 'node:os';

import { ageOf, beginStart, pointerOf } from '@licet/server/resident';
import type { PolicySettings } from '@licet/core/policy';
import { storeFor } from '@licet/adapters/stores';

import { needsGraph } from '../policy/openEngine.ts';
import { USES } from '../policy/stores.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';

/**
 * What the launcher sets `LICET_RESIDENT` to, and how recently, in milliseconds, a resident process must have been named to be there after all: none
 * answers and one could, which may have just started; or the named one lives among other mounts, in a container or before the machine was
 * started again, and is gone when there was no sign for so long.
 */
const YOUNG_MS: ReadonlyMap<string, number> = new Map([
  ['leave', 5_000],
  ['elsewhere', 180_000],
]);

/** A call makes garbage that is gone when it is answered: room for more of it is memory that everybody else on the machine misses. */
const SMALL = ['--max-semi-space-size=2', '--max-old-space-size=256'];

/**
 * Starts a resident process that answers the next call, where the launcher has asked for one, with nothing of this call's environment but
 * the home. Of many that come here at a time one does; whatever goes wrong changes nothing for the call, which has been answered.
 */
export async function leaveResident(): Promise<void> {
  const { LICET_RESIDENT: word = '', LICET_HOOK_NODE: node = '' } = process.env;
  const [home, [, script = '']] = [homedir(), process.argv];
  const youngMs = YOUNG_MS.get(word);
  if (youngMs === undefined) return;
  try {
    // While this call was judged another one may have left somebody.
    if (ageOf(pointerOf(home, script)) < youngMs) return;
    if (!beginStart(home, script)) return;
    const { spawn } = await import('node:child_process');
    const env = { HOME: home, LICET_HOOK_NODE: node };
    spawn(process.execPath, [...SMALL, script, 'resident'], { detached: true, stdio: 'ignore', cwd: '/', env }).unref();
  } catch {
    // Another one was first, or nothing can be written: the next call starts a new process again.
  }
}

/**
 * Tells whether a resident process may judge under policies. Each call of any other starts a new process: a policy that looks into a knowledge
 * graph, since graphs name code of the project; one that keeps its state in memory, which a call begins without, or in a database over the
 * network, which may keep everybody waiting; and one that says `resident: false`. A hook that waits for a human keeps its turn, and others are sent
 * to new processes meanwhile.
 */
export function mayStay({ kept, above }: Pick<NearestPolicy, 'kept' | 'above'>): boolean {
  return [kept, ...above.map(layer => layer.kept)].every(
    ({ compiled: { policy, settings } }) => settings.resident !== false && !needsGraph(policy) && keepsLasting([settings]),
  );
}

/** Tells whether everything that policies keep is found again by the next process, without a network. */
export function keepsLasting(all: readonly PolicySettings[]): boolean {
  return all.every(settings => USES.every(use => storeFor(settings, use).kind.isLasting === true));
}
