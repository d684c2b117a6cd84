import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where `init` remembers what it put into other files, from the project's folder. */
export const MANIFEST_FILE: string = join('.licet', 'install.json');

/** What `init` has done to one settings file of an agent runtime. */
export interface Installed {
  readonly settings: string;
  /** True when there was no settings file before. */
  readonly created: boolean;
  /** The texts that were put in, in order. */
  readonly inserted: readonly string[];
}

/** Returns what `init` remembers: nothing where there is nothing that can be used. Older versions kept one file only, and no list. */
export function readManifest(root: string): readonly Installed[] {
  try {
    const kept = JSON.parse(readFileSync(join(root, MANIFEST_FILE), 'utf8')) as unknown;
    return (Array.isArray(kept) ? kept : [kept]).filter(isInstalled);
  } catch {
    return [];
  }
}

function isInstalled(entry: unknown): entry is Installed {
  if (typeof entry !== 'object' || entry === null) return false;
  const { settings, created, inserted } = entry as Partial<Installed>;
  const isWhole = typeof settings === 'string' && typeof created === 'boolean' && Array.isArray(inserted);
  return isWhole && inserted.every(piece => typeof piece === 'string');
}
