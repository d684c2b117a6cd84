import { dirname } from 'node:path';

import type { ApprovalStore, AuditSink } from '@licet/core';
import { memoryApprovals } from '@licet/core';

import { UsageError } from '../exit.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { readPolicy } from '../policy/readPolicy.ts';
import { storesOf } from '../policy/stores.ts';

/** The requests of one policy, and the trail that answers are written to. */
export interface OpenApprovals {
  readonly approvals: ApprovalStore;
  readonly audit?: AuditSink;
  /** False where nothing was ever asked, so that there is no file yet. */
  readonly exists: boolean;
}

/**
 * Opens the requests of the policy that is named or found. Looking makes no file: a policy under which nothing was ever
 * asked has no requests.
 */
export async function openApprovals(policy: string | undefined, cwd: string = process.cwd()): Promise<OpenApprovals> {
  const file = findPolicy(policy, cwd);
  const { settings } = (await readPolicy(file, false)).compiled;
  const stores = storesOf({ settings }, dirname(file), { writes: true });
  const { isPrivate } = stores.place('approvals');
  const store = await stores.store('approvals');
  if (store === undefined)
    throw new UsageError(`the policy keeps its requests ${isPrivate}, where no other process finds them: use \`store: sqlite\``);
  if (!(await store.exists())) return { approvals: memoryApprovals(), exists: false };
  const audit = (await stores.store('audit'))?.audit;
  return { approvals: store.approvals, exists: true, ...(audit !== undefined && { audit }) };
}
