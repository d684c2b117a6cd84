import { endApproval } from '@licet/core/store';

import { UsageError } from '@licet/core/command';
import { requireHuman, systemUser } from '../human.ts';
import type { Terminal } from '@licet/core/command';
import { findRequest, openApprovals } from './openApprovals.ts';

/** What `licet approvals end` may be told. */
export interface EndOptions {
  readonly policy?: string;
  readonly all?: boolean;
}

/** Ends one yes that covers several calls, or every one. The next call asks again. */
export async function endApprovals(
  named: string | undefined,
  { policy, all = false }: EndOptions,
  { print }: Terminal,
): Promise<number> {
  requireHuman({ command: 'licet approvals end' });
  if ((named === undefined) !== all)
    throw new UsageError('expected either a request or `--all`: `licet approvals list` shows each yes that is in force');
  const opened = await openApprovals(policy);
  const now = Date.now();
  const found = named === undefined ? await opened.approvals.scoped(now) : [await findRequest(opened.approvals, named, now)];
  for (const stored of found) {
    const isEnded = await endApproval(opened, stored, { by: systemUser(), reason: 'ended by a person' }, now);
    if (!isEnded)
      throw new UsageError(`\`${stored.request.code}\` covers no further calls: it was for one call, or it has ended`);
    print(`${stored.request.code}  ended: the next call asks again`);
  }
  if (found.length === 0) print('no yes covers several calls');
  return 0;
}
