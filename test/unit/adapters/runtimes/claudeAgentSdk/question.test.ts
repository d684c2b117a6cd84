import { licetCanUseTool, licetHooks } from '@licet/adapters/claude-agent-sdk';
import { PolicyEngine, ask, guard } from '@licet/core';
import { describe, expect, it } from 'vitest';

const { signal } = new AbortController();
const input = { command: 'ls' };

/** Asks the policy about a call, as the SDK does before it asks `canUseTool` about the same one. */
async function asked() {
  const engine = new PolicyEngine(guard('who', () => ask('it reaches others', { fix: 'ask the user' })));
  const [before] = licetHooks(engine).PreToolUse ?? [];
  const event = { hook_event_name: 'PreToolUse', session_id: 's', tool_use_id: 'c', tool_name: 'Bash', tool_input: input };
  await before?.hooks[0]?.(event);
  return licetCanUseTool(engine, { ask: () => ({ granted: true, by: 'ann' }) });
}

const itself: Record<string, unknown> = { ...input };
itself['itself'] = itself;

describe('licetCanUseTool', () => {
  it('lets the call run that was judged and has a yes', async () => {
    const canUseTool = await asked();

    expect(await canUseTool('Bash', input, { toolUseID: 'c', signal })).toEqual({ behavior: 'allow', updatedInput: input });
  });

  it.each([
    ['others', { command: 'rm -r .' }],
    ['a number that JSON cannot carry', { ...input, size: 1n }],
    ['a function', { ...input, more: () => 'more' }],
    ['what holds itself', itself],
  ])('denies arguments that are not those that were judged: %s', async (_, other) => {
    const canUseTool = await asked();

    expect(await canUseTool('Bash', other, { toolUseID: 'c', signal })).toEqual({
      behavior: 'deny',
      message: 'licet: the call has changed since the policy judged it',
    });
  });
});

describe('a question about a call', () => {
  const event = { hook_event_name: 'PreToolUse', session_id: 's', tool_use_id: 'c', tool_name: 'Bash', tool_input: input };
  const policy = () => new PolicyEngine(guard('who', () => ask('it reaches others', { fix: 'ask the user' })));
  const put = async (engine: PolicyEngine, more: object = {}) =>
    licetHooks(engine).PreToolUse?.[0]?.hooks[0]?.({ ...event, ...more });
  const yes = {
    ask: () => ({ granted: true, by: 'ann' }),
    otherwise: async () => ({ behavior: 'allow', updatedInput: {} }) as const,
  };

  it('is answered for its tool only', async () => {
    const engine = policy();
    await put(engine);

    expect(await licetCanUseTool(engine, yes)('Other', input, { toolUseID: 'c', signal })).toMatchObject({ behavior: 'deny' });
  });

  it('is not left to the host once it is over', async () => {
    const engine = policy();
    await put(engine);
    const no = licetCanUseTool(engine, { ...yes, ask: () => ({ granted: false }) });

    expect(await no('Bash', input, { toolUseID: 'c', signal })).toMatchObject({ behavior: 'deny' });
    expect(await no('Bash', input, { toolUseID: 'c', signal })).toEqual({
      behavior: 'deny',
      message: 'licet: the question about this call is over',
    });
  });

  it('counts for none where another session has a call of the same id', async () => {
    const engine = policy();
    await put(engine);
    await put(engine, { session_id: 'other' });

    expect(await licetCanUseTool(engine, yes)('Bash', input, { toolUseID: 'c', signal })).toMatchObject({ behavior: 'deny' });
  });

  it('lets run what was judged, however the host changes its object meanwhile', async () => {
    const engine = policy();
    const live: Record<string, unknown> = { ...input };
    await put(engine, { tool_input: live });
    const canUseTool = licetCanUseTool(engine, { ask: () => ((live['command'] = 'rm -r .'), { granted: true, by: 'ann' }) });

    expect(await canUseTool('Bash', live, { toolUseID: 'c', signal })).toEqual({ behavior: 'allow', updatedInput: input });
  });

  it('is a denial where a thousand wait, and takes none of them away', async () => {
    const engine = policy();
    for (let at = 0; at < 1_000; at += 1) await put(engine, { tool_use_id: `c${at}` });

    expect((await put(engine))?.hookSpecificOutput?.permissionDecision).toBe('deny');
    expect(await licetCanUseTool(engine, yes)('Bash', input, { toolUseID: 'c0', signal })).toMatchObject({ behavior: 'allow' });
  });
});
