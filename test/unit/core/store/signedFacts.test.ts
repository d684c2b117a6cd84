import { PolicyEngine, block, guard, memorySessions } from '@licet/core';
import type { ApprovalRequest, Json } from '@licet/core';
import type { ApprovalProof } from '@licet/core/policy';
import type { AnswerSignature, CheckSignature, SignedFact } from '@licet/core/store';
import {
  HOLD_FACT,
  PAUSE_FACT,
  PROJECT_SESSION,
  factRequest,
  emptySession,
  signedFact,
  requestDigest,
  withSignedFacts,
} from '@licet/core/store';
import { describe, expect, it } from 'vitest';

const SIGNATURE: AnswerSignature = { kind: 'passkey', keyId: 'k', clientDataJSON: 'c', authenticatorData: 'a', signature: 's' };
const NAMED = { id: 'i', code: '1234-567Y', policyDigest: 'p' };
const NOW = Date.now();

const pause: SignedFact = {
  name: PAUSE_FACT,
  value: { until: NOW + 60_000, reason: 'a demonstration', by: 'ann' },
  words: 'pause',
};

/** The value of a deed that a person has signed, with a check that takes the signature of the key `k` for its request and no other. */
function signed(fact: SignedFact): { readonly value: Json; readonly check: CheckSignature } {
  const request = factRequest(fact, NAMED, NOW);
  const digest = requestDigest(request);
  const check: CheckSignature = ({ signature, requestDigest: of }) =>
    signature?.keyId === 'k' && of === digest ? undefined : 'it is not signed';
  return { value: signedFact(fact, request, { granted: [true], by: 'ann', signature: SIGNATURE }), check };
}

const factsWith = (name: string, value: Json, check: CheckSignature | undefined) =>
  withSignedFacts({ ...emptySession(PROJECT_SESSION), facts: { [name]: value, other: true } }, check).facts;

describe('withSignedFacts', () => {
  it('leaves what a person has signed, and every fact that lets nothing through', () => {
    const { value, check } = signed(pause);

    expect(factsWith(PAUSE_FACT, value, check)).toEqual({ [PAUSE_FACT]: value, other: true });
  });

  it('takes away what was not signed: a bare value, a proof without a check, and one that does not fit', () => {
    const { value, check } = signed(pause);
    const proven = value as unknown as { readonly proof: { readonly request: ApprovalRequest } };
    const harmless = { ...proven.proof.request, action: { kind: 'licet_fact', payload: { fact: 'x' }, sessionId: '@project' } };
    const forged: readonly Json[] = [
      { ...pause.value },
      { ...pause.value, proof: null },
      { ...pause.value, proof: {} },
      { ...(value as object), until: NOW + 3_600_000 },
      { ...(value as object), proof: { ...proven.proof, answer: { granted: [false], by: 'ann' } } } as unknown as Json,
      { ...(value as object), proof: { ...proven.proof, request: harmless } } as unknown as Json,
      {
        ...(value as object),
        proof: { ...proven.proof, request: { ...proven.proof.request, actionDigest: 'x' } },
      } as unknown as Json,
    ];

    for (const each of forged) expect(factsWith(PAUSE_FACT, each, check)).toEqual({ other: true });
    expect(factsWith(PAUSE_FACT, value, undefined)).toEqual({ other: true });
    expect(factsWith('grant:g1', value, check)).toEqual({ other: true });
    expect(factsWith('grant:g1', { id: 'g1' }, check)).toEqual({ other: true });
  });

  it('counts what a person does to a session only there, and only when it is signed for that session', () => {
    const granted: SignedFact = {
      name: 'reviewed',
      value: { stamp: '', at: 1, by: 'ann' },
      sessions: ['s', 't'],
      words: 'grant',
    };
    const { value, check } = signed(granted);
    const kept = { ...(value as object), deed: 'd1' } as Json;
    const { proof: _proof, ...bare } = kept as { readonly proof: Json };
    const counts = (id: string, given: Json, by?: CheckSignature): boolean =>
      'reviewed' in withSignedFacts({ ...emptySession(id), facts: { reviewed: given } }, by).facts;

    expect(['s', 't', 'u', PROJECT_SESSION].filter(id => counts(id, kept, check))).toEqual(['s', 't']);
    expect(counts('s', kept)).toBe(false);
    expect(counts('s', bare, check)).toBe(false);
    expect(counts('s', { stamp: '', at: 1 }, check)).toBe(true);
  });

  it('keeps a hold, which only stops', () => {
    const facts = { [HOLD_FACT]: { at: 1, reason: 'wait', by: 'ann', deed: 'd1' } };

    expect(withSignedFacts({ ...emptySession('s'), facts }, undefined).facts).toEqual(facts);
  });

  it('takes no signature for another action than one of these', () => {
    const { value, check } = signed(pause);
    const { proof } = value as unknown as { readonly proof: { readonly request: ApprovalRequest } };
    const request = { ...proof.request, action: { ...proof.request.action, kind: 'bash' } };

    expect(factsWith(PAUSE_FACT, { ...(value as object), proof: { ...proof, request } } as unknown as Json, check)).toEqual({
      other: true,
    });
  });
});

describe('a pause under an engine whose policy asks for a passkey', () => {
  const policy = guard('frozen', () => block('the project is frozen', { fix: 'wait' }));

  async function passes(proof: ApprovalProof, value: Json, checkSignature?: CheckSignature): Promise<boolean> {
    const sessions = memorySessions();
    sessions.append(PROJECT_SESSION, [{ type: 'fact', at: NOW, name: PAUSE_FACT, value: { ...(value as object), deed: 'd1' } }]);
    const engine = new PolicyEngine(
      { policy, settings: { approvals: { proof } } },
      { sessions, ...(checkSignature !== undefined && { checkSignature }) },
    );
    return (await engine.evaluate({ kind: 'bash', payload: {} })).passed;
  }

  it('counts when a person has signed it, and not by a row alone', async () => {
    const { value, check } = signed(pause);

    expect(await passes('terminal', { ...pause.value })).toBe(true);
    expect(await passes('passkey', { ...pause.value }, check)).toBe(false);
    expect(await passes('passkey', value)).toBe(false);
    expect(await passes('passkey', value, check)).toBe(true);
  });
});
