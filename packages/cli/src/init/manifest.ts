import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where `init` remembers what it put into other files, from the project's folder. */
export const MANIFEST_FILE: string = join('.licet', 'install.json');

/** What `init` has done to the settings of the agent runtime. */
export interface Manifest {
  readonly settings: string;
  /** True when there was no settings file before. */
  readonly created: boolean;
  /** The texts that were put in, in order. */
  readonly inserted: readonly string[];
}

/** Returns what `init` remembers, or undefined when it remembers nothing that can be used. */
export function readManifest(root: string): Manifest | undefined {
  try {
    const { settings, created, inserted } = JSON.parse(readFileSync(join(root, MANIFEST_FILE), 'utf8')) as Partial<Manifest>;
    const isWhole = typeof settings === 'string' && typeof created === 'boolean' && Array.isArray(inserted);
    return isWhole && inserted.every(piece => typeof piece === 'string') ? { settings, created, inserted } : undefined;
  } catch {
    return undefined;
  }
}
