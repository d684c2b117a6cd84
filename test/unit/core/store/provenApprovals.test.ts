import { PolicyEngine, ask, guard, memoryApprovals, memoryAudit } from '@licet/core';
import { digestAction } from '@licet/core/policy';
import type { ApprovalProof } from '@licet/core/policy';
import type { AnswerRecord, AnswerSignature, CheckSignature } from '@licet/core/store';
import { provenApprovals, requestDigest } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

import { plain, request } from './approvalFixtures.ts';

const SIGNATURE: AnswerSignature = {
  kind: 'passkey',
  keyId: 'k',
  clientDataJSON: 'c',
  authenticatorData: 'a',
  signature: 's',
};

/** A check that takes the signature of the key `k` for each request. */
const byKey: CheckSignature = ({ signature }) => (signature?.keyId === 'k' ? undefined : 'another key');

const action = Object.freeze({ kind: 'bash', sessionId: 's', payload: { command: 'deploy' } });

function opened(proof: ApprovalProof = 'passkey', check: CheckSignature = byKey) {
  const raw = memoryApprovals();
  const approvals = provenApprovals(raw, { proof, check });
  const asked = request([plain], { action, actionDigest: digestAction(action) ?? '' });
  void approvals.open(asked);
  const { id, actionDigest, policyDigest, sessionId, questions, createdAt } = asked;
  const now = createdAt + 1;
  const claim = { id, actionDigest, policyDigest, sessionId, questions, holder: 'h', now };
  return { raw, approvals, asked, claim, now };
}

describe('provenApprovals', () => {
  it('takes a yes with a signature that holds, and lets it be used once', () => {
    const { approvals, asked, claim, now } = opened();
    const yes = { granted: [true], by: 'ann', channel: 'passkey', signature: SIGNATURE };

    expect(approvals.answer(asked.id, yes, now)).toMatchObject({ taken: true, approval: { status: 'granted' } });
    expect(approvals.verify(claim)).toMatchObject({ valid: true });
    expect(approvals.consume(claim)).toMatchObject({ valid: true });
    expect(approvals.consume({ ...claim, holder: 'other' })).toMatchObject({ valid: false, code: 'used_up' });
  });

  it.each([
    ['without a signature', {}],
    ['with the signature of another key', { signature: { ...SIGNATURE, keyId: 'other' } }],
    ['with half a signature', { signature: { kind: 'passkey', keyId: 'k' } as AnswerSignature }],
    ['with a signature that is none', { signature: 'yes' as unknown as AnswerSignature }],
  ])('does not take a yes %s', (_what, more) => {
    const { approvals, asked, claim, now } = opened();

    expect(approvals.answer(asked.id, { granted: [true], by: 'ann', ...more }, now)).toMatchObject({ taken: false });
    expect(approvals.verify(claim)).toMatchObject({ valid: false, code: 'not_granted' });
  });

  it('takes a no without a signature: it only stops the agent', () => {
    const { approvals, asked, now } = opened();

    expect(approvals.answer(asked.id, { granted: [false] }, now)).toMatchObject({ approval: { status: 'denied' } });
  });

  it('counts no yes that was written into the store from outside, whatever user it names', () => {
    const { raw, approvals, asked, claim, now } = opened();
    void raw.answer(asked.id, { granted: [true], by: 'ann' }, now);
    expect(raw.verify(claim)).toMatchObject({ valid: true });

    expect(approvals.verify(claim)).toMatchObject({ valid: false, code: 'not_granted' });
    expect(approvals.consume(claim)).toMatchObject({ valid: false, code: 'not_granted' });
    expect(approvals.find(asked.id, now)).toMatchObject({ status: 'pending', answers: [] });
    expect(approvals.current(claim)).toMatchObject({ status: 'pending' });
    void raw.consume(claim);
    expect(approvals.verify(claim)).toMatchObject({ valid: false });
    expect(approvals.findByCode(asked.code, now)).not.toHaveProperty('holder');
  });

  it('counts no yes to a request whose action is not the one that it lets run', () => {
    const raw = memoryApprovals();
    const approvals = provenApprovals(raw, { proof: 'passkey', check: byKey });
    const harmless = { ...action, payload: { command: 'ls' } };
    const asked = request([plain], { action: harmless, actionDigest: digestAction(action) ?? '' });
    void raw.open(asked);
    const yes = { granted: [true], by: 'ann', signature: SIGNATURE };

    expect(approvals.answer(asked.id, yes, asked.createdAt + 1)).toMatchObject({ taken: false, code: 'unproven' });
  });

  it('counts nothing where signatures cannot be checked', () => {
    const raw = memoryApprovals();
    const asked = request([plain], { action, actionDigest: digestAction(action) ?? '' });
    void raw.open(asked);
    const answer = { granted: [true], by: 'ann', signature: SIGNATURE };

    expect(provenApprovals(raw, { proof: 'passkey' }).answer(asked.id, answer, asked.createdAt + 1)).toMatchObject({
      code: 'unproven',
    });
    expect(provenApprovals(raw, { proof: 'service' }).answer(asked.id, answer, asked.createdAt + 1)).toMatchObject({
      code: 'unproven',
    });
  });

  it('checks the very answer: request, answers, name and channel', () => {
    const seen: AnswerRecord[] = [];
    const { approvals, asked, now } = opened('passkey', record => void seen.push(record));
    void approvals.answer(asked.id, { granted: [true], by: 'ann', channel: 'passkey', signature: SIGNATURE }, now);

    expect(seen[0]).toMatchObject({
      approvalId: asked.id,
      requestDigest: requestDigest(asked),
      granted: [true],
      by: 'ann',
      channel: 'passkey',
      signature: SIGNATURE,
    });
  });

  it('changes nothing at level `terminal`', () => {
    const raw = memoryApprovals();

    expect(provenApprovals(raw, { proof: 'terminal' })).toBe(raw);
    expect(provenApprovals(raw, {})).toBe(raw);
  });
});

describe('an engine whose policy asks for a proof', () => {
  const policy = guard('deploys', () => ask('it reaches users', { fix: 'ask ann' }));
  const made = (proof: ApprovalProof, more: object = {}) => {
    const [approvals, audit] = [memoryApprovals(), memoryAudit()];
    const engine = new PolicyEngine({ policy, settings: { approvals: { proof } } }, { approvals, audit, ...more });
    return { engine, approvals, audit };
  };
  const yesMan = { approver: { approve: () => ({ granted: [true], by: 'ann' }) } };
  const call = { ...action, callId: 'c1' };

  it('does not ask an approver who cannot prove to be one', async () => {
    expect(await made('terminal', yesMan).engine.evaluate(call)).toMatchObject({ passed: true });
    for (const proof of ['passkey', 'service'] as const)
      expect(await made(proof, yesMan).engine.evaluate(call)).toMatchObject({ passed: false, ruling: 'ask' });
  });

  it('takes no answer from the prompt of a runtime, and writes none down', async () => {
    const { engine, audit } = made('passkey');
    const asked = await engine.evaluate(call);

    expect(await engine.resume(asked, { granted: true })).toMatchObject({ passed: false, ruling: 'ask' });
    expect(audit.records.filter(({ type }) => type === 'answer')).toEqual([]);
    expect(await engine.resume(asked, { granted: false })).toMatchObject({ passed: false });
    expect(audit.records.filter(({ type }) => type === 'answer')).toHaveLength(1);
  });

  it('lets no row of the store stand for an answer', async () => {
    const { engine, approvals } = made('passkey', { checkSignature: byKey });
    const { approval } = await engine.evaluate(call);
    await approvals.answer(approval?.id ?? '', { granted: [true], by: 'ann' }, Date.now());

    expect(await engine.evaluate(call)).toMatchObject({ passed: false });
    expect(await engine.evaluate({ ...call, approval: { id: approval?.id ?? '' } })).toMatchObject({ passed: false });
  });

  it('lets a signed answer through once', async () => {
    const { engine, approvals } = made('passkey', { checkSignature: byKey });
    const { approval } = await engine.evaluate(call);
    const answer = { granted: [true], by: 'ann', channel: 'passkey', signature: SIGNATURE };
    await approvals.answer(approval?.id ?? '', answer, Date.now());

    expect(await engine.evaluate({ ...call, callId: 'c2' })).toMatchObject({ passed: true });
    expect(await engine.evaluate({ ...call, callId: 'c3' })).toMatchObject({ passed: false });
  });
});
