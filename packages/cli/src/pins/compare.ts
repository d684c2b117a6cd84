import { dirname } from 'node:path';

import { MEANING, chosen, saidOf, wordsOf } from '../analysis/diffWords.ts';
import type { KeptPolicy } from '../policy/cache.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';

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
  const { diffPolicies } = await import('../analysis/analysis.ts');
  const found = await diffPolicies(accepted.compiled, onDisk.compiled, dirname(file), []);
  const witnesses = chosen(found.witnesses).map(
    each => `${each.change}: ${wordsOf(each)}: ${saidOf(each.old)} → ${saidOf(each.new)}`,
  );
  return { verdict: found.verdict, meaning: MEANING[found.verdict], witnesses };
}

/** Says in one line how the policy on disk compares with the accepted one; undefined where no person has accepted any. */
export async function pinLine({
  pin,
  kept,
  above,
  file,
}: Pick<NearestPolicy, 'pin' | 'kept' | 'above' | 'file'>): Promise<string | undefined> {
  switch (pin.state) {
    case 'unpinned':
      return undefined;
    case 'accepted':
      return `accepted by ${pin.pin.acceptedBy} on ${pin.pin.acceptedAt.slice(0, 10)}`;
    case 'gone':
      return 'the file is gone: the accepted policy applies';
    case 'changed': {
      const accepted = above.at(-1)?.kept;
      const found = accepted === undefined ? undefined : await comparePinned(accepted, kept, file);
      const how = found === undefined ? '' : ` (${found.verdict}: ${found.meaning})`;
      return `changed since it was accepted${how}: both apply until a person runs \`licet accept\``;
    }
  }
}
