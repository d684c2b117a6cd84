import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

import type { HookReply } from '@licet/adapters/claude-code';
import { sqliteState } from '@licet/adapters/sqlite';
import { describe, expect, it } from 'vitest';

import { BUNDLE, command as licet, humanEnv, project } from '../support/cli.ts';

const policy = (question: string, channel = 'out_of_band'): string =>
  `version: 1\ndefault: pass\napprovals: { channel: ${channel} }\npolicy: { ${question} }\n`;
const ASKS = 'human_approval: { reason: it reaches others }';

let calls = 0;
const call = (root: string, command = 'git push', more: object = {}): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: root,
    tool_use_id: `toolu_${calls++}`,
    tool_name: 'Bash',
    tool_input: { command },
    ...more,
  });

function hook(root: string, input: string = call(root)): HookReply['hookSpecificOutput'] {
  const { status, stdout } = licet(root, ['hook', 'claude-code', '--policy', join(root, 'governance.yaml')], input);
  expect(status).toBe(0);
  return (JSON.parse(stdout) as HookReply).hookSpecificOutput;
}

const codeIn = (said: HookReply['hookSpecificOutput']): string =>
  /licet approve ([0-9A-Z-]{9})`/u.exec(said?.permissionDecisionReason ?? '')?.[1] ?? '';

const quoted = (words: readonly string[]): string => words.map(word => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
const HUMAN_ENV = humanEnv();

const hasScript =
  process.platform === 'linux' && spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

/** Runs a command on its own terminal, and types once it asks. */
function onTerminal(root: string, args: readonly string[], typed = ''): Promise<{ status: number | null; said: string }> {
  return new Promise(resolve => {
    const child = spawn('script', ['-qec', quoted([process.execPath, BUNDLE, ...args]), '/dev/null'], {
      cwd: root,
      env: { ...HUMAN_ENV, NO_COLOR: '1' },
    });
    let said = '';
    let typing: NodeJS.Timeout | undefined;
    child.stdout.on('data', part => {
      said += String(part);
      // What is typed in the first moment is not heard; how long that is, a busy machine decides.
      if (said.includes('[y/N]')) typing ??= setInterval(() => child.stdin.write(typed), 400);
    });
    child.stdin.on('error', () => undefined);
    child.on('exit', status => {
      clearInterval(typing);
      resolve({ status, said });
    });
  });
}

describe.skipIf(!hasScript)('an approval from another terminal (skipped where `script` lends none)', () => {
  it('lets the very same call pass once: block, approve, pass, block', async () => {
    const root = project(policy(ASKS));
    const said = hook(root);
    expect(said?.permissionDecision).toBe('deny');
    const code = codeIn(said);
    expect(codeIn(hook(root))).toBe(code);

    const { status, said: shown } = await onTerminal(root, ['approve', code.toLowerCase(), '--as', 'mara'], 'y\r');

    expect(shown).toContain('git push');
    expect(shown).toContain('approved');
    expect(status).toBe(0);
    expect(hook(root, call(root, 'git push --force'))?.permissionDecision).toBe('deny');
    expect(hook(root, call(root, 'git push', { session_id: 'other' }))?.permissionDecision).toBe('deny');
    expect(hook(root)).toBeUndefined();
    const third = hook(root);
    expect(third?.permissionDecision).toBe('deny');
    expect(codeIn(third)).not.toBe(code);
    const { audit, close } = sqliteState(join(root, '.licet', 'state.db'), { readOnly: true });
    expect(audit.read({ type: 'answer' })).toHaveLength(1);
    close();
  });

  it('is not given by Enter, and stays open', async () => {
    const root = project(policy(ASKS));
    const code = codeIn(hook(root));

    expect((await onTerminal(root, ['approve', code], '\r')).status).toBe(2);
    expect(codeIn(hook(root))).toBe(code);
  });

  it('tells the agent when a human said no, and why', async () => {
    const root = project(policy(ASKS));
    const code = codeIn(hook(root));

    expect((await onTerminal(root, ['approvals', 'deny', code, '--reason', 'not on a Friday'])).status).toBe(0);
    expect(hook(root)).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'licet: the approval does not hold: not on a Friday',
    });
  });

  it('counts people, and no one twice', async () => {
    const root = project(policy('quorum: { approvals: 2, of: [ann, ben, eve] }', 'runtime'));
    const code = codeIn(hook(root));
    const yes = (by: string) => onTerminal(root, ['approve', code, '--as', by, '--yes']);

    expect((await yes('mallory')).said).toContain('unknown_approver');
    expect((await yes('ann')).said).toContain('more answers are needed');
    expect((await yes('ANN')).said).toContain('second_answer');
    expect(hook(root)?.permissionDecisionReason).toContain('so far ann');
    expect((await yes('ben')).said).toContain('approved');
    expect(hook(root)).toBeUndefined();
  });

  it('is decided once when two answer at the same time', async () => {
    const root = project(policy(ASKS));
    const code = codeIn(hook(root));

    const ended = await Promise.all([
      onTerminal(root, ['approve', code, '--as', 'ann', '--yes']),
      onTerminal(root, ['approvals', 'deny', code, '--as', 'ben']),
      onTerminal(root, ['approve', code, '--as', 'eve', '--yes']),
    ]);

    expect(ended.map(({ status }) => status ?? -1).toSorted((a, b) => a - b)).toEqual([0, 2, 2]);
    const passes = hook(root) === undefined;
    expect(passes).toBe(ended[1]?.status !== 0);
  });
});

describe('licet approvals', () => {
  it('is refused without a terminal, and changes nothing', () => {
    const root = project(policy(ASKS));
    const code = codeIn(hook(root));

    for (const args of [
      ['approve', code],
      ['approve', code, '--yes'],
      ['approvals', 'approve', code],
      ['approvals', 'deny', code],
      ['approvals', 'watch'],
    ])
      expect(licet(root, args)).toMatchObject({
        status: 3,
        stderr: expect.stringContaining('is for a human, and there is no terminal') as string,
      });
    expect(codeIn(hook(root))).toBe(code);
  });

  it('lists what waits where `approve` and `deny` name no request, and how to answer', () => {
    const root = project(policy(ASKS));

    expect(licet(root, ['approve'])).toMatchObject({ status: 0, stdout: 'nothing waits for an answer\n', stderr: '' });
    const code = codeIn(hook(root));
    expect(licet(root, ['approve'])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(
        new RegExp(
          `^${code} {2}Bash: git push[^\\n]*\\nnext: \`licet approve CODE\`, such as \`licet approve ${code}\`\\n$`,
          'u',
        ),
      ) as string,
    });
    expect(licet(root, ['approvals', 'deny']).stdout).toContain(`such as \`licet approvals deny ${code}\``);
  });

  it('lists and shows what waits, for people and for programs', () => {
    const root = project(policy(ASKS));
    expect(licet(root, ['approvals', 'list']).stdout).toBe('nothing waits for an answer\n');
    const code = codeIn(hook(root, call(root, 'git push \u202e')));

    expect(licet(root, ['approvals', 'list']).stdout).toContain(`${code}  Bash: git push \\u{202e}`);
    const [listed] = JSON.parse(licet(root, ['approvals', 'list', '--json']).stdout) as { id: string }[];
    expect(listed).toMatchObject({ code, status: 'pending', answers: [], action: { payload: { command: 'git push \u202e' } } });
    expect(licet(root, ['approvals', 'show', code]).stdout).toContain('1. it reaches others');
    expect(JSON.parse(licet(root, ['approvals', 'show', listed?.id ?? '', '--json']).stdout)).toEqual(listed);
    expect(licet(root, ['approvals', 'show', 'x'])).toMatchObject({ status: 3 });
    expect(licet(root, ['approvals', 'show', '1234-5678']).stderr).toContain('mistyped');
  });

  it('has nothing to say where the requests lie in memory', () => {
    const root = project(
      'version: 1\ndefault: pass\napprovals: { store: memory, channel: out_of_band }\npolicy: { human_approval: {} }\n',
    );

    expect(hook(root)?.permissionDecisionReason).toContain('no way to give one here');
    expect(licet(root, ['approvals', 'list'])).toMatchObject({ status: 3 });
  });

  it('is not the agent’s to answer, by any route', () => {
    const root = project('version: 1\ndefault: pass\npolicy: { self_protection: {} }\n');

    for (const command of [
      'licet approve X',
      "bash -c 'env -u CLAUDECODE licet approvals deny X'",
      'npx -y licet@latest approve X',
      'script -qec "licet approve X" /dev/null',
    ])
      expect(hook(root, call(root, command))?.permissionDecision).toBe('deny');
    expect(hook(root, call(root, 'licet approvals list --json'))).toBeUndefined();
  });

  it('reports that the state cannot be used, and stops the call', () => {
    const root = project(
      'version: 1\ndefault: pass\napprovals: { path: governance.yaml/state.db, channel: out_of_band }\npolicy: { human_approval: {} }\n',
    );

    expect(hook(root)?.permissionDecision).toBe('deny');
  });
});
