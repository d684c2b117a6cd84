import { dirname } from 'node:path';

import type { OpenStore } from '@licet/adapters/stores';
import type { ApprovalStore, AuditSink } from '@licet/core';
import { memoryApprovals } from '@licet/core';
import { chain } from '@licet/core/nodes';
import type { ApprovalProof, PolicyLimits } from '@licet/core/policy';
import type { StoredApproval } from '@licet/core/store';
import { provenApprovals, readApprovalCode } from '@licet/core/store';

import { UsageError } from '@licet/core/command';
import { checkFor, proofHere } from '../passkeys/proof.ts';
import { limitsOf } from '../policy/limits.ts';
import { readPolicies } from '../policy/readPolicy.ts';
import { storesBelow } from '../policy/stores.ts';

/** The requests of one policy, and the trail that answers are written to. */
export interface OpenApprovals {
  readonly approvals: ApprovalStore;
  readonly audit?: AuditSink;
  readonly file: string;
  /** What makes an answer count. */
  readonly proof: ApprovalProof;
  /** How far a yes may cover later calls. */
  readonly scopes?: PolicyLimits['scopedApprovals'];
  /** False where nothing was ever asked, so that there is no file yet. */
  readonly exists: boolean;
}

/**
 * Opens the requests of the policy that is named or found. Looking makes no file: a policy under which nothing was ever
 * asked has no requests.
 */
export async function openApprovals(policy: string | undefined): Promise<OpenApprovals> {
  const policies = await readPolicies(policy, process.cwd(), false);
  const { file } = policies;
  const root = dirname(file);
  const proof = proofHere(policies);
  const scopes = limitsOf(policies).scopedApprovals;
  const stores = storesBelow(policies, root, { writes: true });
  const { isPrivate } = stores.place('approvals');
  const store = await stores.store('approvals');
  if (store === undefined)
    throw new UsageError(`the policy keeps its requests ${isPrivate}, where no other process finds them: use \`store: sqlite\``);
  if (!(await store.exists())) return { file, proof, scopes, approvals: memoryApprovals(), exists: false };
  const audit = (await stores.store('audit'))?.audit;
  const elsewhere = audit === undefined || audit === store.audit ? undefined : audit;
  return {
    file,
    proof,
    scopes,
    approvals: await provenOf(store, { proof, scopes }, root),
    exists: true,
    audit: elsewhere === undefined ? store.audit : bothOf(store.audit, elsewhere),
  };
}

/** The requests with the answers that count, as an engine sees them. */
const provenOf = async (
  { approvals, audit }: OpenStore,
  { proof, scopes }: Pick<OpenApprovals, 'proof' | 'scopes'>,
  root: string,
): Promise<ApprovalStore> =>
  provenApprovals(approvals, { proof, check: await checkFor(proof, root), deeds: audit.deeds, scopes });

/** An answer is next to its request, and in the trail of the policy, where that is another one. */
const bothOf = (beside: AuditSink, trail: AuditSink): AuditSink => ({
  append: record => chain(trail.append(record), () => beside.append(record)),
});

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
