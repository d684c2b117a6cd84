import type { ApprovalRequest } from '@licet/core';

/** A request of an agent that wants to push. */
export const request = (more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  id: 'r',
  code: '1234-567Y',
  actionDigest: 'a',
  policyDigest: 'p',
  sessionId: 's',
  createdAt: 0,
  expiresAt: 100_000,
  action: {
    kind: 'bash',
    tool: 'Bash',
    payload: { command: 'git push\ngit log', timeout: 5 },
    sessionId: 's',
    cwd: '/w',
    agentId: 'bot',
    principal: { id: 'boss' },
  },
  questions: [{ guard: 'g', code: 'c', reason: 'it reaches others' }],
  ...more,
});
