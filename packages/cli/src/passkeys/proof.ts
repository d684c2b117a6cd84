import { dirname } from 'node:path';

import type { ApprovalProof, PolicySettings } from '@licet/core/policy';
import { APPROVAL_PROOFS, proofOf } from '@licet/core/policy';
import type { CheckSignature } from '@licet/core/store';

import { UsageError } from '@licet/core/command';
import { servedUser } from '../policy/licetHome.ts';
import { readPolicies } from '../policy/readPolicy.ts';
import type { PolicyToOpen } from '../policy/policyToOpen.ts';

/** A policy with those above it. */
type Layers = Pick<PolicyToOpen, 'kept' | 'above'>;

/** What makes an answer count under a policy and those above it: the strictest of them. */
export function effectiveProof(layers: Layers): ApprovalProof {
  return strictest(levelsOf(layers));
}

/**
 * Returns the level of proof that this process must check. At `service` the service itself proves an answer, since it takes answers only at the
 * sockets of approvers; a signature that another one of the policies demands is still checked. Throws a {@link UsageError} for `service` in any
 * other process.
 */
export function proofHere(layers: Layers): ApprovalProof {
  const levels = levelsOf(layers);
  if (!levels.includes('service')) return strictest(levels);
  if (servedUser() === undefined)
    throw new UsageError(
      'the policy counts only answers that a service keeps (`approvals: { proof: service }`), and no service governs this user: an administrator can run `sudo licet service install --for USER`',
    );
  return strictest(levels.filter(level => level !== 'service'));
}

const levelsOf = ({ kept, above = [] }: Layers): readonly ApprovalProof[] =>
  [kept, ...above.map(layer => layer.kept)].map(({ compiled }) => proofOf(compiled.settings));

const strictest = (levels: readonly ApprovalProof[]): ApprovalProof =>
  APPROVAL_PROOFS.findLast(level => levels.includes(level)) ?? 'terminal';

/** Throws a {@link UsageError} in the service. The page would be served with the rights of its user, and waiting for it would delay all others. */
export function requirePage(): void {
  if (servedUser() !== undefined)
    throw new UsageError(
      'the policy counts only the signature of a passkey, and the service has no page to sign on: write `approvals: { proof: service }`, so that the answer of an approver counts',
    );
}

/** What makes an answer count under the policy of a file. Rejects where it does not load. */
export async function proofAt(file: string): Promise<ApprovalProof> {
  return effectiveProof(await readPolicies(file, dirname(file), false));
}

/** What checks the signatures of a project's answers, where its policy asks for them. It is loaded only then. */
export async function checkFor(proof: ApprovalProof, root: string): Promise<CheckSignature | undefined> {
  return proof === 'passkey' ? (await import('./signatures.ts')).signatureCheck(root) : undefined;
}

/** Settings with another level of proof. */
export function withProof(settings: PolicySettings, proof: ApprovalProof): PolicySettings {
  return proof === proofOf(settings) ? settings : { ...settings, approvals: { ...settings.approvals, proof } };
}
