import { sqliteState } from '@licet/adapters/sqlite';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

import { runtimes } from '@licet/adapters/runtimes';
import type { HookReply } from '@licet/adapters/claude-code';
import { cacheFile } from 'licet/source/policy/cache.ts';
import { describe, expect, it } from 'vitest';

import pkg from '../../packages/cli/package.json' with { type: 'json' };

import { BUNDLE, FAULTY, command as licet, licet as ownProcess, TEST_HOME, project } from '../support/cli.ts';
import type { Ended } from '../support/cli.ts';

const OPEN = 'version: 1\ndefault: pass\npolicy:\n  all:\n    - secret_paths: {}\n    - bash_safety: {}\n';
const trailOf = (root: string) => sqliteState(join(root, '.licet', 'state.db'), { readOnly: true }).audit;
const isRoot = process.getuid?.() === 0;

const event = (root: string, more: object = {}): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: root,
    tool_use_id: 'toolu_1',
    tool_name: 'Read',
    tool_input: { file_path: join(root, 'a.txt') },
    ...more,
  });

const hook = (root: string, input: string | Buffer, bundle = BUNDLE): Ended =>
  licet(root, ['hook', 'claude-code', '--policy', join(root, 'governance.yaml')], input, bundle);

/** Reads the reply as Claude Code would: code 0 and one JSON object. */
function replyOf({ status, stdout }: Ended): HookReply {
  expect(status).toBe(0);
  return JSON.parse(stdout) as HookReply;
}

function expectDenied(ended: Ended, reason: RegExp | string): void {
  const { hookSpecificOutput: said } = replyOf(ended);
  expect(said?.permissionDecision).toBe('deny');
  expect(said?.permissionDecisionReason).toMatch(reason);
}

describe('hook process', () => {
  it('has no opinion on what passes, and writes one line down', () => {
    const root = project(OPEN);

    expect(hook(root, event(root))).toMatchObject({ status: 0, stdout: '{}\n', stderr: '' });

    expect(trailOf(root).read()).toMatchObject([
      { seq: 1, record: { type: 'evaluation', ruling: 'pass', tool: 'Read', callId: 'toolu_1', runtime: 'claude-code' } },
    ]);
  });

  it.each([
    ['what passes', event('/')],
    ['what is denied', event('/', { tool_input: { file_path: '/.env' } })],
    ['no input', ''],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['more than it reads', `{"x": "${'x'.repeat(10_000_000)}"}`],
    ['no input after a call', '', '--after'],
    ['another runtime', event('/'), 'clippy'],
    ['no flag of the hook', event('/'), '--polcy'],
  ])('says the same in a new process as in the daemon of these tests: %s', (_what, input, word = '') => {
    const args = word === 'clippy' ? [word] : ['claude-code', ...(word === '--polcy' ? [word] : ['--policy', 'governance.yaml'])];
    const [own, shared] = [ownProcess, licet].map(start =>
      start(project(OPEN), ['hook', ...args, ...(word === '--after' ? [word] : [])], input),
    );

    expect(own).toEqual(shared);
  });

  it('keeps what is known of programs apart: a call of a file tool does not load it', () => {
    const describes = (bundle: string): boolean => readFileSync(join(dirname(BUNDLE), bundle), 'utf8').includes('pg_dump');

    expect([describes('hook.cjs'), describes('shell.cjs')]).toEqual([false, true]);
  });

  it('denies with a reason and a way out', () => {
    const root = project(OPEN);

    const { hookSpecificOutput: said } = replyOf(hook(root, event(root, { tool_input: { file_path: join(root, '.env') } })));

    expect(said).toMatchObject({ hookEventName: 'PreToolUse', permissionDecision: 'deny' });
    expect(said?.additionalContext).toMatch(/^What to do instead: /);
  });

  it('asks where the policy asks', () => {
    const root = project('version: 1\ndefault: pass\npolicy: { human_approval: { reason: it reaches others } }\n');

    expect(replyOf(hook(root, event(root))).hookSpecificOutput).toMatchObject({
      permissionDecision: 'ask',
      permissionDecisionReason: 'licet: it reaches others (human_approval, governance.yaml:3)',
    });
  });

  it('decides the same from the kept policy as from the text', () => {
    const root = project(OPEN);
    const secret = event(root, { tool_input: { file_path: join(root, '.env') } });

    const fresh = hook(root, secret);
    expect(existsSync(cacheFile(join(root, 'governance.yaml'), 'disk', pkg.version, TEST_HOME))).toBe(true);
    expect(existsSync(join(root, '.licet', 'cache'))).toBe(false);
    const kept = hook(root, secret);

    expect(kept.stdout).toBe(fresh.stdout);
  });

  it('never uses a kept policy whose text, version or includes have changed', () => {
    const root = project('version: 1\ndefault: pass\ninclude: [./more.yaml]\npolicy: { secret_paths: {} }\n');
    writeFileSync(join(root, 'more.yaml'), 'version: 1\npolicy: { secret_paths: {} }\n');
    expect(hook(root, event(root)).stdout).toBe('{}\n');

    writeFileSync(join(root, 'more.yaml'), 'version: 1\npolicy: { human_approval: {} }\n');
    expect(replyOf(hook(root, event(root))).hookSpecificOutput?.permissionDecision).toBe('ask');

    writeFileSync(join(root, 'governance.yaml'), OPEN);
    expect(hook(root, event(root)).stdout).toBe('{}\n');

    const cache = cacheFile(join(root, 'governance.yaml'), 'disk', pkg.version, TEST_HOME);
    writeFileSync(cache, readFileSync(cache, 'utf8').slice(0, 100));
    expect(hook(root, event(root)).stdout).toBe('{}\n');
  });

  it.each(['throws', 'rejects', 'hangs', 'nonsense', 'nothing', 'wrongRuling'])('denies when a guard fails: %s', how => {
    const root = project(
      `version: 1\ndefault: pass\nguard_timeout_ms: 100\npolicy:\n  all:\n    - secret_paths: {}\n    - faulty: { how: ${how} }\n`,
    );

    expectDenied(hook(root, event(root), FAULTY), /^licet: /);
  });

  it.each(['exits', 'throwsLater', 'rejectsUnseen'])('ends with code 2 when it ends without a decision: %s', how => {
    const root = project(`version: 1\ndefault: pass\npolicy: { faulty: { how: ${how} } }\n`);

    const ended = hook(root, event(root), FAULTY);

    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('without a decision');
  });

  it.each(['exits', 'throwsLater', 'rejectsUnseen'])('stops nothing when it fails after a call: %s', how => {
    const root = project(`version: 1\ndefault: pass\npolicy: { faulty: { how: ${how}, after: true } }\n`);
    const seen = (more: object, ...flags: readonly string[]): Ended =>
      licet(root, ['hook', 'claude-code', '--policy', join(root, 'governance.yaml'), ...flags], event(root, more), FAULTY);
    for (const flags of [[], ['--after']]) {
      expect(seen({})).toMatchObject({ status: 0, stdout: '{}\n' });
      const ended = seen({ hook_event_name: 'PostToolUse', tool_response: {} }, ...flags);

      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toContain('without a decision');
    }
  });

  it.each(Object.keys(runtimes))(
    'prints an event of %s that it reads itself, and names that way if no event comes',
    async name => {
      const root = project(OPEN);
      const ask = (input: string, ...flags: readonly string[]): Ended => licet(root, ['hook', name, ...flags], input);
      const { status, stdout } = ask('', '--example');

      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ session_id: 'example', cwd: root });
      const runtime = await runtimes[name]?.();
      expect(runtime?.readReply(JSON.parse(ask(stdout).stdout))).toBe('run');
      expect(ask('').stdout).toContain(`\`licet hook ${name} --example\``);
      expect(ask('no JSON').stdout).toContain(`\`licet hook ${name} --example\``);
      expect(ask(stdout, '--example', '--after').stdout).not.toContain('"session_id"');
    },
  );

  it('never answers an event after the calls with a stop, whatever is in its input', () => {
    const root = project(OPEN);
    const after = (input: string): Ended =>
      licet(root, ['hook', 'claude-code', '--policy', join(root, 'governance.yaml'), '--after'], input);

    for (const input of ['', 'no JSON', `{"x": "${'x'.repeat(10_000_000)}"}`]) {
      const { status, stdout, stderr } = after(input);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^licet: the hook input /u);
    }
    const broken = after(JSON.stringify({ hook_event_name: 'PostToolBatch', session_id: 's' }));
    expect(replyOf(broken)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PostToolBatch',
        additionalContext: expect.stringContaining('`tool_calls` must be a list'),
      },
    });
  });

  describe('whose input stays open', () => {
    const open = (input: string, ...flags: readonly string[]) => {
      const root = project(OPEN);
      const child = spawn(
        process.execPath,
        [BUNDLE, 'hook', 'claude-code', '--policy', join(root, 'governance.yaml'), ...flags],
        {
          cwd: root,
        },
      );
      let said = '';
      child.stdout.on('data', part => (said += String(part)));
      child.stdin.write(input.replaceAll('{root}', root));
      const ended = new Promise<number | null>(resolve => child.on('exit', resolve));
      return ended.then(status => {
        child.stdin.destroy();
        return { status, said };
      });
    };

    it('answers as soon as a whole event has come: at the end of its time it would deny', async () => {
      expect(await open(event('{root}'))).toEqual({ status: 0, said: '{}\n' });
    });

    it.concurrent.each(['', '{"hook_event_name": "PreToolUse", "session_id": "s"'])(
      'denies in the end what never comes whole: %s',
      async input => {
        const { status, said } = await open(input);

        expect(status).toBe(0);
        expect(said).toContain('the hook input did not end within 5000 ms');
        expect(said).toContain('"deny"');
      },
    );

    it.concurrent('stops nothing after a call', async () => {
      expect(await open('{', '--after')).toEqual({ status: 1, said: '' });
    });
  });

  it('says nothing when it is killed half-way, so that `onFailure` decides', () => {
    const root = project('version: 1\ndefault: pass\npolicy: { faulty: { how: aborts } }\n');

    expect(hook(root, event(root), FAULTY)).toMatchObject({ status: null, signal: 'SIGKILL', stdout: '' });
  });

  it('says nothing when it is killed while it waits for its input', async () => {
    const root = project(OPEN);
    const child = spawn(process.execPath, [BUNDLE, 'hook', 'claude-code', '--policy', join(root, 'governance.yaml')], {
      cwd: root,
    });
    let said = '';
    child.stdout.on('data', part => (said += String(part)));
    child.stdin.write('{"hook_event');
    await new Promise(resolve => setTimeout(resolve, 300));
    child.kill('SIGTERM');

    expect(await new Promise(resolve => child.on('exit', (_code, signal) => resolve(signal)))).toBe('SIGTERM');
    expect(said).toBe('');
  });

  it.each([
    ['empty', '', 'empty'],
    ['white space', ' \n', 'not JSON'],
    ['no JSON', 'rm -rf /', 'not JSON'],
    ['half an object', '{"hook_event_name": "PreToolUse"', 'not JSON'],
    ['an array', '[]', 'must be an object'],
    ['a number', '5', 'must be an object'],
    ['null', 'null', 'must be an object'],
    ['an unknown event', '{"hook_event_name": "Nonsense", "session_id": "s"}', '`Nonsense` is not an event'],
    ['no event', '{}', '`hook_event_name` must be a text'],
    ['wrong types', '{"hook_event_name": "PreToolUse", "session_id": 1}', '`session_id` must be a text'],
    [
      'a command that is a list',
      '{"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "Bash", "tool_input": ["ls"]}',
      '`tool_input` must be an object',
    ],
    ['NULs', '\0\0\0\0', 'not JSON'],
    ['10 MB', `{"hook_event_name": "PreToolUse", "x": "${'x'.repeat(10_000_000)}"}`, 'more than 8388608'],
    ['deep nesting', '['.repeat(1_000_000), 'not JSON'],
  ])('denies input that is %s', (_what, input, reason) => {
    expectDenied(hook(project(OPEN), input), reason);
  });

  it('denies input that is no UTF-8', () => {
    expectDenied(hook(project(OPEN), Buffer.from([0x7b, 0xff, 0xfe, 0x7d])), /licet: /);
  });

  it('judges a text with NULs and lone surrogates instead of failing', () => {
    const root = project(OPEN);
    const input = event(root, { tool_name: 'Bash', tool_input: { command: 'rm -rf /\0' } }).replace('"s"', '"s\\ud800"');

    expect(replyOf(hook(root, input)).hookSpecificOutput?.permissionDecision).not.toBeUndefined();
  });

  it('judges a tool that it does not know', () => {
    const root = project('version: 1\ndefault: block\npolicy: { tool_allowlist: { tools: [Read] } }\n');

    expectDenied(hook(root, event(root, { tool_name: 'NoSuchTool', tool_input: {} })), '`NoSuchTool`');
  });

  it('denies when there is no policy', () => {
    const root = project();

    expectDenied(hook(root, event(root)), /there is no policy .* `licet init`/);
    expectDenied(licet(root, ['hook', 'claude-code'], event(root)), 'there is no `governance.yaml`');
  });

  it.each([
    ['no YAML', 'version: 1\npolicy: ['],
    ['empty', ''],
    ['a list', '- 1'],
    ['a version of the future', 'version: 99\npolicy: { secret_paths: {} }\n'],
    ['an unknown guard', 'version: 1\ndefault: pass\npolicy: { secret_path: {} }\n'],
    ['a policy without a tree', 'version: 1\ndefault: pass\n'],
    ['binary', '\u0000\u0001\u0002'],
  ])('denies when the policy is %s', (_what, policy) => {
    const root = project(policy);

    expectDenied(hook(root, event(root)), 'does not load');
  });

  it('denies when the policy is a folder', () => {
    const root = project();
    mkdirSync(join(root, 'governance.yaml'));

    expectDenied(hook(root, event(root)), 'cannot be read');
  });

  it.skipIf(isRoot)('denies when the policy may not be read (skipped for root, who may read everything)', () => {
    const root = project(OPEN);
    chmodSync(join(root, 'governance.yaml'), 0);

    expectDenied(hook(root, event(root)), 'cannot be read');
  });

  it('denies when the audit trail cannot be written', () => {
    const root = project(OPEN);
    mkdirSync(join(root, '.licet', 'state.db'), { recursive: true });

    expectDenied(hook(root, event(root)), 'could not be written down');
  });

  it('denies when a file is in the place of its folder, and reports it', () => {
    const root = project(OPEN);
    writeFileSync(join(root, '.licet'), 'a file where the folder should be');

    expectDenied(hook(root, event(root)), 'a file lies where its folder should be; move it away');
  });

  it('counts across calls, each call once, and gives back what did not run', () => {
    const root = project('version: 1\ndefault: pass\npolicy: { budget: { max: 2 } }\n');
    const call = (id: string, more: object = {}): HookReply => replyOf(hook(root, event(root, { tool_use_id: id, ...more })));
    const isDenied = (reply: HookReply): boolean => reply.hookSpecificOutput?.permissionDecision === 'deny';

    expect(['a', 'a', 'b', 'a'].map(id => isDenied(call(id)))).toEqual([false, false, false, false]);
    expect(isDenied(call('c'))).toBe(true);
    call('b', { hook_event_name: 'PostToolUseFailure', error: 'Interrupted', is_interrupt: true });
    call('a', { hook_event_name: 'PostToolUse', tool_response: { stdout: '' } });
    expect(['c', 'd'].map(id => isDenied(call(id)))).toEqual([false, true]);
  });

  it('keeps sessions and the trail in SQLite when the policy asks for it', () => {
    const root = project(
      'version: 1\ndefault: pass\nsessions: { store: sqlite }\naudit: { store: sqlite }\npolicy: { secret_paths: {} }\n',
    );

    expect(hook(root, event(root))).toMatchObject({ status: 0, stdout: '{}\n' });
    expect(existsSync(join(root, '.licet', 'state.db'))).toBe(true);
    expect(existsSync(join(root, '.licet', 'audit.jsonl'))).toBe(false);
  });

  it.each([
    ['its folder', (root: string) => rmSync(join(root, '.licet'), { recursive: true })],
    [
      'the file',
      (root: string) => ['', '-wal', '-shm'].forEach(end => rmSync(join(root, '.licet', `state.db${end}`), { force: true })),
    ],
    [
      'its content',
      (root: string) => {
        rmSync(join(root, '.licet'), { recursive: true });
        mkdirSync(join(root, '.licet'));
        writeFileSync(join(root, '.licet', 'state.db'), '');
      },
    ],
  ] as const)('denies when its state was there and %s is gone, until a human accepts that', (_what, remove) => {
    const root = project('version: 1\ndefault: pass\npolicy: { budget: { max: 2 } }\n');
    const replies = (tool_use_id: string) => hook(root, event(root, { tool_use_id }));
    expect(replies('a').stdout).toBe('{}\n');
    remove(root);

    for (const call of ['b', 'c']) expectDenied(replies(call), /was in use before, and it (?:is gone|was emptied)/);
    expect(licet(root, ['status']).stdout).toMatch(/FAILED +sessions +sqlite\s[\s\S]*?was\s+in\s+use\s+before/);
    expect(licet(root, ['reset', '--accept-state', '--yes'])).toMatchObject({ status: 0 });
    expect(replies('d').stdout).toBe('{}\n');
    expect(trailOf(root).read({ code: 'state_reset' })).toHaveLength(1);
  });

  it.each(['rm -rf ~/.licet', 'rm ~/.licet/state/*', 'echo {} > ~/.licet/state/a.json', 'mv ~/.licet /tmp/away'])(
    'keeps the witness of its state from the agent: %s',
    command => {
      const root = project('version: 1\ndefault: pass\npolicy: { all: [ { self_protection: {} }, { bash_safety: {} } ] }\n');

      expectDenied(hook(root, event(root, { tool_name: 'Bash', tool_input: { command } })), /governs the agent/);
    },
  );

  it('denies when its state is damaged', () => {
    const root = project('version: 1\ndefault: pass\npolicy: { budget: { max: 2 } }\n');
    mkdirSync(join(root, '.licet'), { recursive: true });
    writeFileSync(join(root, '.licet', 'state.db'), 'this is not a database'.repeat(100));

    expectDenied(hook(root, event(root)), /could not be written down/);
  });

  it('denies when the policy wants a store that is not there', () => {
    const root = project(
      'version: 1\ndefault: pass\nsessions: { store: postgres, uri: nowhere }\npolicy: { secret_paths: {} }\n',
    );

    expectDenied(hook(root, event(root)), 'postgres');
  });

  it('denies for a runtime, or a flag, that it does not know', () => {
    const root = project(OPEN);

    for (const args of [['hook', 'clippy'], ['hook']])
      expect(licet(root, args, event(root))).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('only for `claude-code`'),
      });
    expectDenied(licet(root, ['hook', 'claude-code', '--polcy', 'x'], event(root)), '--polcy');
    expectDenied(licet(root, ['hook', 'claude-code', '--policy'], event(root)), '--policy');
  });

  it('tells the model after the fact, and a session at its start', () => {
    const root = project(OPEN);

    expect(replyOf(hook(root, event(root, { hook_event_name: 'PostToolUse', tool_response: {} })))).toEqual({});
    const start = replyOf(hook(root, JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's', source: 'startup' })));
    expect(start.hookSpecificOutput?.additionalContext).toContain('Leave alone: files that hold secrets');

    const broken = project('nonsense');
    expect(replyOf(hook(broken, event(broken, { hook_event_name: 'PostToolUse' })))).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: expect.stringContaining('does not load') },
    });
    expect(
      replyOf(hook(broken, JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's' }))).hookSpecificOutput
        ?.additionalContext,
    ).toContain('calls of tools are denied');
  });

  it('keeps every line of processes that run at the same time', async () => {
    const root = project(OPEN);
    hook(root, event(root));

    await Promise.all(
      Array.from(
        { length: 12 },
        () =>
          new Promise<void>((resolve, reject) => {
            const child = spawn(process.execPath, [BUNDLE, 'hook', 'claude-code', '--policy', join(root, 'governance.yaml')], {
              cwd: root,
              stdio: ['pipe', 'ignore', 'ignore'],
            });
            child.on('exit', code => (code === 0 ? resolve() : reject(new Error(`ended with ${code}`))));
            child.stdin.end(
              event(root, { tool_name: 'Write', tool_input: { file_path: join(root, 'a'), content: 'x'.repeat(5_000) } }),
            );
          }),
      ),
    );

    const trail = trailOf(root);
    expect(trail.read({ type: 'evaluation' })).toHaveLength(13);
    expect(trail.verify()).toMatchObject({ valid: true, records: 13 });
  });

  it('leaves nothing but its own folder behind', () => {
    const root = project(OPEN);
    hook(root, event(root));

    expect(readdirSync(root).sort()).toEqual(['.licet', 'governance.yaml']);
    expect(existsSync(join(root, '.licet', 'cache', 'v8'))).toBe(false);
  });
});
