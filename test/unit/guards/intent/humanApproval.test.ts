import { HumanApproval } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { judge } from '../fixtures.ts';

describe('HumanApproval', () => {
  it('always asks, in the words of the policy', () => {
    const evaluation = judge(HumanApproval({ reason: 'a deployment reaches users' }), []);

    expect(evaluation).toMatchObject({ ruling: 'ask', reason: 'a deployment reaches users', recover: 'approval', passed: false });
  });
});
