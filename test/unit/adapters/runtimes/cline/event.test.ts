import { runtimes } from '@licet/adapters/runtimes';
import { describe, expect, it } from 'vitest';

const runtime = await (runtimes['cline']?.() ?? expect.fail('no such runtime'));

const eventOf = (tool_name: string, tool_input: unknown, more = {}): object => ({
  hook_event_name: 'beforeTool',
  session_id: 's',
  tool_name,
  tool_input,
  ...more,
});

const payloadOf = (tool: string, input: unknown): unknown => {
  const event = runtime.parse(eventOf(tool, input), { env: {} });
  return event.phase === 'before' ? event.action.payload : expect.fail(event.phase);
};

describe('an event of Cline', () => {
  it.each([
    ['a text', 'ls', 'ls'],
    ['a list of one text', { commands: ['ls'] }, 'ls'],
    ['a command by its name', { command: 'ls' }, 'ls'],
    ['the short name', { cmd: 'ls' }, 'ls'],
    ['a program with its arguments', { commands: { command: 'echo', args: ['a b'] } }, "echo 'a b'"],
    ['a list of programs', [{ command: 'echo', args: ['a;b'] }], "echo 'a;b'"],
    ['two commands, each in its own shell', ['cd /', 'rm -rf x'], "bash -c 'cd /'\nbash -c 'rm -rf x'"],
  ])('names the commands that are written as %s', (_what, input, command) => {
    expect(payloadOf('run_commands', input)).toEqual({ command });
  });

  it.each([
    ['a list', { files: [{ path: 'a', start_line: 1 }, 'b'] }, ['a', 'b']],
    ['one file', { file_path: 'a' }, ['a']],
    ['one path', { paths: 'a' }, ['a']],
    ['a text', 'a', ['a']],
  ])('names the files that are written as %s', (_what, input, paths) => {
    expect(payloadOf('read_files', input)).toEqual({ paths });
  });

  it('names what is searched, the text of a patch, and leaves the arguments of other tools', () => {
    expect(payloadOf('search_codebase', { queries: ['a', 'b'] })).toEqual({ pattern: 'a|b' });
    expect(payloadOf('apply_patch', '*** Begin Patch')).toEqual({ input: '*** Begin Patch' });
    expect(payloadOf('send', { to: 'a' })).toEqual({ to: 'a' });
  });

  it.each([
    ['run_commands', { commands: ['ls'], cmd: 'rm -rf /' }],
    ['run_commands', { commands: ['ls'], command: 'rm -rf /' }],
    ['run_commands', { commands: [7] }],
    ['run_commands', { commands: [{ command: 'ls', args: 'x' }] }],
    ['read_files', { files: [{ start_line: 1 }] }],
    ['send', 'a text'],
  ])('is refused when the arguments of `%s` have another shape', (tool, input) => {
    expect(() => payloadOf(tool, input)).toThrow();
  });

  it('tells which sub-agent makes a call, and that one of several commands has failed', () => {
    expect(runtime.parse(eventOf('send', {}, { agent_id: 'a' }), { env: {} })).toMatchObject({ agentId: 'a' });
    const after = { hook_event_name: 'afterTool', tool_output: [{ success: true }, { success: false }], is_error: false };
    expect(runtime.parse(eventOf('run_commands', 'ls', after), { env: {} })).toMatchObject({ outcome: { status: 'error' } });
    expect(
      runtime.parse(eventOf('run_commands', 'ls', { ...after, tool_output: [{ success: true }] }), { env: {} }),
    ).toMatchObject({
      outcome: { status: 'ok' },
    });
  });

  it('is answered with a denial where the policy changes the arguments', () => {
    const said = runtime.reply({ do: 'rewrite', args: {} }, { name: 'beforeTool', phase: 'before' });

    expect(runtime.readReply(said)).toBe('stop');
  });
});
