import { PolicyEngine, guard, pass } from '@licet/core';
import { PROJECT_SESSION } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

describe('the session of the project', () => {
  it('can be named by no action', () => {
    const engine = new PolicyEngine(guard('yes', () => pass()));

    expect(engine.evaluateSync({ kind: 'read', sessionId: PROJECT_SESSION })).toMatchObject({
      passed: false,
      code: 'invalid_action',
    });
    expect(engine.evaluateSync({ kind: 'read', sessionId: 'project' }).passed).toBe(true);
  });
});
