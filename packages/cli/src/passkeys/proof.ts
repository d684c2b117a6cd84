import { dirname } from 'node:path';

import type { ApprovalProof, PolicySettings } from '@licet/core/policy';
import { APPROVAL_PROOFS, proofOf } from '@licet/core/policy';
import type { CheckSignature } from '@licet/core/store';

import { readPolicies } from '../policy/readPolicy.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';

/** What makes an answer count under a policy and those above it: the strictest of them. */
export function effectiveProof({ kept, above }: Pick<NearestPolicy, 'kept' | 'above'>): ApprovalProof {
  const levels = [kept, ...above.map(layer => layer.kept)].map(({ compiled }) => proofOf(compiled.settings));
  return APPROVAL_PROOFS.findLast(level => levels.includes(level)) ?? 'terminal';
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
