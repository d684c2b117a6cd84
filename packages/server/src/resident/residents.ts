import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { MaybePromise } from '@licet/core';
import { isResidentThere, stopResident } from './askResident.ts';
import { findResidents, forgetResident } from './place.ts';
import type { FoundResident } from './place.ts';
import { isStarting } from './starts.ts';

/** How long a process may take to start or to end, and how often it is looked at. */
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

/**
 * Ends them, also those that are about to start, and returns those that ended: all of them, or those that `isMeant`. The next call of a hook
 * starts a new process again.
 */
export async function stopResidents(
  home: string = homedir(),
  isMeant: (found: FoundResident) => boolean = () => true,
): Promise<readonly FoundResident[]> {
  const told: FoundResident[] = [];
  await until(() => !isStarting(home));
  for (const found of await livingResidents(home)) if (isMeant(found) && (await stopResident(found))) told.push(found);
  await until(() => !told.some(({ folder }) => existsSync(folder)));
  return told.filter(({ folder }) => !existsSync(folder));
}

/** Waits until something is so, ten seconds at most. Returns whether it is. */
export async function until(isSo: () => MaybePromise<boolean>): Promise<boolean> {
  for (const end = performance.now() + END_MS; performance.now() < end; await sleep(LOOK_MS)) if (await isSo()) return true;
  return false;
}

/** Whether a process answers for a project in a folder: by the program that lies there, or by the one that runs here. */
export function answersFor({ program }: Pick<FoundResident, 'program'>, folder: string): boolean {
  const [, own = ''] = process.argv;
  const isBelow = (file: string, place: string): boolean => file.startsWith(`${place}${sep}`);
  return realOf(program) === realOf(own) || isBelow(program, folder) || isBelow(realOf(program), realOf(folder));
}

function realOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
