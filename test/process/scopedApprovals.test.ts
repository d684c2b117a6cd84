import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { HookReply } from '@licet/adapters/claude-code';
import { describe, expect, it } from 'vitest';

import { command as licet, project } from '../support/cli.ts';
import { hasScript, onTerminal } from '../support/onTerminal.ts';

const POLICY = `version: 1
default: pass
approvals: { channel: out_of_band }
policy:
  all:
    - floor: {}
    - self_protection: {}
    - ask_before: [git commit, git push]
`;

let calls = 0;

function event(root: string, name: string, more: object): string {
  const input = JSON.stringify({ hook_event_name: name, session_id: 's', prompt_id: 'p1', cwd: root, ...more });
  const { status, stdout } = licet(root, ['hook', 'claude-code', '--policy', join(root, 'governance.yaml')], input);
  expect(status).toBe(0);
  return stdout;
}

/** What the hook says to a command of an agent; `run` for one that runs. */
function bash(root: string, command: string, more: object = {}): string {
  const call = { tool_use_id: `toolu_s${calls++}`, tool_name: 'Bash', tool_input: { command }, ...more };
  const said = (JSON.parse(event(root, 'PreToolUse', call)) as HookReply).hookSpecificOutput;
  return said?.permissionDecision === undefined ? 'run' : (said.permissionDecisionReason ?? '');
}

const codeIn = (text: string): string => /licet approve ([0-9A-Z-]{9})/u.exec(text)?.[1] ?? '';

async function said(root: string, ...args: readonly string[]): Promise<string> {
  const { status, said: text } = await onTerminal(root, args, { answer: 'y\n' });
  expect(status, text).toBe(0);
  return text;
}

/** A project in which a person has approved commits. */
async function approved(
  ...more: readonly string[]
): Promise<{ readonly root: string; readonly code: string; readonly text: string }> {
  const root = project(POLICY);
  const code = codeIn(bash(root, 'git commit -m a'));
  return { root, code, text: await said(root, 'approve', code, ...more) };
}

describe.skipIf(!hasScript)('a yes for several calls', () => {
  it('is read with examples before it is given, covers what it says, and ends with the prompt', async () => {
    const { root, text } = await approved('--for', 'task');
    for (const part of [
      'A yes covers every call of this session that does only this:',
      'git commit -m <any message>',
      "git commit -m 'another message'",
      'Not covered by it:',
      "git commit --force -m 'fix the tests'",
      "ends with the user's next prompt, 12 h after the answer at the latest, or after 100 calls",
      'Let all these calls run? [y/N]',
    ])
      expect(text).toContain(part);

    expect(bash(root, 'git commit -m b')).toBe('run');
    expect(bash(root, 'git commit -m b', { prompt_id: 'p2' })).toContain('licet approve');
    expect(bash(root, 'git commit -m b', { session_id: 'other' })).toContain('licet approve');
    expect(bash(root, 'git commit -m b && git push')).toContain('licet approve');
    event(root, 'UserPromptSubmit', { prompt: 'go on' });
    expect(bash(root, 'git commit -m c')).toContain('licet approve');
  });

  it('is listed with its uses, told to the agent, and ended by a person', async () => {
    const { root, code } = await approved('--for', 'session', '--uses', '5');
    expect(bash(root, 'git commit -m b')).toBe('run');

    expect(licet(root, ['approvals', 'list']).stdout).toMatch(new RegExp(`in force.*\n${code} {2}used 1 of 5, session s`, 'u'));
    expect(licet(root, ['approvals', 'show', code]).stdout).toContain('git commit -m <any message>');
    expect(licet(root, ['status', '--session', 's']).stdout).toContain('approved for several calls');
    expect(licet(root, ['context', '--session', 's']).stdout).toContain('a person has approved every call that does only this');
    expect(licet(root, ['context', '--session', 'other']).stdout).not.toContain('a person has approved');

    expect(licet(root, ['approvals', 'end', code]).status).toBe(3);
    expect(await said(root, 'approvals', 'end', code)).toContain('ended: the next call asks again');
    expect(bash(root, 'git commit -m c')).toContain('licet approve');
    expect(await said(root, 'approvals', 'end', '--all')).toContain('no yes covers several calls');
  });

  it('ends with the session', async () => {
    const { root } = await approved('--for', 'session');
    expect(bash(root, 'git commit -m b')).toBe('run');
    event(root, 'SessionEnd', {});
    expect(bash(root, 'git commit -m b')).toContain('licet approve');
  });

  it('does not come back, and is not used again, whatever the state file says', async () => {
    const { root, code } = await approved('--for', 'session', '--uses', '2');
    const forge = (sql: string, ...params: readonly string[]): void => {
      const db = new DatabaseSync(join(root, '.licet', 'state.db'));
      db.prepare(sql).run(...params);
      db.close();
    };
    const rows = (): string => {
      const db = new DatabaseSync(join(root, '.licet', 'state.db'));
      const row = db.prepare("select answer from approvals where json_extract(request, '$.code') = ?").get(code);
      db.close();
      return (row as { readonly answer: string }).answer;
    };
    const before = rows();
    expect(bash(root, 'git commit -m b')).toBe('run');
    forge('update approvals set holders = null');
    expect(bash(root, 'git commit -m c')).toBe('run');
    forge('update approvals set holders = null');
    expect(bash(root, 'git commit -m d')).toContain('licet approve');

    const second = codeIn(bash(root, 'git push origin feature'));
    await said(root, 'approve', second, '--for', 'session');
    await said(root, 'approvals', 'end', second);
    forge('update approvals set answer = replace(?, \'"uses":2\', \'"uses":100\')', before);
    expect(bash(root, 'git push origin feature')).not.toBe('run');
    expect(bash(root, 'git commit -m e')).not.toBe('run');
  });

  it.each([
    [['--uses', '3'], /say nothing without `--for`/u],
    [['--for', 'ever'], /expected `task`, `session` or a time of at most a day/u],
    [['--for', '2d'], /a time of at most a day/u],
    [['--for', 'task', '--uses', '0'], /a number from 1 to 1000/u],
    [['--for', 'task', '--yes'], /is read before it is given/u],
  ])('is not taken with %j', async (args, why) => {
    const root = project(POLICY);
    const code = codeIn(bash(root, 'git commit -m a'));
    const { status, said: text } = await onTerminal(root, ['approve', code, ...args]);
    expect(status).toBe(3);
    expect(text).toMatch(why);
    expect(bash(root, 'git commit -m b')).not.toBe('run');
  });
});

describe.skipIf(!hasScript)('a task that an agent declares', () => {
  const COMMAND = "licet request --task 'ship it' --needs 'git commit -m x' --needs 'git push origin feature'";
  const ARGS = ['request', '--task', 'ship it', '--needs', 'git commit -m x', '--needs', 'git push origin feature'];

  it('is one question for the session of the call that declares it', async () => {
    const root = project(POLICY);
    expect(bash(root, COMMAND)).toBe('run');
    const asked = licet(root, ARGS);
    expect(asked.status).toBe(1);
    expect(asked.stdout).toContain('git push origin feature');
    expect(bash(root, 'git push origin feature')).toContain('licet approve');

    const text = await said(root, 'approve', codeIn(asked.stdout));
    expect(text).toContain('the agent says: ship it');
    expect(bash(root, 'git commit -m y')).toBe('run');
    expect(bash(root, 'git push origin feature')).toBe('run');
    expect(bash(root, 'git push origin main')).toContain('licet approve');
    expect(bash(root, 'git push origin feature', { prompt_id: 'p2' })).toContain('licet approve');
  });

  it('is not put where the session is not known, or a call is blocked', () => {
    const root = project(POLICY);
    const unknown = licet(root, ARGS);
    expect([unknown.status, unknown.stderr]).toEqual([3, expect.stringContaining('no hook has judged the call')]);
    const blocked = licet(root, ['request', '--session', 's', '--task', 'x', '--needs', 'rm -rf /']);
    expect([blocked.status, blocked.stderr]).toEqual([2, expect.stringContaining('need 1 is blocked')]);
  });
});
