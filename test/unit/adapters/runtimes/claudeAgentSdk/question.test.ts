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
