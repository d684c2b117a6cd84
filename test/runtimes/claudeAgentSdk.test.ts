import type { Options } from '@anthropic-ai/claude-agent-sdk';
import { licetCanUseTool, licetHooks } from '@licet/adapters/claude-agent-sdk';
import type { GuardInput } from '@licet/core/nodes';
import { PolicyEngine, ask, block, guard, memoryAudit, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

const audit = memoryAudit();
const engineOf = (policy: GuardInput): PolicyEngine => new PolicyEngine(policy, { audit });
const asking = (): PolicyEngine => engineOf(guard('who', () => ask('it reaches others', { fix: 'ask the user' })));
const { signal } = new AbortController();

/** The options of a `query`, as they are typed by the SDK. */
function optionsOf(engine: PolicyEngine, answer?: 'yes' | 'no'): Options {
  const ask = () => ({ granted: answer === 'yes', by: 'ann' });
  return { hooks: licetHooks(engine), canUseTool: licetCanUseTool(engine, answer === undefined ? {} : { ask }) };
}

const call = (id: string, command = 'ls') => ({
  session_id: 's',
  transcript_path: '',
  cwd: '/project',
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: id,
});

async function before({ hooks }: Options, id: string) {
  const reply = await hooks?.PreToolUse?.[0]?.hooks[0]?.({ ...call(id), hook_event_name: 'PreToolUse' }, id, { signal });
  return reply !== undefined && 'hookSpecificOutput' in reply ? reply.hookSpecificOutput : reply;
}

const permission = ({ canUseTool }: Options, id: string, command = 'ls') =>
  canUseTool?.('Bash', { command }, { signal, toolUseID: id, requestId: 'r' });

describe('Claude Agent SDK', () => {
  it('says nothing about what passes, and denies what does not with the reason and the way out', async () => {
    expect(await before(optionsOf(engineOf(guard('yes', () => pass()))), 'a')).toEqual({});
    expect(await before(optionsOf(engineOf(guard('no', () => block('frozen', { fix: 'wait' })))), 'b')).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'licet: frozen',
      additionalContext: 'What to do instead: wait',
    });
  });

  it('fails closed: a hook that fails blocks the call', () => {
    expect(optionsOf(asking()).hooks?.PreToolUse?.[0]).toMatchObject({ onFailure: 'block' });
  });

  it('puts a question to the host, and lets the call run after a yes that it has decided about again', async () => {
    const options = optionsOf(asking(), 'yes');

    expect(await before(options, 'c')).toMatchObject({ permissionDecision: 'ask' });
    expect(await permission(options, 'c')).toEqual({ behavior: 'allow', updatedInput: { command: 'ls' } });
    await options.hooks?.PostToolUse?.[0]?.hooks[0]?.(
      { ...call('c'), hook_event_name: 'PostToolUse', tool_response: { stdout: 'done' } },
      'c',
      { signal },
    );
    expect(audit.records.slice(-3).map(({ type }) => type)).toEqual(['answer', 'evaluation', 'outcome']);
  });

  it.each<[string, 'yes' | 'no' | undefined, string, string]>([
    ['after a no', 'no', 'ls', 'the user said no'],
    ['where no human can be asked', undefined, 'ls', 'no one to ask'],
    ['when the call has changed since', 'yes', 'rm -rf /', 'changed since the policy judged it'],
  ])('denies %s', async (_when, answer, command, words) => {
    const options = optionsOf(asking(), answer);
    await before(options, 'd');

    expect(await permission(options, 'd', command)).toMatchObject({ behavior: 'deny', message: expect.stringContaining(words) });
  });

  it('gives no permission that the policy did not ask for', async () => {
    expect(await permission(optionsOf(asking(), 'yes'), 'never judged')).toMatchObject({ behavior: 'deny' });
  });
});
