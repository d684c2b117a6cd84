import { readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Runtime } from '@licet/adapters/runtimes';

import type { PolicyToOpen } from '../policy/openEngine.ts';

/** Tells whether a rule that the user gave to the runtime may stop a command, or ask about it. Settings that cannot be read may hold one. */
export function userRuleOn({ settings: { userRules } }: Runtime, command: string, { root, file }: PolicyToOpen): boolean {
  if (userRules === undefined) return false;
  const places = userRules.places({ root: root ?? dirname(file), home: homedir() }, process.env);
  return places.flatMap(filesAt).some(place => {
    try {
      return userRules.mayStop(JSON.parse(readFileSync(place, 'utf8')), command);
    } catch (error) {
      return !isMissing(error);
    }
  });
}

/** A file, or what a folder of settings holds. */
function filesAt(place: string): readonly string[] {
  if (!place.endsWith('.d')) return [place];
  try {
    return readdirSync(place).map(name => join(place, name));
  } catch {
    return [];
  }
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));
