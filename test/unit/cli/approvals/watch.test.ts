import type { ApprovalRequest, AuditRecord } from '@licet/core';
import { GovernanceError, memoryApprovals } from '@licet/core';
import { approvalCode } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

import { watch } from '../../../../packages/cli/src/approvals/watch.ts';
import { fakeTty } from '../../adapters/terminal/fakeTty.ts';
import type { FakeTty } from '../../adapters/terminal/fakeTty.ts';

const request = (id: string, more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  id,
  code: approvalCode(new Uint8Array(7).fill(id.charCodeAt(0))),
  actionDigest: id,
  policyDigest: 'p',
  sessionId: 's',
  questions: [{ guard: 'g', code: 'c', reason: `why ${id}` }],
  createdAt: Date.now(),
  expiresAt: Date.now() + 3_600_000,
  action: { kind: 'bash', payload: { command: `run ${id}` }, sessionId: 's' },
  ...more,
});

const key = (type: string) => ({ after: '[q] quit', type });

/** Watches a store; after the last request has been answered the human quits. */
async function watched(tty: FakeTty, requests: readonly ApprovalRequest[], broken = 0) {
  const approvals = memoryApprovals();
  for (const each of requests) void approvals.open(each);
  const records: AuditRecord[] = [];
  let opens = 0;
  await watch({
    tty,
    by: 'ann',
    settleMs: 0,
    open: async () => {
      if (opens++ < broken) throw new GovernanceError('store_unavailable', 'the state is locked');
      return {
        approvals,
        file: '/project/governance.yaml',
        proof: 'terminal' as const,
        exists: true,
        audit: { append: (record: AuditRecord) => void records.push(record) },
      };
    },
    pause: () =>
      new Promise(resolve => {
        tty.write('(idle)');
        setTimeout(resolve, 10);
      }),
  });
  const statusOf = (id: string) => (approvals.find(id, Date.now()) as { status: string } | undefined)?.status;
  return { statusOf, records, opens };
}

const idle = { after: '(idle)', type: 'q' };

describe('watch', () => {
  it('shows requests as they come and takes single keys', async () => {
    const tty = fakeTty([key('y'), key('n'), key('s'), idle]);
    const { statusOf, records } = await watched(
      tty,
      ['a', 'b', 'c'].map(id => request(id)),
    );

    expect(['a', 'b', 'c'].map(statusOf)).toEqual(['granted', 'denied', 'pending']);
    expect(records).toMatchObject([
      { type: 'answer', granted: [true], by: 'ann', channel: 'cli' },
      { type: 'answer', granted: [false] },
    ]);
    expect(tty.screen()).toContain('run c');
  });

  it('does not take a key that means nothing, and quits without an answer', async () => {
    const { statusOf } = await watched(fakeTty([key('x\r q')]), [request('a')]);

    expect(statusOf('a')).toBe('pending');
  });

  it('offers no yes for what it cannot show whole', async () => {
    const huge = request('a', { action: { kind: 'bash', payload: { command: 'x'.repeat(300_000) }, sessionId: 's' } });
    const tty = fakeTty([key('yn'), idle]);

    expect((await watched(tty, [huge])).statusOf('a')).toBe('denied');
    expect(tty.screen()).not.toContain('[y] yes');
  });

  it('goes on when the state cannot be reached for a while, and opens it once', async () => {
    const tty = fakeTty([key('y'), idle]);
    const { statusOf, opens } = await watched(tty, [request('a')], 1);

    expect(tty.screen()).toContain('the state is locked (store_unavailable)');
    expect(statusOf('a')).toBe('granted');
    expect(opens).toBe(2);
  });
});
