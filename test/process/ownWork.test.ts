import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { HookReply } from '@licet/adapters/claude-code';
import { describe, expect, it } from 'vitest';

import { licet, project } from '../support/cli.ts';

const POLICY = 'version: 1\ndefault: pass\npolicy:\n  all:\n    - self_protection: {}\n    - bash_safety: {}\n';

/** A session whose every event is answered by a new process. */
function sessionIn(root: string) {
  let calls = 0;
  const answer = (name: string, id: string, tool: string, input: object, session: string): HookReply => {
    const event = {
      hook_event_name: name,
      session_id: session,
      cwd: root,
      tool_use_id: id,
      tool_name: tool,
      tool_input: input,
      tool_response: {},
    };
    const { stdout } = licet(root, ['hook', 'claude-code', '--policy', join(root, 'governance.yaml')], JSON.stringify(event));
    return JSON.parse(stdout) as HookReply;
  };
  return {
    /** Lets a call pass, does what it would do, and reports it. */
    does(tool: string, input: object, act: () => void): void {
      const id = `toolu_${(calls += 1)}`;
      expect(answer('PreToolUse', id, tool, input, 's').hookSpecificOutput?.permissionDecision).toBeUndefined();
      act();
      answer('PostToolUse', id, tool, input, 's');
    },
    /** What the hook decides about a command; undefined where it lets it pass. */
    decides: (command: string, session: string = 's'): string | undefined =>
      answer('PreToolUse', `toolu_${(calls += 1)}`, 'Bash', { command }, session).hookSpecificOutput?.permissionDecision,
  };
}

describe('the own work of a session, seen by a process for each event', () => {
  it('may be deleted: what Write, a redirection and a program that it ran have made', () => {
    const root = project(POLICY);
    const put = (name: string): void => writeFileSync(join(root, name), 'x\n');
    put('notes.txt');
    const session = sessionIn(root);
    session.does('Write', { file_path: join(root, 'reproduce.py'), content: 'print(1)' }, () => put('reproduce.py'));
    session.does('Bash', { command: 'python3 reproduce.py > out.txt && make chart' }, () => ['out.txt', 'chart.bin'].map(put));

    for (const command of ['rm reproduce.py', 'rm out.txt', 'rm chart.bin'])
      expect([command, session.decides(command)]).toEqual([command, undefined]);
    expect(session.decides('rm notes.txt')).toBe('ask');
    expect(session.decides('rm *.txt')).toBe('ask');
    expect(session.decides('rm reproduce.py', 'another')).toBe('ask');
  });
});
