import type { ApprovalStore } from '@licet/core';
import type { StoredApproval } from '@licet/core/store';
import { readApprovalCode } from '@licet/core/store';

import { UsageError } from '../exit.ts';

const LOOKS_LIKE_A_CODE = /^[\da-z]{4}[\s-]?[\da-z]{4}$/i;

/** Returns the request that an id or a code names. */
export async function findRequest(approvals: ApprovalStore, named: string, now: number): Promise<StoredApproval> {
  const code = readApprovalCode(named);
  if (code === undefined && LOOKS_LIKE_A_CODE.test(named))
    throw new UsageError(`the code \`${named}\` is mistyped: its check character does not fit`);
  const found = code === undefined ? await approvals.find(named, now) : await approvals.findByCode(code, now);
  if (found === undefined) throw new UsageError(`there is no request \`${named}\`: \`licet approvals list\` shows what waits`);
  return found;
}
