import type { ApprovalAnswer, ApprovalRequest, AuditRecord } from '@licet/core';
import type { Question, StoredApproval } from '@licet/core/store';
import { memoryApprovals } from '@licet/core';
import { answerToAll, giveAnswer } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

const plain: Question = { guard: 'g', code: 'c', reason: 'r' };
const counted: Question = { ...plain, guard: 'h', quorum: { approvals: 1, of: ['ben'] } };

const request = (questions: readonly Question[], more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  id: 'i',
  code: '1234-567Y',
  actionDigest: 'a',
  policyDigest: 'p',
  sessionId: 's',
  questions,
  createdAt: Date.now(),
  expiresAt: Date.now() + 3_600_000,
  action: { kind: 'tool', payload: {}, sessionId: 's' },
  ...more,
});

function opened(questions: readonly Question[]) {
  const approvals = memoryApprovals();
  const result = approvals.open(request(questions));
  const stored = 'opened' in result && result.opened ? result.approval : undefined;
  return { approvals, stored: stored as StoredApproval };
}

const said: ApprovalAnswer = { granted: [true], by: 'ann', channel: 'cli' };

describe('answerToAll', () => {
  it('leaves to others what is for others, and lets those hear why who may answer nothing', () => {
    expect(answerToAll(request([plain, counted]), true, 'ann')).toEqual([true, null]);
    expect(answerToAll(request([plain, counted]), false, 'Ben')).toEqual([false, false]);
    expect(answerToAll(request([counted]), true, 'ann')).toEqual([true]);
  });
});

describe('giveAnswer', () => {
  it('writes the answer down before it takes effect', async () => {
    const { approvals, stored } = opened([plain]);
    const seen: unknown[] = [];
    const audit = {
      append: async (record: AuditRecord) => void seen.push(record.type, (await approvals.find('i', Date.now()))?.status),
    };

    expect(await giveAnswer({ approvals, audit }, stored, said, Date.now())).toMatchObject({ taken: true });
    expect(seen).toEqual(['answer', 'pending']);
  });

  it('gives nothing that cannot be written down', async () => {
    const { approvals, stored } = opened([plain]);
    const audit = {
      append: () => {
        throw new Error('disk full');
      },
    };

    await expect(giveAnswer({ approvals, audit }, stored, said, Date.now())).rejects.toMatchObject({
      code: 'audit_unavailable',
    });
    expect(approvals.find('i', Date.now())).toMatchObject({ status: 'pending' });
  });

  it('writes nothing down that is not taken', async () => {
    const { approvals, stored } = opened([counted]);
    const records: AuditRecord[] = [];
    const audit = { append: (record: AuditRecord) => void records.push(record) };

    expect(await giveAnswer({ approvals, audit }, stored, said, Date.now())).toMatchObject({
      taken: false,
      code: 'unknown_approver',
    });
    expect(records).toEqual([]);
  });
});
