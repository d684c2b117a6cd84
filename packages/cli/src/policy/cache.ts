import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CompiledPolicy } from '@licet/core/policy';
import { sha256 } from '@licet/core/text';
import { readPlainFile, writeWhole } from '@licet/server/resident';
import type { PolicyIssue } from '@licet/core/yaml';

import { VERSION } from '../version.ts';
import { asOwner, licetHome } from './licetHome.ts';
import { realOf } from './policyFiles.ts';

/** A policy as the cache holds it. */
export interface KeptPolicy {
  readonly version: string;
  /** Every file that went into it, with its whole text, the main one first. */
  readonly sources: readonly { readonly file: string; readonly text: string }[];
  readonly compiled: CompiledPolicy;
  /** The digest of the tree. */
  readonly policyDigest: string;
  readonly warnings: readonly PolicyIssue[];
}

/** Reads a file that a policy includes; undefined if there is none. */
export type ReadSource = (file: string) => string | undefined;

/** Reads files as they are on disk. Throws for a file that exists and cannot be read. */
export const readDisk: ReadSource = file => {
  try {
    return readPlainFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * The file of the cache for a policy. It is in the home of the user: in the project an agent could replace the compiled tree and leave the text
 * as it is. Each version of the program has its own file, and so has the pinned policy.
 */
export function cacheFile(
  file: string,
  variant: 'disk' | 'pinned' = 'disk',
  version: string = VERSION,
  home: string = licetHome(),
): string {
  return join(home, '.licet', 'cache', 'policies', `${sha256(realOf(file)).slice(0, 32)}.${variant}.${version}.json`);
}

/**
 * Returns the cached form of a policy if this version made it from the same texts. Texts are compared whole, which costs less than hashing them.
 * For anything else, such as a torn file, it returns undefined.
 */
export function readKept(file: string, text: string, read: ReadSource = readDisk, variant?: 'pinned'): KeptPolicy | undefined {
  try {
    const place = cacheFile(file, variant);
    const kept = JSON.parse(asOwner(() => readFileSync(place, 'utf8'))) as KeptPolicy;
    const [main, ...included] = kept.sources;
    if (kept.version !== VERSION || main?.file !== file || main.text !== text) return undefined;
    return included.every(source => read(source.file) === source.text) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a policy into the cache, whole or not at all. If nothing can be written, the next process compiles again. */
export function keep(file: string, policy: KeptPolicy, variant?: 'pinned'): void {
  try {
    const place = cacheFile(file, variant);
    asOwner(() => writeWhole(place, JSON.stringify(policy), 0o600, 0o700));
  } catch {
    // The next process compiles again.
  }
}
