import { ActionBlockedError } from '@licet/adapters';
import { PolicyEngine, block, guard, isGovernanceError } from '@licet/core';
import { describe, expect, it } from 'vitest';

const engine = new PolicyEngine(guard('no', () => block('never', { fix: 'stop' })));
const blocked = (): ActionBlockedError => new ActionBlockedError(engine.evaluateSync({ kind: 'bash' }), 'the policy says no');

describe('ActionBlockedError', () => {
  it('is told apart by its code', () => {
    expect(isGovernanceError(blocked())).toBe(true);
    expect(blocked()).toMatchObject({ code: 'action_blocked', message: 'the policy says no', evaluation: { ruling: 'block' } });
  });

  it.each(['name', 'code', 'message', 'evaluation'])('keeps its `%s`', key => {
    expect(() => Object.assign(blocked(), { [key]: 'other' })).toThrow(TypeError);
  });

  it('takes the notes of a framework that it passes through', () => {
    expect(Object.assign(blocked(), { attempt: 2 })).toMatchObject({ attempt: 2, code: 'action_blocked' });
  });
});
