import { HookInputError, parseEvent } from '@licet/adapters/claude-code';
import { describe, expect, it } from 'vitest';

const call = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' } };

describe('parseEvent', () => {
  it('lets unknown members be', () => {
    const event = { ...call, permission_mode: 'plan', anything: [1] };

    expect(parseEvent(event)).toBe(event);
  });

  it.each([
    [undefined, 'the hook input must be an object, found nothing'],
    [null, 'the hook input must be an object, found null'],
    [[call], 'the hook input must be an object, found a list'],
    ['PreToolUse', 'the hook input must be an object, found a value of type string'],
    [{}, '`hook_event_name` must be a text, found nothing'],
    [{ ...call, hook_event_name: 'Stop' }, '`Stop` is not an event this hook knows'],
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
    expect(() => parseEvent(input)).toThrow(new HookInputError(message));
  });
});
