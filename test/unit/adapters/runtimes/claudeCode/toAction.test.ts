import { claudeCode } from '@licet/adapters/claude-code';
import { describe, expect, it } from 'vitest';

const call = { session_id: 's', cwd: '/p', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'toolu_1' };
const parse = (more: object) => claudeCode.parse({ ...call, ...more }, { env: {} });
const before = (more: object) => {
  const event = parse({ hook_event_name: 'PreToolUse', ...more });
  if (event.phase !== 'before') throw new Error(event.phase);
  return event;
};
const outcome = (more: object) => {
  const event = parse(more);
  if (event.phase !== 'after') throw new Error(event.phase);
  return event.outcome;
};

describe('the action of a call of Claude Code', () => {
  it('keeps the arguments, the folder and the identities', () => {
    expect(before({ agent_id: 'sub', prompt_id: 'p1' }).action).toEqual({
      kind: 'bash',
      tool: 'Bash',
      payload: { command: 'ls' },
      sessionId: 's',
      callId: 'toolu_1',
      turnId: 'p1',
      agentId: 'sub',
      cwd: '/p',
      remarks: ['description'],
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
    ['Monitor', 'tool'],
    ['bash', 'tool'],
    ['__proto__', 'tool'],
  ])('takes %s for an act of kind %s', (tool_name, kind) => {
    expect(before({ tool_name }).action).toMatchObject({ kind, tool: tool_name });
  });

  it.each([
    ['Bash', ['description']],
    ['Agent', ['description']],
    ['mcp__github__create_issue', undefined],
    ['Write', undefined],
  ])('knows which arguments of %s are words for people', (tool_name, remarks) => {
    expect(before({ tool_name }).action.remarks).toEqual(remarks);
  });

  it('knows tools whose output comes past the hook', () => {
    expect(before({ tool_name: 'Monitor' }).streams).toBe(true);
    expect(before({}).streams).toBeUndefined();
  });

  it('is none for the start of a session', () => {
    expect(parse({ hook_event_name: 'SessionStart' })).toEqual({
      name: 'SessionStart',
      phase: 'start',
      sessionId: 's',
      audience: 'human',
    });
  });
});

describe('the outcome of a call of Claude Code', () => {
  it('is a success, a failure or an interruption', () => {
    expect(outcome({ hook_event_name: 'PostToolUse', tool_response: { stdout: '' }, duration_ms: 12 })).toEqual({
      status: 'ok',
      output: { stdout: '' },
      durationMs: 12,
    });
    expect(outcome({ hook_event_name: 'PostToolUseFailure', error: 'Exit code 127\nnot found' })).toEqual({
      status: 'error',
      error: 'Exit code 127\nnot found',
      exitCode: 127,
    });
    expect(outcome({ hook_event_name: 'PostToolUseFailure', is_interrupt: true })).toEqual({ status: 'cancelled' });
  });

  it('is never read out of the words in a batch', () => {
    const calls = [
      { ...call, tool_response: "The user doesn't want to proceed with this tool use." },
      { ...call, tool_use_id: 'toolu_2', tool_response: { stdout: 'fine' } },
    ];

    expect(parse({ hook_event_name: 'PostToolBatch', tool_calls: calls })).toMatchObject({
      phase: 'batch',
      calls: [{ callId: 'toolu_1' }, { callId: 'toolu_2' }],
    });
  });
});
