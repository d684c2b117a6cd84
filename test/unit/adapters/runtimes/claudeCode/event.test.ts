import { HookInputError, claudeCode } from '@licet/adapters/claude-code';
import { describe, expect, it } from 'vitest';

const call = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' } };

const host = { env: {} };
const parse = (input: unknown) => claudeCode.parse(input, host);

describe('an event of Claude Code', () => {
  it('may have members that are unknown', () => {
    expect(parse({ ...call, permission_mode: 'plan', anything: [1] })).toMatchObject({ name: 'PreToolUse', phase: 'before' });
  });

  it.each([
    [undefined, 'the hook input must be an object, found nothing'],
    [null, 'the hook input must be an object, found null'],
    [[call], 'the hook input must be an object, found a list'],
    ['PreToolUse', 'the hook input must be an object, found a value of type string'],
    [{}, '`hook_event_name` must be a text, found nothing'],
    [{ ...call, hook_event_name: 'Notification' }, '`Notification` is not an event this hook knows'],
    [{ ...call, hook_event_name: 'constructor' }, '`constructor` is not an event this hook knows'],
    [{ ...call, session_id: '' }, '`session_id` is empty'],
    [{ ...call, session_id: 5 }, '`session_id` must be a text, found a value of type number'],
    [{ ...call, tool_name: '' }, '`tool_name` is empty'],
    [{ ...call, tool_input: 'ls' }, '`tool_input` must be an object, found a value of type string'],
    [{ ...call, tool_input: ['ls'] }, '`tool_input` must be an object, found a list'],
    [{ ...call, cwd: 7 }, '`cwd` must be a text, found a value of type number'],
    [{ ...call, tool_use_id: {} }, '`tool_use_id` must be a text, found a value of type object'],
    [{ ...call, hook_event_name: 'PostToolUseFailure', error: {} }, '`error` must be a text, found a value of type object'],
    [{ ...call, hook_event_name: 'PostToolBatch' }, '`tool_calls` must be a list, found nothing'],
    [
      { ...call, hook_event_name: 'PostToolBatch', tool_calls: [1] },
      'an item of `tool_calls` must be an object, found a value of type number',
    ],
  ])('refuses %j', (input, message) => {
    expect(() => parse(input)).toThrow(new HookInputError(message));
  });
});

describe('how a call of Claude Code ended', () => {
  const printed = { stdout: '1 passed', stderr: '', interrupted: false, isImage: false };
  const after = (response: unknown, more: object = {}) =>
    parse({ ...call, hook_event_name: 'PostToolUse', tool_use_id: 't1', tool_response: response, ...more });

  it.each([
    ['printed something and ended', printed, 'ok'],
    ['says nothing of the two', { ...printed, returnCodeInterpretation: undefined, backgroundTaskId: undefined }, 'ok'],
    [
      'read exit code 1 as an answer (`grep`)',
      { ...printed, stdout: '', returnCodeInterpretation: 'No matches found' },
      'unknown',
    ],
    ['read exit code 1 as an answer (`diff`)', { ...printed, returnCodeInterpretation: 'Files differ' }, 'unknown'],
    ['was started in the background', { ...printed, stdout: '', backgroundTaskId: 'bash_1' }, 'unknown'],
    ['was put in the background by the user', { ...printed, backgroundTaskId: 'b2', backgroundedByUser: true }, 'unknown'],
    ['was interrupted', { ...printed, interrupted: true }, 'cancelled'],
    ['was interrupted in the background', { ...printed, interrupted: true, backgroundTaskId: 'bash_1' }, 'cancelled'],
  ])('a call that %s', (_what, response, status) => {
    expect(after(response)).toMatchObject({ phase: 'after', outcome: { status } });
  });

  it.each([
    [{ error: 'Exit code 1\n1 failed' }, { status: 'error', exitCode: 1 }],
    [{ error: 'Command timed out' }, { status: 'error' }],
    [{ error: 'stopped', is_interrupt: true }, { status: 'cancelled' }],
  ])('a failure that says %j', (said, outcome) => {
    const failed = parse({ ...call, hook_event_name: 'PostToolUseFailure', tool_use_id: 't1', ...said });

    expect(failed).toMatchObject({ phase: 'after', outcome });
  });
});

describe('who sees a prompt of Claude Code', () => {
  it.each([
    ['human', {}, {}],
    ['human', { permission_mode: 'acceptEdits' }, { CLAUDE_CODE_ENTRYPOINT: 'cli' }],
    ['absent', { permission_mode: 'bypassPermissions' }, {}],
    ['absent', { permission_mode: 'dontAsk' }, { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' }],
    ['absent', {}, { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }],
    ['absent', {}, { CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_CODE_SESSION_ATTENDED: '0' }],
    ['host', {}, { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' }],
    ['host', {}, { CLAUDE_CODE_ENTRYPOINT: 'sdk-py', CLAUDE_CODE_SESSION_ATTENDED: '0' }],
  ])('is %s for %j under %j', (audience, more, env) => {
    expect(claudeCode.parse({ ...call, ...more }, { env }).audience).toBe(audience);
  });
});

describe('a version that takes new arguments without a question', () => {
  it.each([
    [undefined, true],
    ['another-agent_9-9-9', true],
    ['claude-code_2-1-329_harness', true],
    ['claude-code_1-9-900_harness', true],
    ['claude-code_2-1-330_harness', undefined],
    ['claude-code_2-2-0', undefined],
    ['claude-code_3-0-0_agent', undefined],
  ])('is known by what the client calls itself: %s', (client, mustAsk) => {
    const event = claudeCode.parse(call, { env: { AI_AGENT: client } });

    expect('mustAskToRewrite' in event ? event.mustAskToRewrite : undefined).toBe(mustAsk);
  });
});
