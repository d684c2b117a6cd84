import { transcripts } from '@licet/adapters/runtimes';
import type { RecordedEvent } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

async function read(format: string, file: string, ...entries: readonly unknown[]): Promise<readonly RecordedEvent[]> {
  const reader = (await transcripts[format]?.())?.open(file);
  return entries.flatMap(entry => reader?.entry(entry) ?? []);
}

const at = '2026-11-21T09:00:00.000Z';
const time = Date.parse(at);

describe('a transcript', () => {
  it('of Claude Code gives calls and what became of them', async () => {
    const about = { sessionId: 's', cwd: '/project', timestamp: at };
    const use = (id: string, name: string, input: object): object => ({ type: 'tool_use', id, name, input });
    const result = (id: string, more: object = {}): object => ({ type: 'tool_result', tool_use_id: id, ...more });
    const events = await read(
      'claude',
      '/p/s.jsonl',
      { type: 'queue-operation' },
      { type: 'user', ...about, message: { content: 'hello' } },
      {
        type: 'assistant',
        ...about,
        message: { content: [{ type: 'text' }, use('1', 'Bash', { command: 'ls', description: 'look' })] },
      },
      { type: 'user', ...about, message: { content: [result('1')] } },
      { type: 'assistant', ...about, message: { content: [use('2', 'Read', { file_path: 'a' }), use('3', 'mcp__x', {})] } },
      {
        type: 'user',
        ...about,
        permissionDecision: { decision: 'reject' },
        message: { content: [result('2', { is_error: true })] },
      },
      { type: 'user', ...about, message: { content: [result('3', { is_error: true })] } },
    );

    expect(events).toEqual([
      {
        type: 'call',
        at: time,
        exact: true,
        action: {
          kind: 'bash',
          tool: 'Bash',
          payload: { command: 'ls', description: 'look' },
          sessionId: 's',
          callId: '1',
          cwd: '/project',
          remarks: ['description'],
        },
      },
      { type: 'outcome', at: time, sessionId: 's', callId: '1', status: 'ok' },
      expect.objectContaining({ action: expect.objectContaining({ kind: 'read', callId: '2' }) as object }),
      expect.objectContaining({ action: expect.objectContaining({ kind: 'tool', callId: '3' }) as object }),
      expect.objectContaining({ callId: '2', status: 'denied' }),
      expect.objectContaining({ callId: '3', status: 'error' }),
    ]);
  });

  it('of a subagent of Claude Code names it', async () => {
    const message = { content: [{ type: 'tool_use', id: '1', name: 'Read', input: {} }] };

    expect(await read('claude', '/p/s/subagents/agent-7f.jsonl', { type: 'assistant', sessionId: 's', message })).toMatchObject([
      { action: { agentId: '7f', sessionId: 's' } },
    ]);
  });

  it('of Codex shows every way to run a command as hooks are shown it', async () => {
    const item = (payload: object): object => ({ type: 'response_item', timestamp: at, payload });
    const call = (call_id: string, name: string, given: unknown): object =>
      item({ type: 'function_call', name, call_id, arguments: JSON.stringify(given) });
    const events = await read(
      'codex',
      '/c/rollout-1.jsonl',
      { type: 'session_meta', timestamp: at, payload: { id: 's', cwd: '/project' } },
      call('1', 'shell', { command: ['bash', '-lc', 'ls -l | wc'] }),
      call('2', 'shell', { command: ['git', 'commit', '-m', "it's"], workdir: '/project/a' }),
      item({ type: 'custom_tool_call', name: 'apply_patch', call_id: '3', input: '*** Begin Patch' }),
      item({ type: 'function_call_output', call_id: '1', output: '' }),
      item({ type: 'function_call_output', call_id: '2', output: 'Wall time: 0.1\nProcess exited with code 1\nOutput:\nno' }),
      item({
        type: 'function_call_output',
        call_id: '4',
        output: 'Process exited with code 0\nOutput:\nProcess exited with code 1\n',
      }),
      item({ type: 'function_call_output', call_id: '5', output: 'Wall time: 0.1\nOutput:\nProcess exited with code 0\n' }),
    );

    expect(events).toMatchObject([
      { at: time, action: { kind: 'bash', payload: { command: 'ls -l | wc' }, sessionId: 's', cwd: '/project' } },
      { action: { payload: { command: String.raw`git commit -m 'it'\''s'` }, cwd: '/project/a' } },
      { action: { kind: 'write', tool: 'apply_patch', payload: { input: '*** Begin Patch' } } },
      { type: 'outcome', callId: '1', status: 'unknown' },
      { type: 'outcome', callId: '2', status: 'error' },
      { type: 'outcome', callId: '4', status: 'ok' },
      { type: 'outcome', callId: '5', status: 'unknown' },
    ]);
  });

  it('of Copilot CLI has the tools that its hooks have', async () => {
    const events = await read(
      'copilot',
      '/c/session-state/s/events.jsonl',
      { type: 'session.start', timestamp: at, data: { context: { cwd: '/project' } } },
      {
        type: 'tool.execution_start',
        timestamp: at,
        data: { toolCallId: '1', toolName: 'create', arguments: { path: 'a', file_text: '' } },
      },
      { type: 'tool.execution_complete', timestamp: at, data: { toolCallId: '1', success: false, error: { code: 'denied' } } },
      {
        type: 'tool.execution_complete',
        timestamp: at,
        data: { toolCallId: '2', success: true, shellExecution: { exitCode: 2 } },
      },
      {
        type: 'tool.execution_complete',
        timestamp: at,
        data: { toolCallId: '3', success: true, shellExecution: { exitCode: 0 } },
      },
    );

    expect(events).toMatchObject([
      { action: { kind: 'write', tool: 'Write', payload: { path: 'a' }, sessionId: 's', cwd: '/project' } },
      { type: 'outcome', callId: '1', status: 'denied' },
      { type: 'outcome', callId: '2', status: 'error' },
      { type: 'outcome', callId: '3', status: 'ok' },
    ]);
  });

  it('of Gemini CLI has each call once, however often its message is written', async () => {
    const context =
      '<session_context>\nThis is the Gemini CLI.\n- **Workspace Directories:**\n  - /project\n- **Directory Structure:**\n</session_context>';
    const ended = (output: string): object => ({
      result: [{ functionResponse: { response: { output } } }],
      status: 'success',
      timestamp: at,
    });
    const message = (...toolCalls: readonly object[]): object => ({
      id: 'm',
      timestamp: at,
      type: 'gemini',
      content: '',
      toolCalls,
    });
    const one = { id: '1', name: 'run_shell_command', args: { command: 'npm test', description: 'test' } };
    const two = { id: '2', name: 'write_file', args: { file_path: 'a', content: '' } };
    const events = await read(
      'gemini',
      '/g/tmp/project/chats/session-2026.jsonl',
      { sessionId: 's', projectHash: 'x', startTime: at, kind: 'main' },
      { $set: { messages: [{ id: 'u', timestamp: at, type: 'user', content: [{ text: context }] }] } },
      {
        id: 'u2',
        timestamp: at,
        type: 'user',
        content: [{ text: '<session_context>\nWorkspace Directories:**\n  - /elsewhere\n' }],
      },
      { id: 'm', timestamp: at, type: 'gemini', content: '' },
      message(one),
      message({
        ...one,
        ...ended('<untrusted_context>\nOutput: Exit Code: 0\nExit Code: 2\nProcess Group PGID: 7\n</untrusted_context>'),
      }),
      message(
        { ...one, status: 'success' },
        { ...two, ...ended('Exit Code: 2 is in it\n') },
        { id: '3', name: 'look', args: {}, status: 'cancelled' },
      ),
      { $set: { messages: [message(one)], lastUpdated: at } },
    );

    expect(events).toMatchObject([
      {
        type: 'call',
        at: time,
        action: {
          kind: 'bash',
          tool: 'run_shell_command',
          payload: { command: 'npm test' },
          sessionId: 's',
          callId: '1',
          cwd: '/project',
          remarks: ['description'],
        },
      },
      { type: 'outcome', callId: '1', status: 'error' },
      { type: 'call', action: { kind: 'write', tool: 'write_file', callId: '2' } },
      { type: 'outcome', callId: '2', status: 'ok' },
      { type: 'call', action: { kind: 'tool', tool: 'look', callId: '3' } },
      { type: 'outcome', callId: '3', status: 'cancelled' },
    ]);
    expect(events).toHaveLength(6);
  });

  it('of OpenTelemetry is its spans of tools, in the order of their beginnings', async () => {
    const attribute = (key: string, stringValue: string): object => ({ key, value: { stringValue } });
    const span = (start: number, ...attributes: readonly object[]): object => ({
      traceId: 't',
      spanId: `${start}`,
      startTimeUnixNano: `${start}000000`,
      endTimeUnixNano: `${start + 5}000000`,
      attributes: [attribute('gen_ai.operation.name', 'execute_tool'), ...attributes],
    });
    const events = await read('otel', '/o/spans.jsonl', {
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                span(9, attribute('gen_ai.tool.name', 'look')),
                span(
                  2,
                  attribute('gen_ai.tool.name', 'Bash'),
                  attribute('gen_ai.tool.call.id', 'c'),
                  attribute('gen_ai.conversation.id', 's'),
                  attribute('gen_ai.tool.call.arguments', '{"command":"ls"}'),
                  attribute('error.type', 'timeout'),
                ),
                { attributes: [attribute('gen_ai.operation.name', 'chat')] },
              ],
            },
          ],
        },
      ],
    });

    expect(events).toMatchObject([
      { at: 2, exact: true, action: { kind: 'bash', payload: { command: 'ls' }, sessionId: 's', callId: 'c' } },
      { type: 'outcome', at: 7, callId: 'c', status: 'error' },
      { at: 9, exact: false, action: { tool: 'look', sessionId: 't', callId: '9' } },
      { type: 'outcome', at: 14, status: 'ok' },
    ]);
  });

  it.each(Object.keys(transcripts))('of %s with an entry that is none is refused', async format => {
    await expect(read(format, '/x/rollout-1.jsonl', 'text')).rejects.toThrow(/an entry is no object/u);
    await expect(read(format, '/x/rollout-1.jsonl', { type: 'never heard of' })).resolves.toEqual([]);
  });
});
