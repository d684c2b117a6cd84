import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { requireHuman } from '../human.ts';
import { removePin } from '../pins/pin.ts';
import { policyIn } from '../policy/findPolicy.ts';
import { POLICY_FILES } from '../policy/policyFiles.ts';

/** The files of a policy beside its state: every name that it may have, and its tests. */
export const KEPT_FILES: readonly string[] = [...POLICY_FILES, 'governance.test.yaml'];

/** What `licet uninstall --purge` deletes of the folder of a policy: the policy, its tests, the state with the audit trail. Absolute. */
export function planPurge(root: string): readonly string[] {
  return [...KEPT_FILES, '.licet'].map(name => join(root, name)).filter(existsSync);
}

/** Deletes what {@link planPurge} has named. */
export function purge(planned: readonly string[]): void {
  // A process that ends may still be writing its state.
  for (const each of planned) rmSync(each, { recursive: true, force: true, maxRetries: 5 });
}

/** Removes the pin of the policy of a folder, as only a person may. Returns whether there was one. */
export function removePinOf(root: string): boolean {
  try {
    requireHuman({ command: 'licet uninstall' });
  } catch {
    return false;
  }
  return removePin(policyIn(root) ?? join(root, POLICY_FILES[0]));
}
