import { storeFor } from '@licet/adapters/stores';

import { needsGraph } from '../policy/openEngine.ts';
import type { ReadPolicies } from '../policy/userPolicy.ts';

/** Where a process that lives on finds the same as one that lives for a call. */
const LASTING: ReadonlySet<string> = new Set(['sqlite', 'jsonl', 'none']);

/**
 * Tells whether a resident process may judge under policies. Each call of any other has a process of its own: a policy that looks into a knowledge
 * graph, since graphs name code of the project; one that keeps its state in memory, which a call begins without, or in a database over the
 * network, which may keep everybody waiting; and one that says `resident: false`. A hook that waits for a human keeps its turn, and others are sent
 * to a process of their own meanwhile.
 */
export function mayStay({ kept, user }: Pick<ReadPolicies, 'kept' | 'user'>): boolean {
  return [kept, ...(user === undefined ? [] : [user])].every(
    ({ compiled: { policy, settings } }) =>
      settings.resident !== false &&
      !needsGraph(policy) &&
      (['sessions', 'approvals', 'audit'] as const).every(use => LASTING.has(storeFor(settings, use).kind.name)),
  );
}
