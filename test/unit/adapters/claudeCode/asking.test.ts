import { answer } from '@licet/adapters/claude-code';
import type { AskChannel } from '@licet/adapters/claude-code';
import type { Obligations } from '@licet/core';
import { All, PolicyEngine, ask, guard, memoryAudit, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

const call = { session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls', timeout: 5 }, tool_use_id: 'toolu_1' };
const before = { ...call, hook_event_name: 'PreToolUse' };
const after = { ...call, hook_event_name: 'PostToolUse', tool_response: {} };

const asking = (obligations: Obligations = {}) => {
  const audit = memoryAudit();
  const tree = All(
    guard('asks', () => ask('a human must see it', { fix: 'ask the user' })),
    guard('obliges', () => pass({ obligations })),
  );
  return { audit, engine: new PolicyEngine(tree, { audit }) };
};

describe('a call that the user is asked about', () => {
  it('runs with the arguments that the policy wants', async () => {
    const { engine } = asking({ rewrite: { timeout: 1 } });

    expect((await answer(before, { engine: () => engine })).hookSpecificOutput).toMatchObject({
      permissionDecision: 'ask',
      updatedInput: { command: 'ls', timeout: 1 },
    });
  });

  it('is denied where its output must be changed, which no hook can do', async () => {
    const { engine } = asking({ redact: ['email'] });

    expect((await answer(before, { engine: () => engine })).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'licet: the policy demands what cannot be done here: `redact`',
    });
  });

  it('was approved when it ran', async () => {
    const { engine, audit } = asking();
    await answer(before, { engine: () => engine });
    await answer(after, { engine: () => engine });

    expect(audit.records.map(({ type }) => type)).toEqual(['ask', 'evaluation', 'answer', 'evaluation', 'outcome']);
  });

  it.each<[string, object, AskChannel['channel']]>([
    ['in a mode without prompts', { permission_mode: 'bypassPermissions' }, 'runtime'],
    ['where humans answer from elsewhere', {}, 'out_of_band'],
  ])('ran in spite of a block %s', async (_where, mode, channel) => {
    const { engine, audit } = asking();
    const options = { engine: () => engine, asking: () => ({ channel, isReachable: true }) };
    await answer({ ...before, ...mode }, options);
    await answer({ ...after, ...mode }, options);

    expect(audit.records.at(-1)).toMatchObject({ type: 'anomaly', code: 'outcome_after_block' });
  });
});
