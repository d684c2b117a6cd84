import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { HookReply } from '@licet/adapters/claude-code';
import type { SignedAnswer } from '@licet/console';
import { describe, expect, it, onTestFinished } from 'vitest';

import { BUNDLE, humanEnv, licet, project } from '../support/cli.ts';

const NOTICE_KEY = 'a key that signs notices';
const PHONE_KEY = 'a key of more than thirty-two characters';

/** What came to an address. */
interface Posted {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A place on loopback that people are told at. */
async function placeOf(): Promise<{ readonly url: string; readonly next: () => Promise<Posted> }> {
  const came: Posted[] = [];
  const waiting: ((posted: Posted) => void)[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', part => (body += String(part)));
    request.on('end', () => {
      response.end();
      const posted = { headers: request.headers, body };
      const resolve = waiting.shift();
      if (resolve === undefined) came.push(posted);
      else resolve(posted);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`,
    next: async () => came.shift() ?? new Promise(resolve => waiting.push(resolve)),
  };
}

const policyFor = (notify: string): string => `version: 1
default: pass
resident: false
approvals: { channel: out_of_band, notify: [${notify}] }
policy: { ask_before: [git push] }
`;

let calls = 0;

/** What the real hook says to a push; `run` where it runs. */
function push(root: string): string {
  const input = JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: root,
    tool_use_id: `toolu_${calls++}`,
    tool_name: 'Bash',
    tool_input: { command: 'git push --token=hunter2hunter2' },
  });
  const ended = licet(root, ['hook', 'claude-code', '--policy', join(root, 'governance.yaml')], input, BUNDLE, {
    HOME: root,
    NOTICE_KEY,
  });
  expect(ended.status).toBe(0);
  const said = (JSON.parse(ended.stdout) as HookReply).hookSpecificOutput;
  return said?.permissionDecision === undefined ? 'run' : (said.permissionDecisionReason ?? '');
}

/** Starts `licet serve` as a person does, with the key of the phone. */
async function serve(root: string): Promise<string> {
  const child = spawn(process.execPath, [BUNDLE, 'serve', '--json'], {
    cwd: root,
    env: { ...humanEnv(), HOME: root, PHONE_KEY, NOTICE_KEY },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  });
  let said = '';
  for await (const part of child.stdout) {
    said += String(part);
    const url = /"url":\s*"([^"]+)"/u.exec(said)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`it does not serve: ${said}`);
}

async function answer(url: string, body: object): Promise<number> {
  const response = await fetch(`${url}/v1/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.status;
}

/** A project with a server, in which a push waits, and the two answers to it that the phone got. */
async function asked(): Promise<{
  readonly root: string;
  readonly url: string;
  readonly yes: SignedAnswer;
  readonly no: SignedAnswer;
}> {
  const place = await placeOf();
  const root = project('version: 1\ndefault: pass\n');
  const answers = 'answers: { url: "https://phone.example", by: ann, secret: "env:PHONE_KEY" }';
  writeFileSync(join(root, 'governance.yaml'), policyFor(`{ url: "${place.url}", format: ntfy, ${answers} }`));
  const url = await serve(root);
  expect(push(root)).toContain('licet approve');
  const { headers } = await place.next();
  const [yes, no] = (JSON.parse(String(headers['actions'])) as readonly { readonly body: string; readonly url: string }[]).map(
    button => {
      expect(button.url).toBe('https://phone.example/v1/answers');
      return JSON.parse(button.body) as SignedAnswer;
    },
  );
  if (yes === undefined || no === undefined) throw new Error('there are no two answers');
  return { root, url, yes, no };
}

describe('a notice of a request', () => {
  it('is sent by the one-call hook itself, signed, and without what the call holds', async () => {
    const place = await placeOf();
    const root = project(policyFor(`{ url: "${place.url}", format: json, secret: "env:NOTICE_KEY" }`));

    expect(push(root)).toContain('licet approve');

    const { headers, body } = await place.next();
    const time = String(headers['licet-time']);
    const signature = createHmac('sha256', NOTICE_KEY).update(`${time}.${body}`).digest('hex');
    expect(headers['licet-signature']).toBe(`sha256=${signature}`);
    expect(JSON.parse(body)).toMatchObject({ type: 'approval_requested', tool: 'Bash', session: 's' });
    expect(body).not.toContain('hunter2');
    expect(body).not.toContain('"answers"');
  });
});

describe('an answer from a phone', () => {
  it('lets the call run once, and is taken once', async () => {
    const { root, url, yes, no } = await asked();

    expect(await answer(url, yes)).toBe(200);
    expect(await answer(url, yes)).toBe(409);
    expect(await answer(url, no)).toBe(409);
    expect(push(root)).toBe('run');
    expect(push(root)).toContain('licet approve');
    expect(licet(root, ['audit', 'query', '--json'], '', BUNDLE, { HOME: root }).stdout).toContain('"channel":"callback"');
  });

  it('is taken only for what was signed', async () => {
    const { root, url, yes, no } = await asked();
    const other = { ...yes, signature: '0'.repeat(64) };
    for (const changed of [
      other,
      { ...no, answer: 'yes' },
      { ...yes, by: 'bob' },
      { ...yes, until: yes.until + 1 },
      { ...yes, id: `${yes.id}x` },
      { ...yes, binding: `${yes.binding}x` },
    ])
      expect(await answer(url, changed)).toBe(403);
    expect(await answer(url, { ...yes, signature: 'short' })).toBe(400);
    expect(push(root)).toContain('licet approve');

    expect(await answer(url, no)).toBe(200);
    expect(push(root)).toContain('ann said no');
  });
});
