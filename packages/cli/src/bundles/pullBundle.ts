import { dirname } from 'node:path';

import { UsageError } from '@licet/core/command';

import { managedPolicyFile } from '../policy/managedPolicy.ts';
import { managedProblem } from '../service/checks.ts';
import { readNamedFile } from '../text/inputFile.ts';
import { VERSION } from '../version.ts';
import { checkBundle } from './checkBundle.ts';
import { fetchBundle } from './fetchBundle.ts';
import { installBundle, isIntact, readState, writeState } from './installed.ts';
import { readTrust } from './trust.ts';
import { tryBundle } from './tryBundle.ts';

/** What a pull did. */
export interface Pulled {
  readonly state: 'current' | 'installed';
  readonly version: number;
  /** Who has signed it, and how many tests passed; for a bundle that was installed. */
  readonly signers?: readonly string[];
  readonly tests?: number;
}

/**
 * Fetches a bundle, checks its signatures, times and version, runs its tests and puts it into effect beside its trust file. Throws for a bundle that is
 * refused; the last good one then stays in effect.
 */
export async function pullBundle(trustFile: string, now: number = Date.now()): Promise<Pulled> {
  const trust = readTrust(readNamedFile(trustFile, 'the trust file'), trustFile);
  const folder = dirname(trustFile);
  const problem = folder === dirname(managedPolicyFile()) ? managedProblem(trustFile) : undefined;
  if (problem !== undefined) throw new UsageError(`the trust file of this machine cannot be trusted: ${problem}`);
  const state = readState(folder);
  const isWhole = isIntact(folder, state);
  const { text, etag } = await fetchBundle(trust, isWhole ? state?.etag : undefined);
  const inEffect = state?.installed?.version;
  if (text === undefined && inEffect !== undefined) return { state: 'current', version: inEffect };
  const { bundle, digest, signers } = checkBundle(text ?? '', { trust, seen: state?.seen, now, licet: VERSION });
  const { version } = bundle;
  const { etag: _earlier, ...kept } = state ?? {};
  const seen = { ...kept, seen: { version, digest } };
  const tagged = { ...seen, ...(etag !== undefined && { etag }) };
  if (isWhole && inEffect === version) {
    writeState(folder, tagged);
    return { state: 'current', version };
  }
  writeState(folder, seen);
  const tests = await tryBundle(bundle);
  installBundle(folder, bundle, tagged);
  return { state: 'installed', version, signers, tests };
}
