import { HumanApproval } from '@licet/guards';
import { checkGuard } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

import { judge } from '../fixtures.ts';

describe('HumanApproval', () => {
  it('always asks, in the words of the policy', () => {
    const evaluation = judge(HumanApproval({ reason: 'a deployment reaches users' }), []);

    expect(evaluation).toMatchObject({ ruling: 'ask', reason: 'a deployment reaches users', recover: 'approval', passed: false });
  });

  it('obeys the rules of every guard', async () => {
    const actions = [{ kind: 'bash', payload: { command: '\u0000' } }, { kind: 'x'.repeat(10_000) }];

    expect(await checkGuard(HumanApproval({ approvers: ['ann'], expiresIn: '1h' }), actions)).toEqual([]);
  });

  it('asks the people whom the policy names, each with a no that is final, for as long as it says', () => {
    const { approval } = judge(HumanApproval({ approvers: ['ann', 'ben'], expiresIn: '15m' }), []);

    expect(approval?.questions).toMatchObject([
      { quorum: { approvals: 1, of: ['ann', 'ben'], veto: ['ann', 'ben'] }, expiresInMs: 900_000 },
    ]);
  });

  it('keeps a time in milliseconds', () => {
    expect(HumanApproval({ expiresIn: '2h' }).params).toEqual({ expiresIn: 7_200_000 });
    expect(HumanApproval().params).toEqual({});
  });

  it.each([
    { approvers: [] },
    { approvers: [''] },
    { approvers: ['ann', ' ANN'] },
    { approvers: ['an\u200bn'] },
    { expiresIn: 'soon' },
    { expiresIn: 0 },
    { expiresIn: Number.NaN },
    { expiresIn: '1h', expiresInMs: 1 } as never,
  ])('refuses %j', options => {
    expect(() => HumanApproval(options)).toThrow(/`(?:approvers|expiresIn|expiresInMs)`/u);
  });
});
