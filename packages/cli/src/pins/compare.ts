import { dirname } from 'node:path';

import type { KeptPolicy } from '../policy/cache.ts';
import { readPolicy } from '../policy/readPolicy.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';
import { pinnedPolicy } from './effective.ts';

/** How the policy on disk differs from the accepted one, in words. */
export interface PinComparison {
  readonly verdict: string;
  /** What the verdict means, in a sentence. */
  readonly meaning: string;
  /** Actions that get another ruling: `stopped before: Bash: ls: block → pass`. */
  readonly witnesses: readonly string[];
}

/** Compares the accepted policy with the one on disk, as `licet diff` does. */
export async function comparePinned(
  accepted: Pick<KeptPolicy, 'compiled'>,
  onDisk: Pick<KeptPolicy, 'compiled'>,
  file: string,
): Promise<PinComparison> {
  const [{ VERDICT_MEANINGS, changeRows, diffPolicies }, { policyHost }] = await Promise.all([
    import('@licet/analysis/policies'),
    import('../policy/analysisProgram.ts'),
  ]);
  const found = await diffPolicies(policyHost, accepted.compiled, onDisk.compiled, dirname(file));
  const witnesses = changeRows(found).map(({ change, words, before, after }) => `${change}: ${words}: ${before} → ${after}`);
  return { verdict: found.verdict, meaning: VERDICT_MEANINGS[found.verdict], witnesses };
}

/** Says in one line how the policy on disk compares with the accepted one; undefined where no person has accepted any. */
export async function pinLine({ pin, file }: Pick<NearestPolicy, 'pin' | 'file'>): Promise<string | undefined> {
  switch (pin.state) {
    case 'unpinned':
      return undefined;
    case 'accepted':
      return `accepted by ${pin.pin.acceptedBy} on ${pin.pin.acceptedAt.slice(0, 10)}`;
    case 'nested':
      return `not accepted by any person: the accepted one of \`${pin.pin.place}\` applies too`;
    case 'gone':
      return 'the file is gone: the accepted policy applies';
    case 'changed': {
      const found = await comparePinned(await pinnedPolicy(pin.pin, file, false), await readPolicy(file, false), file);
      const part = pin.isPartial ? ', but for rules of the one on disk that could widen the accepted one' : '';
      return `changed since it was accepted (${found.verdict}: ${found.meaning}): both apply${part} until a person runs \`licet accept\``;
    }
  }
}
