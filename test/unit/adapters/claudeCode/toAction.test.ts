import { claudeCode, parseEvent, toOutcomes } from '@licet/adapters/claude-code';
import { describe, expect, it } from 'vitest';

const call = { session_id: 's', cwd: '/p', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'toolu_1' };
const pre = (more: object) => parseEvent({ ...call, hook_event_name: 'PreToolUse', ...more });

describe('toAction', () => {
  it('keeps the arguments, the folder and the identities', () => {
    expect(claudeCode.toAction(pre({ agent_id: 'sub' }))).toEqual({
      kind: 'bash',
      tool: 'Bash',
      payload: { command: 'ls' },
      sessionId: 's',
      callId: 'toolu_1',
      agentId: 'sub',
      cwd: '/p',
    });
  });

  it.each([
    ['Read', 'read'],
    ['Glob', 'read'],
    ['Write', 'write'],
    ['MultiEdit', 'write'],
    ['NotebookEdit', 'write'],
    ['WebFetch', 'network'],
    ['mcp__github__create_issue', 'tool'],
    ['bash', 'tool'],
    ['__proto__', 'tool'],
  ])('takes %s for an act of kind %s', (tool_name, kind) => {
    expect(claudeCode.toAction(pre({ tool_name }))).toMatchObject({ kind, tool: tool_name });
  });

  it('throws for an event that is about no call', () => {
    expect(() => claudeCode.toAction(parseEvent({ hook_event_name: 'SessionStart', session_id: 's' }))).toThrow('`SessionStart`');
  });
});

describe('toOutcomes', () => {
  const of = (event: object) => toOutcomes(parseEvent({ ...call, ...event })).map(({ outcome }) => outcome);

  it('reads success, failure and interruption', () => {
    expect(of({ hook_event_name: 'PostToolUse', tool_response: { stdout: '' }, duration_ms: 12 })).toEqual([
      { status: 'ok', output: { stdout: '' }, durationMs: 12 },
    ]);
    expect(of({ hook_event_name: 'PostToolUseFailure', error: 'Exit code 127\nnot found' })).toEqual([
      { status: 'error', error: 'Exit code 127\nnot found', exitCode: 127 },
    ]);
    expect(of({ hook_event_name: 'PostToolUseFailure', is_interrupt: true })).toEqual([{ status: 'cancelled' }]);
  });

  it('tells of a batch only what others have refused', () => {
    const calls = [
      { ...call, tool_response: { stdout: 'fine' } },
      { ...call, tool_use_id: 'toolu_2', tool_response: "The user doesn't want to proceed with this tool use." },
      { ...call, tool_use_id: 'toolu_3', tool_response: 'PreToolUse:Bash hook error: licet: no' },
    ];

    const outcomes = toOutcomes(parseEvent({ hook_event_name: 'PostToolBatch', session_id: 's', tool_calls: calls }));

    expect(outcomes.map(({ action, outcome }) => [action.callId, outcome.status])).toEqual([['toolu_2', 'denied']]);
  });

  it('tells nothing of a call that is still to come', () => {
    expect(of({ hook_event_name: 'PreToolUse' })).toEqual([]);
  });
});
