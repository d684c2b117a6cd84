import type { ApprovalRequest } from '@licet/core';
import type { StoredApproval } from '@licet/core/store';
import { memoryApprovals } from '@licet/core';
import { approvalCode } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

const codeOf = (index: number): string => approvalCode(Uint8Array.from([index, index >> 5, index >> 10, 0, 0, 0, 0]));

const request = (index: number, createdAt = 0): ApprovalRequest => ({
  id: `r${index}`,
  code: codeOf(index),
  actionDigest: `a${index}`,
  policyDigest: 'p',
  sessionId: 's',
  questions: [{ guard: 'g', code: 'c', reason: 'r' }],
  createdAt,
  expiresAt: createdAt + 100,
  action: { kind: 'tool', payload: {}, sessionId: 's' },
});

// What every store promises is in test/contract/approvalStore.ts.
describe('memoryApprovals', () => {
  it('answers at once', () => {
    const store = memoryApprovals();

    expect(store.open(request(1))).toMatchObject({ opened: true, fresh: true });
    expect((store.pending(10) as readonly StoredApproval[]).length).toBe(1);
  });

  it('forgets what has expired when there is much of it', () => {
    const store = memoryApprovals();
    for (let index = 1; index < 1_024; index++) void store.open(request(index));
    expect(store.find('r1', 200)).toMatchObject({ status: 'expired' });

    void store.open(request(1_024, 200));

    expect([store.find('r1', 200), store.find('r1024', 200)]).toMatchObject([undefined, { status: 'pending' }]);
  });
});
