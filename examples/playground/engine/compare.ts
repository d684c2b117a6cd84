import type { CompiledPolicy } from '@licet/core/policy';
import { changeRows, diffPolicies, obstacleTexts, VERDICT_MEANINGS } from '@licet/analysis/policies';
import type { PolicyHost } from '@licet/analysis/policies';

import { PLACE } from './place.ts';
import { build, registry } from './policies.ts';

/** How the policy compares with the one before it, in words. */
export interface Comparison {
  /** `equal`, `narrower`, `wider`, `mixed` or `unknown`. */
  readonly verdict: keyof typeof VERDICT_MEANINGS;
  readonly meaning: string;
  /** Actions that the two judge differently. */
  readonly actions: readonly {
    readonly words: string;
    readonly change: 'wider' | 'narrower';
    readonly old: string;
    readonly new: string;
  }[];
  /** Why something milder is not excluded; empty where it is. */
  readonly obstacles: readonly string[];
}

const absent = (): never => {
  throw new Error('the playground reads no files');
};

const host: PolicyHost = {
  compile: absent,
  readInput: absent,
  nodesAt: () => ({ registry, build }),
};

/** Lets the page answer before the next trial. */
const rest = (): Promise<void> => new Promise(done => setTimeout(done));

/** Compares two policies as `licet diff` does. It takes seconds; `isStale` stops it, and then it rejects. */
export async function compare(older: CompiledPolicy, newer: CompiledPolicy, isStale: () => boolean): Promise<Comparison> {
  let restedAt = performance.now();
  const pause = async (): Promise<void> => {
    if (performance.now() - restedAt < 12) return;
    await rest();
    restedAt = performance.now();
    if (isStale()) throw new DOMException('a newer policy is compared', 'AbortError');
  };
  const diff = await diffPolicies(host, older, newer, PLACE.root, [], pause);
  const { verdict } = diff;
  return {
    verdict,
    meaning: VERDICT_MEANINGS[verdict],
    actions: changeRows(diff).map(({ words, change, before, after }) => ({ words, change, old: before, new: after })),
    obstacles: obstacleTexts(diff),
  };
}
