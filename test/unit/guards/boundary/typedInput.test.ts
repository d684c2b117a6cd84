import { PolicyEngine } from '@licet/core';
import type { Effect } from '@licet/core';
import { SelfProtection } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const action = { kind: 'bash', sessionId: 's', cwd: '/w', payload: { command: 'x' } };

const judged = (effect: Partial<Effect>) => {
  const effects: readonly Effect[] = [{ kind: 'write', via: [], certainty: 'certain', ...effect }];
  return new PolicyEngine(SelfProtection({ root: '/w' }), { effects: () => effects }).evaluate(action);
};

describe('typingFinding', () => {
  it('asks for an effect that types into another program, and names the program', async () => {
    const target = { type: 'named', category: 'keyboard', name: 'another program' } as const;
    expect(await judged({ target, program: 'xdotool' })).toMatchObject({
      ruling: 'ask',
      code: 'governance_unclear',
      reason: '`xdotool` may type into another program, where only the user approves what the agent does',
    });
    expect((await judged({ target })).reason).toContain('`the command` may type');
  });

  it('passes a change of any other thing, and reading a keyboard', async () => {
    expect((await judged({ target: { type: 'named', category: 'service', name: 'a' } })).ruling).toBe('pass');
    const target = { type: 'named', category: 'keyboard', name: 'another program' } as const;
    expect((await judged({ kind: 'read', target })).ruling).toBe('pass');
  });
});
