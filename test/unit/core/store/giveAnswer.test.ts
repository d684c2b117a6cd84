import type { ApprovalAnswer, AuditRecord } from '@licet/core';
import { answerToAll, giveAnswer } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

import { counted, opened, plain, request } from './approvalFixtures.ts';

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
