import type { ApprovalRequest } from '@licet/core';
import { memoryApprovals } from '@licet/core';
import { approvalCode } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

import { findRequest } from '../../../../packages/cli/src/approvals/openApprovals.ts';

const code = approvalCode(Uint8Array.from([1, 2, 3, 4, 5, 6, 7]));
const request: ApprovalRequest = {
  id: 'some-id',
  code,
  actionDigest: 'a',
  policyDigest: 'p',
  sessionId: 's',
  questions: [{ guard: 'g', code: 'c', reason: 'r' }],
  createdAt: 0,
  expiresAt: 100,
  action: { kind: 'tool', payload: {}, sessionId: 's' },
};

describe('findRequest', () => {
  const approvals = memoryApprovals();
  void approvals.open(request);

  it.each(['some-id', code, code.toLowerCase(), code.replace('-', ''), ` ${code} `])('finds `%s`', async named => {
    expect((await findRequest(approvals, named, 10)).request.id).toBe('some-id');
  });

  it.each([
    ['1234-567Z', /mistyped/],
    ['0000-0000', /there is no request/],
    ['__proto__', /there is no request/],
    ['', /there is no request/],
  ])('does not find `%s`', async (named, message) => {
    await expect(findRequest(approvals, named, 10)).rejects.toThrow(message);
  });
});
