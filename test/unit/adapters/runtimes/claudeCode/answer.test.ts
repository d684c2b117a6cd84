import { answer } from '@licet/adapters/claude-code';
import type { ActionInput, Guard } from '@licet/core';
import { All, PolicyEngine, ask, block, guard, memoryAudit, pass, warn } from '@licet/core';
import { describe, expect, it } from 'vitest';

const call = { session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'toolu_1' };
const letting = new PolicyEngine(guard('yes', () => pass()));
const failing = (): never => {
  throw new Error('the policy is gone');
};

describe('answer', () => {
  it('has no opinion on what passes', async () => {
    expect(await answer({ ...call, hook_event_name: 'PreToolUse' }, { engine: () => letting })).toEqual({});
  });

  it('denies when no engine can be had', async () => {
    const reply = await answer({ ...call, hook_event_name: 'PreToolUse' }, { engine: failing });

    expect(reply.hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'licet: the policy is gone',
    });
  });

  it.each(['PostToolUse', 'PostToolUseFailure', 'PostToolBatch'])(
    'tells the model after the fact, and stops nothing: %s',
    async name => {
      const reply = await answer({ ...call, hook_event_name: name, tool_calls: [] }, { engine: failing });

      expect(reply).toEqual({
        hookSpecificOutput: {
          hookEventName: name,
          additionalContext: 'licet: the policy is gone. The call itself has run; what became of it was not written down.',
        },
      });
    },
  );

  it.each(['PostToolUse', 'PostToolUseFailure', 'PostToolBatch'])('stops nothing for an event that is broken: %s', async name => {
    const { hookSpecificOutput, ...more } = await answer({ hook_event_name: name }, { engine: failing });

    expect(more).toEqual({});
    expect(Object.keys(hookSpecificOutput ?? {})).toEqual(['hookEventName', 'additionalContext']);
  });

  it.each(['UserPromptSubmit', 'SessionEnd'])('is silent about faults where they are of no use: %s', async name => {
    expect(await answer({ hook_event_name: name, session_id: 's' }, { engine: failing })).toEqual({});
  });

  it('tells the session when the policy is gone', async () => {
    const reply = await answer({ hook_event_name: 'SessionStart', session_id: 's' }, { engine: failing });

    expect(reply.hookSpecificOutput?.additionalContext).toMatch(/^licet: the policy is gone\. Until/);
  });

  it('denies when a decision takes longer than its deadline', async () => {
    const engine = new PolicyEngine(guard('never', () => new Promise<never>(() => undefined)));

    const reply = await answer({ ...call, hook_event_name: 'PreToolUse' }, { engine: () => engine, deadlineMs: 20 });

    expect(reply.hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'licet: no decision within 20 ms',
    });
  });

  it('reports outcomes under the call id', async () => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(
      guard('yes', () => pass()),
      { audit },
    );

    await answer({ ...call, hook_event_name: 'PreToolUse' }, { engine: () => engine });
    const reply = await answer({ ...call, hook_event_name: 'PostToolUse', tool_response: {} }, { engine: () => engine });

    expect(reply).toEqual({});
    expect(audit.records).toMatchObject([{ type: 'evaluation' }, { type: 'outcome', callId: 'toolu_1', status: 'ok' }]);
    expect(audit.records[1]?.evaluationId).toBe(audit.records[0]?.evaluationId);
  });

  it('brings the rules in force into a new session, escaped and bounded', async () => {
    const told = (index: number) => ({ tells: [{ topic: 'never' as const, text: `file\u202e${index}` }] });
    const many = Array.from({ length: 60 }, (_, index) => ({ ...guard(`rule${index}`, () => pass()), ...told(index) }));
    const engine = new PolicyEngine(All(...(many as [(typeof many)[0]])));

    const text =
      (await answer({ hook_event_name: 'SessionStart', session_id: 's' }, { engine: () => engine })).hookSpecificOutput
        ?.additionalContext ?? '';

    expect(text).toContain('Leave alone: file\\u{202e}0; file\\u{202e}1;');
    expect(text).not.toContain('\u202e');
    expect(text.length).toBeLessThan(1_000);
  });

  it('puts a tidied call to the user, and tidies no call that is not asked about', async () => {
    const tidied: string[] = [];
    const tidy = ({ payload = {} }: ActionInput) => {
      tidied.push(String(payload['command']));
      return { command: 'ls', more: 1 };
    };
    const reply = (policy: Guard) =>
      answer({ ...call, hook_event_name: 'PreToolUse' }, { engine: () => new PolicyEngine(policy), tidy });

    const asked = await reply(guard('asks', () => ask('it reaches others', { fix: 'ask' })));
    const others = [
      await reply(guard('yes', () => pass())),
      await reply(guard('warns', () => warn('take care'))),
      await reply(guard('no', () => block('no', { fix: 'do not' }))),
    ];

    expect(asked.hookSpecificOutput).toMatchObject({
      permissionDecision: 'ask',
      permissionDecisionReason: 'licet: it reaches others',
      updatedInput: { command: 'ls', more: 1 },
    });
    expect(others.map(other => other.hookSpecificOutput?.updatedInput)).toEqual([undefined, undefined, undefined]);
    expect(tidied).toEqual(['ls']);
  });

  it('denies when tidying fails', async () => {
    const engine = new PolicyEngine(guard('asks', () => ask('it reaches others', { fix: 'ask' })));

    const reply = await answer({ ...call, hook_event_name: 'PreToolUse' }, { engine: () => engine, tidy: failing });

    expect(reply.hookSpecificOutput?.permissionDecision).toBe('deny');
  });
});
