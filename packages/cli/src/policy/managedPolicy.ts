import { lstatSync } from 'node:fs';

import { PolicyError } from '../exit.ts';
import type { KeptPolicy } from './cache.ts';
import type { ReadOnDisk } from '../pins/effective.ts';

/** Where an organization puts the policy of a machine, by system. No variable moves it: an agent sets those. */
const FILES: Readonly<Record<string, string>> = {
  darwin: '/Library/Application Support/Licet/governance.yaml',
  win32: String.raw`C:\ProgramData\Licet\governance.yaml`,
};

/** The policy that holds for every user and project of this machine, and that only who administers it can write. */
export const managedPolicyFile = (platform: string = process.platform): string => FILES[platform] ?? '/etc/licet/governance.yaml';

/** Tells whether there is a managed policy. One that cannot be looked at is there: reading it fails then, and nothing runs. */
export function hasManagedPolicy(file: string = managedPolicyFile()): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR';
  }
}

/** Reads the managed policy. Throws a {@link PolicyError} of code `managed_policy` where it does not load: then nothing runs on this machine. */
export async function readManagedPolicy(file: string, keeps: boolean, onDisk: ReadOnDisk): Promise<KeptPolicy> {
  try {
    return await onDisk(file, keeps);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw new PolicyError(
      'managed_policy',
      `the managed policy of this machine does not load, so no action runs: ${error.message}. The administrator of this machine can mend or remove \`${file}\``,
      error.issues,
    );
  }
}
