import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { ApprovalStore, AuditSink } from '@licet/core';
import { memoryApprovals } from '@licet/core';

import { UsageError } from '../exit.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { openState } from '../policy/openState.ts';
import { STATE_FILE, askedIn } from '../policy/statePlaces.ts';
import { readPolicy } from '../policy/readPolicy.ts';

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
  const store = askedIn(settings);
  if (store === 'memory')
    throw new UsageError('the policy keeps its requests in memory, where no other process finds them: use `store: sqlite`');
  const root = dirname(file);
  if (store === 'sqlite' && !existsSync(resolve(root, settings.approvals?.path ?? STATE_FILE)))
    return { approvals: memoryApprovals(), exists: false };
  const { approvals, audit } = await openState({ settings }, root);
  if (approvals === undefined) throw new UsageError(`the requests of \`${file}\` cannot be reached from here`);
  return { approvals, exists: true, ...(audit !== undefined && { audit }) };
}
