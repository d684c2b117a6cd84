import { All, PolicyEngine, ask, block, guard, memoryAudit, pass } from '@licet/core';
import type { ApprovalRequest, Guard, Json } from '@licet/core';
import { recordedAction } from '@licet/analysis';
import { answerRecord, askRecord, requestDigest } from '@licet/core/store';
import type { EvaluationRecord } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

const knowing = (evidence: Json) => guard('knows', () => pass({ evidence }));

const all = ([first, ...rest]: readonly Guard[]): Guard => All(first as Guard, ...rest);

function recorded(policy: readonly Guard[], redact?: (payload: object) => Json): unknown {
  const audit = memoryAudit();
  new PolicyEngine(all(policy), { audit, ...(redact !== undefined && { redact }) }).evaluateSync({ kind: 'bash' });
  return audit.records[0];
}

describe('the record of an evaluation', () => {
  it('holds what every guard went by', () => {
    expect(recorded([knowing({ concepts: ['file'] }), guard('blind', () => pass()), knowing(7)])).toMatchObject({
      evidence: [
        { guard: 'knows', evidence: { concepts: ['file'] } },
        { guard: 'knows', evidence: 7 },
      ],
    });
    expect(recorded([guard('blind', () => pass())])).not.toHaveProperty('evidence');
  });

  it('holds it redacted, whatever the redactor returns', () => {
    expect(recorded([knowing({ password: 'hunter2' })])).toMatchObject({
      evidence: [{ guard: 'knows', evidence: { password: '[REDACTED]' } }],
    });
    expect(recorded([knowing({ secret: 1 })], () => 'gone')).toMatchObject({ evidence: 'gone' });
    expect(recorded([knowing({ secret: 1 })], () => null)).toMatchObject({ evidence: null });
  });
});

describe('what an agent puts into a record', () => {
  const odd = { kind: 'bash', tool: 'a\ud800', agentId: '\udc00', payload: { path: 'b\ud800' } };
  const quoting = (rule: typeof ask): Guard =>
    guard('quoting', ({ payload }) => rule(`no \`${String(payload['path'])}\``, { fix: 'stop' }));

  it('never keeps the decision from being written down', () => {
    for (const rule of [ask, block]) {
      const audit = memoryAudit();
      const { ruling } = new PolicyEngine(quoting(rule), { audit }).evaluateSync(odd);

      expect(audit.read({ type: 'evaluation' })).toMatchObject([{ record: { ruling, tool: 'a\ufffd', agentId: '\ufffd' } }]);
    }
  });

  it('holds a fact whatever it is called', () => {
    const audit = memoryAudit();
    const setting = guard('setting', () => pass(), {
      commit: (_action, { session }) => void session.setFact('granted_by_the_lead', true),
    });
    new PolicyEngine(setting, { audit }).evaluateSync({ kind: 'read' });

    expect(audit.records).toContainEqual(expect.objectContaining({ type: 'fact', name: 'granted_by_the_lead' }));
  });

  it('holds the sort of agent, which is a role that it acts in', () => {
    const audit = memoryAudit();
    new PolicyEngine(
      guard('yes', () => pass()),
      { audit },
    ).evaluateSync({ kind: 'read', agentId: 'a', agentType: 'reviewer' });
    const [record] = audit.records as readonly EvaluationRecord[];

    expect(record).toMatchObject({ agentType: 'reviewer' });
    expect(record && recordedAction(record)).toMatchObject({ exact: true, action: { agentType: 'reviewer' } });
  });
});

const request: ApprovalRequest = {
  id: 'i',
  code: '1234-567Y',
  actionDigest: 'a',
  policyDigest: 'p',
  sessionId: 's',
  questions: [{ guard: 'g', code: 'c', reason: 'r', fix: { summary: 'f' }, quorum: { approvals: 2 } }],
  createdAt: 5,
  expiresAt: 100,
  action: { kind: 'tool', payload: { secret: 1 }, sessionId: 's', callId: 'call' },
};
const subject = { evaluationId: 'i', sessionId: 's', callId: 'call', approvalId: 'i' };

describe('askRecord', () => {
  it('tells what was asked, without the arguments', () => {
    expect(askRecord(request)).toEqual({
      type: 'ask',
      at: 5,
      ...subject,
      questions: [{ guard: 'g', code: 'c', reason: 'r' }],
      actionDigest: 'a',
      policyDigest: 'p',
      expiresAt: 100,
    });
  });
});

describe('answerRecord', () => {
  it('tells who said what, and how', () => {
    expect(answerRecord(request, { granted: [true], by: 'ann', reason: 'ok', channel: 'cli' }, 7)).toEqual({
      type: 'answer',
      at: 7,
      ...subject,
      requestDigest: requestDigest(request),
      granted: [true],
      by: 'ann',
      reason: 'ok',
      channel: 'cli',
    });
  });

  it('keeps a signature, and nothing that is none', () => {
    const signature = { kind: 'passkey', keyId: 'k', clientDataJSON: 'c', authenticatorData: 'a', signature: 's' } as const;
    const answer = { granted: [true], by: 'ann' };

    expect(answerRecord(request, { ...answer, signature }, 7).signature).toEqual(signature);
    expect(answerRecord(request, { ...answer, signature: { ...signature, keyId: '' } }, 7)).not.toHaveProperty('signature');
  });

  it('writes down what is no answer as no', () => {
    expect(answerRecord(request, { granted: ['yes', null] as never, by: 7 as never }, 7).granted).toEqual([false, null]);
    for (const answer of [{ granted: undefined }, null, undefined, 'yes'])
      expect(answerRecord(request, answer as never, 7).granted).toEqual([]);
  });
});
