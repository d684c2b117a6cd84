import { PolicyEngine, When, block, guard, match } from '@licet/core';
import { MATCH_KEYS, toCondition } from '@licet/core/nodes';
import type { Match } from '@licet/core/nodes';
import { fakeEffects } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

const no = guard('no', () => block('closed', { fix: 'open it' }));
const holds = (spec: Match, action: object = {}, effects = fakeEffects()): boolean =>
  !new PolicyEngine(When(spec, no), { effects }).evaluateSync({ kind: 'bash', ...action }).passed;

describe('match', () => {
  it('wants every member and one of each list', () => {
    expect(holds({ kind: 'bash' })).toBe(true);
    expect(holds({ kind: ['read', 'b*'] })).toBe(true);
    expect(holds({ kind: 'bash', tool: 'Bash' })).toBe(false);
    expect(holds({ kind: 'bash', tool: 'Bash' }, { tool: 'Bash' })).toBe(true);
    expect(holds({ taskType: 'deploy' }, { taskType: 'docs' })).toBe(false);
    expect(holds({ agentId: 'a*' }, { agentId: 'abc' })).toBe(true);
  });

  it('looks at roles, effects and their marks', () => {
    const effects = fakeEffects({ kind: 'delete', tags: ['catastrophic'] });

    expect(holds({ role: 'admin' }, { principal: { id: 'p', roles: ['admin'] } })).toBe(true);
    expect(holds({ role: 'admin' }, { principal: { id: 'p' } })).toBe(false);
    expect(holds({ effect: 'delete', tag: 'cata*' }, {}, effects)).toBe(true);
    expect(holds({ effect: 'read' }, {}, effects)).toBe(false);
  });

  it('refuses what would hold for everything or never', () => {
    for (const spec of [{}, { kind: [] }, { kind: 7 }, { colour: 'red' }, { toString: 'x' }]) {
      expect(() => match(spec as never)).toThrow(/match/u);
    }
    expect(MATCH_KEYS).toContain('taskType');
  });
});

describe('toCondition', () => {
  it('takes a condition, a match or a function, and nothing else', () => {
    const condition = match({ kind: 'bash' });

    expect(toCondition(condition)).toBe(condition);
    expect(toCondition({ kind: 'bash' }).text).toBe('kind: bash');
    expect(
      toCondition(function isLate() {
        return true;
      }).text,
    ).toBe('isLate');
    for (const odd of [null, undefined, 'kind == "bash"', 7])
      expect(() => toCondition(odd as never)).toThrow(/expected a condition/u);
  });

  it('makes a fault of every answer that is no boolean', () => {
    for (const answer of [undefined, null, 0, 1, '', 'false', {}]) {
      const policy = When(() => answer as never, no);
      expect(new PolicyEngine(policy).evaluateSync({ kind: 'bash' })).toMatchObject({ passed: false, code: 'condition_failed' });
    }
  });
});
