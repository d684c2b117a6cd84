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

  it('is denied for a tool whose output comes past the hook, whatever can be done to outputs', async () => {
    const { engine } = asking({ redact: ['email'] });
    const shaper = { meets: ['redact'] as const, shape: (output: unknown) => ({ output, rules: [] }) };
    const reply = (tool_name: string) => answer({ ...before, tool_name }, { engine: () => engine, shaper });

    expect((await reply('Monitor')).hookSpecificOutput?.permissionDecision).toBe('deny');
    expect((await reply('Bash')).hookSpecificOutput?.permissionDecision).toBe('ask');
  });

  it('was approved when it ran, rewritten as the prompt showed it', async () => {
    const { engine, audit } = asking({ rewrite: { timeout: 1 } });
    const tidy = () => ({ command: 'ls', timeout: 5 });
    await answer({ ...before, tool_input: { command: 'ls # why', timeout: 5 } }, { engine: () => engine, tidy });
    await answer({ ...after, tool_input: { command: 'ls', timeout: 1 } }, { engine: () => engine });

    expect(audit.records.map(({ type }) => type)).toEqual(['ask', 'evaluation', 'answer', 'evaluation', 'outcome']);
  });

  it('was not approved when something else ran under its name', async () => {
    const { engine, audit } = asking({ rewrite: { timeout: 1 } });
    await answer(before, { engine: () => engine });
    await answer({ ...after, tool_input: { command: 'rm -rf /', timeout: 1 } }, { engine: () => engine });

    expect(audit.records.at(-1)).toMatchObject({ type: 'anomaly', code: 'outcome_after_block' });
  });

  it('is approved whatever its description says', async () => {
    const { engine, audit } = asking();
    for (const description of ['lists', 'shows'])
      await answer({ ...before, tool_input: { command: 'ls', description } }, { engine: () => engine });

    expect(audit.records.map(({ type }) => type)).toEqual(['ask', 'evaluation', 'evaluation']);
  });

  const batch = { session_id: 's', hook_event_name: 'PostToolBatch', tool_calls: [{ ...call, tool_response: 'No.' }] };
  const types = ({ records }: ReturnType<typeof memoryAudit>) => records.map(({ type }) => type);

  it('had a no when its batch is over and it did not run', async () => {
    const { engine, audit } = asking();
    await answer(before, { engine: () => engine });
    await answer(batch, { engine: () => engine });

    expect(audit.records.slice(2)).toMatchObject([
      { type: 'answer', granted: [false], channel: 'runtime' },
      { type: 'outcome', status: 'denied' },
    ]);
  });

  it('had no answer in a batch where perhaps no human was asked', async () => {
    const { engine, audit } = asking();
    const host = { env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' } };
    const options = { engine: () => engine, host, asking: () => ({ channel: 'runtime', isReachable: true }) as const };
    const reply = await answer(before, options);
    await answer(batch, options);

    expect(reply.hookSpecificOutput).toMatchObject({ permissionDecision: 'ask' });
    expect(reply.hookSpecificOutput?.permissionDecisionReason).toMatch(
      /^licet: a human must see it; .*`licet approve \w{4}-\w{4}`/u,
    );
    expect(types(audit)).toEqual(['ask', 'evaluation']);
  });

  const turn = (prompt_id: string) => ({ session_id: 's', hook_event_name: 'UserPromptSubmit', prompt_id });
  const end = { session_id: 's', hook_event_name: 'SessionEnd' };

  it.each<[string, object]>([
    ['the next prompt', turn('p2')],
    ['a call of the next prompt', { ...before, tool_use_id: 'toolu_2', prompt_id: 'p2', tool_input: { command: 'pwd' } }],
    ['the end of the session', end],
  ])('is withdrawn by %s', async (_what, event) => {
    const { engine, audit } = asking();
    await answer({ ...before, prompt_id: 'p1' }, { engine: () => engine });
    await answer(event, { engine: () => engine });

    expect(audit.records.filter(({ type }) => type === 'answer')).toMatchObject([{ callId: 'toolu_1', granted: [false] }]);
  });

  it.each<[string, object]>([
    ['a message of the system within the same prompt', turn('p1')],
    ['another call of the same prompt', { ...before, tool_use_id: 'toolu_2', prompt_id: 'p1', tool_input: { command: 'pwd' } }],
    [
      'a call of a sub-agent',
      { ...before, agent_id: 'sub', tool_use_id: 'toolu_2', prompt_id: 'p2', tool_input: { command: 'pwd' } },
    ],
    ['the end of another session', { ...end, session_id: 'other' }],
  ])('is not withdrawn by %s', async (_what, event) => {
    const { engine, audit } = asking();
    await answer({ ...before, prompt_id: 'p1' }, { engine: () => engine });
    await answer(event, { engine: () => engine });

    expect(types(audit)).not.toContain('answer');
  });

  it('waits for its code where it was put elsewhere, whatever the user says next', async () => {
    const { engine, audit } = asking();
    const options = { engine: () => engine, asking: () => ({ channel: 'out_of_band', isReachable: true }) as const };
    await answer({ ...before, prompt_id: 'p1' }, options);
    await answer(turn('p2'), options);
    await answer(end, options);

    expect(types(audit)).toEqual(['ask', 'evaluation']);
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
