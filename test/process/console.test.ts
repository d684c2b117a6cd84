import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { BUNDLE, humanEnv, licet, project } from '../support/cli.ts';

const POLICY = 'version: 1\ndefault: pass\npolicy:\n  all:\n    - budget: { max: 3, per: session }\n';

/** A terminal for a program: util-linux's `script`. */
const HAS_TERMINAL = spawnSync('script', ['--version']).status === 0;
if (!HAS_TERMINAL) console.warn('`licet console` is not tried on a terminal: there is no `script` of util-linux');

function folder(): string {
  const root = project(POLICY);
  mkdirSync(join(root, 'home'));
  return root;
}

/** Runs a command on a terminal, and returns what it says up to a line. */
function onTerminal(root: string, args: string, line: RegExp): Promise<{ readonly child: ChildProcess; readonly text: string }> {
  const child = spawn('script', ['-qec', `'${process.execPath}' '${BUNDLE}' ${args}`, '/dev/null'], {
    cwd: root,
    env: { ...humanEnv(), HOME: join(root, 'home'), NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended.
    }
  });
  return new Promise((resolve, reject) => {
    let text = '';
    const hear = (part: Buffer): void => {
      text += part;
      if (line.test(text)) resolve({ child, text });
    };
    child.stdout?.on('data', hear);
    child.once('exit', () => reject(new Error(text)));
  });
}

/** Opens the page of a terminal's console, and returns how to speak as it does, with the code of the terminal. */
async function paged(text: string) {
  const [, url = '', code = ''] = /open +(http:\S+)\/console#pair=(\S+)/u.exec(text) ?? [];
  const [, confirm = ''] = /code +([0-9A-Z]{4}-[0-9A-Z]{4})/u.exec(text) ?? [];
  const send = async (path: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
    return (await fetch(`${url}${path}`, body === undefined ? { headers } : init)).json() as Promise<never>;
  };
  const { token } = (await send('/v1/console/pair', { code })) as { readonly token: string };
  const authorization = { authorization: `Bearer ${token}` };
  return { url, confirm, ask: async <T>(path: string, body?: object) => (await send(path, body, authorization)) as T };
}

describe('licet console', () => {
  it('is for a human at a terminal', () => {
    const { status, stderr } = licet(folder(), ['console']);

    expect(status).toBe(3);
    expect(stderr).toContain('`licet console` is for a human, and there is no terminal');
  });

  it.skipIf(!HAS_TERMINAL)('has a yes that was given on the page heard by the hook that comes next', async () => {
    const root = project(
      'version: 1\ndefault: pass\napprovals: { channel: out_of_band }\npolicy: { when: { if: { tool: Write }, then: { human_approval: {} } } }\n',
    );
    mkdirSync(join(root, 'home'));
    const { text } = await onTerminal(root, 'console --no-open', /ends it/u);
    const { confirm, ask } = await paged(text);
    const hook = (id: string): string => {
      const input = { file_path: join(root, 'a.txt'), content: 'b' };
      const call = {
        hook_event_name: 'PreToolUse',
        session_id: 's',
        cwd: root,
        tool_use_id: id,
        tool_name: 'Write',
        tool_input: input,
      };
      return licet(root, ['hook', 'claude-code'], JSON.stringify(call), BUNDLE, { HOME: join(root, 'home') }).stdout;
    };

    expect(hook('first')).toContain('"permissionDecision":"deny"');
    const { waiting } = await ask<{ readonly waiting: readonly { readonly id: string }[] }>('/v1/approvals');
    const [{ id } = { id: '' }] = waiting;
    expect(await ask(`/v1/approvals/${id}`, { yes: true })).toMatchObject({ error: { code: 'forbidden' } });
    expect(hook('second')).toContain('"permissionDecision":"deny"');
    expect(await ask(`/v1/approvals/${id}`, { yes: true, confirm })).toMatchObject({ taken: true });
    expect(hook('third')).toBe('{}\n');
    expect(hook('fourth')).toContain('"permissionDecision":"deny"');
  });

  it.skipIf(!HAS_TERMINAL)('has a hook that waits go on when the page says yes, and deny when it says no', async () => {
    const root = project(
      'version: 1\ndefault: pass\napprovals: { channel: out_of_band, wait_ms: 15000 }\npolicy: { when: { if: { tool: Write }, then: { human_approval: {} } } }\n',
    );
    mkdirSync(join(root, 'home'));
    const { text } = await onTerminal(root, 'console --no-open', /ends it/u);
    const { confirm, ask } = await paged(text);
    /** Starts a hook, answers its request on the page, and returns what the hook says then, and how much later. */
    const answered = async (name: string, yes: boolean) => {
      const input = { file_path: join(root, name), content: 'b' };
      const call = {
        hook_event_name: 'PreToolUse',
        session_id: 's',
        cwd: root,
        tool_use_id: name,
        tool_name: 'Write',
        tool_input: input,
      };
      const child = spawn(process.execPath, [BUNDLE, 'hook', 'claude-code'], {
        cwd: root,
        env: { PATH: process.env['PATH'], HOME: join(root, 'home') },
      });
      let said = '';
      child.stdout.on('data', part => (said += String(part)));
      child.stdin.end(JSON.stringify(call));
      const ended = new Promise(resolve => child.once('close', resolve));
      let id: string | undefined;
      while (id === undefined) {
        const { waiting } = await ask<{ readonly waiting: readonly { readonly id: string }[] }>('/v1/approvals');
        id = waiting[0]?.id;
      }
      expect(said).toBe('');
      expect(await ask(`/v1/approvals/${id}`, { yes, ...(yes && { confirm }) })).toMatchObject({ taken: true });
      const startedAt = performance.now();
      await ended;
      return { said, ms: performance.now() - startedAt };
    };

    const granted = await answered('a.txt', true);
    expect(granted.said).toBe('{}\n');
    const denied = await answered('b.txt', false);
    expect(denied.said).toContain('"permissionDecision":"deny"');
    expect(denied.said).toContain('said no');
    // No answer came in time: the limits of a hook are far above this.
    console.log(`a waiting hook went on ${granted.ms.toFixed(0)} and ${denied.ms.toFixed(0)} ms after the page had answered`);
    const records = await ask<{ readonly records: readonly { readonly record: { readonly ruling?: string } }[] }>('/v1/records');
    const rulings = records.records.flatMap(({ record: { ruling } }) => ruling ?? []);
    expect(rulings).toEqual(['ask', 'pass', 'ask', 'block']);
  });

  it.skipIf(!HAS_TERMINAL)(
    'shows the code for approvals on the terminal of the server, and its control token gives it to no one',
    async () => {
      const root = folder();
      const serving = await onTerminal(root, 'serve', /token +in/u);
      let shown = serving.text;
      serving.child.stdout?.on('data', part => (shown += String(part)));
      const opening = await onTerminal(root, 'console --no-open', /the server runs on/u);
      const [, url = '', code = ''] = /open +(http:\S+)\/console#pair=(\S+)/u.exec(opening.text) ?? [];
      const [run = ''] = readdirSync(join(root, 'home', '.licet', 'run'));
      const { control } = JSON.parse(readFileSync(join(root, 'home', '.licet', 'run', run, 'server.json'), 'utf8')) as {
        control: string;
      };
      const answer = await fetch(`${url}/v1/console/pairings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${control}` },
        body: JSON.stringify({ codeDigest: createHash('sha256').update('made by an agent').digest('hex') }),
      });
      const text = await answer.text();
      await expect.poll(() => shown.match(/code +[0-9A-Z]{4}-[0-9A-Z]{4}/gu)).toHaveLength(2);

      expect(opening.text).toContain('code     on the terminal where the server runs');
      for (const line of shown.match(/code +[0-9A-Z]{4}-[0-9A-Z]{4}/gu) ?? [])
        expect(`${opening.text}${text}`).not.toContain(line.slice(-9));
      expect(JSON.parse(text)).toEqual({ shown: true });
      expect(`${shown}${text}`).not.toContain(code);
    },
  );

  it.skipIf(!HAS_TERMINAL)('serves a page that shows what another process decides, and ends with the command', async () => {
    const root = folder();
    const { child, text } = await onTerminal(root, 'console --no-open', /ends it/u);
    const [, url = '', code = ''] = /open +(http:\S+)\/console#pair=(\S+)/u.exec(text) ?? [];
    const paired = await fetch(`${url}/v1/console/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    const { token } = (await paired.json()) as { readonly token: string };
    const page = await (await fetch(`${url}/console`)).text();
    const call = { hook_event_name: 'PreToolUse', session_id: 's', cwd: root, tool_name: 'Read', tool_input: { file_path: 'a' } };
    licet(root, ['hook', 'claude-code'], JSON.stringify(call), BUNDLE, { HOME: join(root, 'home') });
    const headers = { authorization: `Bearer ${token}` };
    const { records } = (await (await fetch(`${url}/v1/records`, { headers })).json()) as { readonly records: readonly object[] };
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.stdin?.write('\u0003');
    await ended;

    expect(text).toMatch(/code +[0-9A-Z]{4}-[0-9A-Z]{4}/u);
    expect(page).toContain('<title>Licet</title>');
    expect(records).toMatchObject([{ record: { type: 'evaluation', tool: 'Read', ruling: 'pass' } }]);
    expect(existsSync(join(root, 'home', '.licet', 'run'))).toBe(true);
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
  });
});
