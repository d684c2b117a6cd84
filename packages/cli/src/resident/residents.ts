import { existsSync } from 'node:fs';
import { homedir } from 'node:os';

import type { FoundResident } from '@licet/server/resident';
import { findResidents, forgetResident, isResidentThere, isStarting, stopResident } from '@licet/server/resident';

/** How long one may take to end, and how often it is looked at. */
const END_MS = 10_000;
const LOOK_MS = 50;

/** The processes that answer hooks for this user. What others have left that were killed is removed. */
export async function livingResidents(home: string = homedir()): Promise<readonly FoundResident[]> {
  const living: FoundResident[] = [];
  for (const found of findResidents(home)) {
    if (await isResidentThere(found)) living.push(found);
    else forgetResident(home, found);
  }
  return living;
}

/** Ends all of them, also those that are about to start, and returns those that ended. The next call of a hook has a process of its own again. */
export async function stopResidents(home: string = homedir()): Promise<readonly FoundResident[]> {
  const told: FoundResident[] = [];
  await until(() => !isStarting(home));
  for (const found of await livingResidents(home)) if (await stopResident(found)) told.push(found);
  await until(() => !told.some(({ folder }) => existsSync(folder)));
  return told.filter(({ folder }) => !existsSync(folder));
}

async function until(isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + END_MS; performance.now() < end && !isSo();)
    await new Promise(go => setTimeout(go, LOOK_MS));
}
