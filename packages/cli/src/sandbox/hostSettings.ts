import { readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import type { ReadSettings, Runtime, SettingsPlaces, UserRules } from '@licet/adapters/runtimes';

import type { PolicyToOpen } from '../policy/policyToOpen.ts';

/** Settings of a runtime that cannot be read: they may say anything. */
const UNREADABLE = Symbol('settings that cannot be read');

/** Reads the files of settings at the places of a runtime, in their order. What is not there is left out. */
export function readSettings({ places }: Pick<UserRules, 'places'>, where: SettingsPlaces): readonly ReadSettings[] {
  return places(where, process.env)
    .flatMap(filesAt)
    .flatMap(file => {
      try {
        return [{ file, settings: JSON.parse(readFileSync(file, 'utf8')) as unknown }];
      } catch (error) {
        return isMissing(error) ? [] : [{ file, settings: UNREADABLE }];
      }
    });
}

/** Tells whether a rule that the user gave to the runtime may stop a command or ask about it, or the runtime has a sandbox that ours does not start in. */
export function leavesAlone(
  { settings: { userRules, hostSandbox } }: Runtime,
  command: string,
  { root, file }: PolicyToOpen,
): boolean {
  const where = { root: root ?? dirname(file), home: homedir() };
  if (hostSandbox?.isOn(readSettings(hostSandbox, where)) === true) return true;
  const found = userRules === undefined ? [] : readSettings(userRules, where);
  return found.some(({ settings }) => settings === UNREADABLE || userRules?.mayStop(settings, command));
}

/** A file, or what a folder of settings holds. */
function filesAt(place: string): readonly string[] {
  if (!place.endsWith('.d')) return [place];
  try {
    return readdirSync(place)
      .toSorted()
      .toReversed()
      .map(name => join(place, name));
  } catch {
    return [];
  }
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));
