import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { CompiledPolicy } from '@licet/core/policy';
import type { PolicyIssue } from '@licet/core/yaml';

import { VERSION } from '../version.ts';
import { writeWhole } from '../wholeFile.ts';

/** A policy as it is kept for the next process. */
export interface KeptPolicy {
  readonly version: string;
  /** Every file that went into it, with its whole text, the main one first. */
  readonly sources: readonly { readonly file: string; readonly text: string }[];
  readonly compiled: CompiledPolicy;
  /** The digest of the tree, so that nobody has to hash it again. */
  readonly policyDigest: string;
  /** What is doubtful about it. */
  readonly warnings: readonly PolicyIssue[];
}

/**
 * Where the compiled form of a policy is kept: beside the policy, in a folder that the agent may not change. Each version of the
 * program has a file of its own, so that two that run side by side do not compile the policy again at every call.
 */
export function cacheFile(file: string, version: string = VERSION): string {
  return join(dirname(file), '.licet', 'cache', `${basename(file)}.${version}.json`);
}

/**
 * Returns the kept form of a policy if it still holds: made by this version from the very same texts. They are compared
 * whole, which costs less than hashing them, and cannot be mistaken. Anything else, a torn file included, is undefined.
 */
export function readKept(file: string, text: string): KeptPolicy | undefined {
  try {
    const kept = JSON.parse(readFileSync(cacheFile(file), 'utf8')) as KeptPolicy;
    const [main, ...included] = kept.sources;
    if (kept.version !== VERSION || main?.file !== file || main.text !== text) return undefined;
    return included.every(source => readFileSync(source.file, 'utf8') === source.text) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a policy for the next process. The file appears whole or not at all, whoever else writes it; where nothing can
 * be written, the next process compiles again.
 */
export function keep(file: string, policy: KeptPolicy): void {
  try {
    writeWhole(cacheFile(file), JSON.stringify(policy));
  } catch {
    // The next process compiles again.
  }
}
