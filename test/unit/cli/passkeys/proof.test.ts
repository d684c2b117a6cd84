import { afterEach, describe, expect, it } from 'vitest';

import type { ApprovalProof } from '@licet/core/policy';

import { effectiveProof, proofHere, requirePage } from '../../../../packages/cli/src/passkeys/proof.ts';
import { serve } from '../../../../packages/cli/src/policy/licetHome.ts';

type Layers = Parameters<typeof proofHere>[0];

/** Policies of some levels, the innermost first. */
function layers(inner: ApprovalProof, ...above: readonly ApprovalProof[]): Layers {
  const of = (proof: ApprovalProof): Layers['kept'] =>
    ({ compiled: { settings: { approvals: { proof } } }, policyDigest: '', sources: [] }) as unknown as Layers['kept'];
  return { kept: of(inner), above: above.map(proof => ({ kept: of(proof) })) };
}

const inService = (): void => serve({ home: '/var/lib/licet/users/1', stateOf: root => root, asOwner: work => work() });

describe('the level of proof', () => {
  afterEach(() => serve(undefined));

  it.each([
    [['terminal'], 'terminal'],
    [['terminal', 'passkey'], 'passkey'],
    [['passkey', 'terminal'], 'passkey'],
  ] as const)('of %j is checked as %s everywhere', (levels, expected) => {
    const [inner, ...above] = levels;
    const outside = proofHere(layers(inner, ...above));
    inService();

    expect([outside, proofHere(layers(inner, ...above))]).toEqual([expected, expected]);
  });

  it.each([
    [['service'], 'terminal'],
    [['terminal', 'service'], 'terminal'],
    [['service', 'passkey'], 'passkey'],
    [['passkey', 'service'], 'passkey'],
  ] as const)('of %j is left to the service, which checks %s itself; no other process takes it', (levels, expected) => {
    const [inner, ...above] = levels;

    expect(effectiveProof(layers(inner, ...above))).toBe('service');
    expect(() => proofHere(layers(inner, ...above))).toThrow('`sudo licet service install --for USER`');
    inService();
    expect(proofHere(layers(inner, ...above))).toBe(expected);
  });

  it('has no page to sign on in the service', () => {
    expect(() => requirePage()).not.toThrow();
    inService();
    expect(() => requirePage()).toThrow('the service has no page to sign on');
  });
});
