import { dirname } from 'node:path';

import type { ApprovalStore } from '@licet/core';
import { APPROVAL_CODE_BYTES, approvalCode, factRequest, provenApprovals, randomBytes, signedFact } from '@licet/core/store';
import type { SignedFact } from '@licet/core/store';

import { UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { policiesKeeping } from '../policy/readPolicy.ts';
import { storesBelow } from '../policy/stores.ts';
import { keyFile } from './keyFile.ts';
import { checkFor, proofHere, requirePage } from './proof.ts';

/**
 * Returns the value of a fact by which a person lets more through: as it is where the policy asks for no signature, else with the signature that
 * the person has given on the page. Throws a {@link UsageError} where they have not, and where there is no terminal to tell them to.
 */
export async function signedValue(file: string, fact: SignedFact, terminal?: Terminal): Promise<SignedFact['value']> {
  const policies = await policiesKeeping(file, dirname(file));
  const proof = proofHere(policies);
  if (proof !== 'passkey') return fact.value;
  requirePage();
  if (terminal === undefined)
    throw new UsageError(
      'the policy counts it only with the signature of a passkey: run the command of `licet` in a terminal, which opens the page to sign',
    );
  const { policyDigest } = policies.kept;
  const stores = storesBelow(policies, dirname(file), { writes: true });
  try {
    const store = await stores.store('approvals');
    if (store === undefined)
      throw new UsageError('the policy keeps its requests in memory, where none can be signed: use `store: sqlite`');
    const approvals = provenApprovals(store.approvals, {
      proof,
      check: await checkFor(proof, dirname(file)),
      deeds: store.audit.deeds,
    });
    return await sign(file, fact, { approvals, policyDigest }, terminal);
  } finally {
    await stores.close();
  }
}

async function sign(
  file: string,
  fact: SignedFact,
  { approvals, policyDigest }: { readonly approvals: ApprovalStore; readonly policyDigest: string },
  terminal: Terminal,
): Promise<SignedFact['value']> {
  const id = Buffer.from(randomBytes(16)).toString('hex');
  const named = { id, code: approvalCode(randomBytes(APPROVAL_CODE_BYTES)), policyDigest };
  const opened = await approvals.open(factRequest(fact, named, Date.now()));
  if (!opened.opened) throw new UsageError('no request could be made: try again');
  const { request } = opened.approval;
  const look = async () => approvals.find(request.id, Date.now());
  const { signOnPage } = await import('../serve/serveProgram.ts');
  const isDone = async (): Promise<boolean> => (await look())?.status !== 'pending';
  const { origin } = keyFile(dirname(file));
  await signOnPage({ file, origin, view: 'approvals', request: request.id, isDone }, terminal);
  const found = await look();
  const [answer] = found?.answers ?? [];
  if (found?.status !== 'granted' || answer === undefined) throw new UsageError('it was not signed, so nothing was changed');
  return signedFact(fact, found.request, answer);
}
