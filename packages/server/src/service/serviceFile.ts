import { lstatSync } from 'node:fs';

/** Where the administrator says that a service answers, and for whom. */
export const SERVICE_FILE = '/etc/licet/service.json';

/** Tells whether that is written down. A file that cannot be looked at is there: what then fails is reading it. */
export function hasService(file: string = SERVICE_FILE): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
