import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { BUNDLE, humanEnv, licet, project } from '../support/cli.ts';
import type { Ended } from '../support/cli.ts';
import type { Said } from '../unit/server/fixtures.ts';
import { longIt } from '../support/longRuns.ts';

const POLICY = `version: 1
default: pass
policy:
  all:
    - budget: { max: 3, per: session }
    - when: { if: { kind: deploy }, then: { human_approval: {} } }
`;

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  readonly tokenFile: string;
  readonly post: (path: string, body: object) => Promise<{ readonly status: number; readonly body: Said }>;
}

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const home = (root: string): Record<string, string> => ({ HOME: join(root, 'home') });
const run = (root: string, ...args: readonly string[]): Ended => licet(root, ['serve', ...args], '', BUNDLE, home(root));

/** A project with its own home, where no other test leaves word of a server. */
function folder(policy = POLICY): string {
  const root = project(policy);
  mkdirSync(join(root, 'home'));
  return root;
}

const serve = (root: string, ...args: readonly string[]): Promise<Served> => serveWith(root, {}, ...args);

async function serveWith(root: string, more: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, [BUNDLE, 'serve', '--json', ...args], {
    cwd: root,
    env: { ...humanEnv(), ...home(root), NO_COLOR: '1', ...more },
  });
  children.push(child);
  const said = await new Promise<string>((resolve, reject) => {
    let [text, complaint] = ['', ''];
    child.stderr?.on('data', part => void (complaint += part));
    child.stdout?.on('data', part => {
      text += part;
      if (text.includes('\n')) resolve(text);
    });
    child.once('exit', () => reject(new Error(complaint)));
  });
  const { url, tokenFile } = JSON.parse(said) as { readonly url: string; readonly tokenFile: string };
  const authorization = `Bearer ${readFileSync(tokenFile, 'utf8').trim()}`;
  return {
    child,
    url,
    tokenFile,
    async post(path, body) {
      const headers = { 'content-type': 'application/json', authorization };
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: response.status, body: await response.json() };
    },
  };
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise(resolve =>
    child.exitCode === null && child.signalCode === null ? child.once('exit', code => resolve(code)) : resolve(child.exitCode),
  );

describe('licet serve', () => {
  it('answers, tells its status, and ends without a trace but what it decided', async () => {
    const root = folder();
    const { post, url, child, tokenFile } = await serve(root);
    const { body } = await post('/v1/evaluate', { action: { kind: 'read', sessionId: 's' } });
    const home = await fetch(url);
    const said = (await home.json()) as Record<string, string>;
    const status = run(root, '--status', '--json');
    const described = await fetch(said['describes'] ?? '');
    const stopped = run(root, '--stop');

    expect(body.passed).toBe(true);
    expect([home.status, described.status]).toEqual([200, 200]);
    expect(said).toMatchObject({ name: 'licet', health: `${url}/health`, page: `${url}/console` });
    expect(JSON.parse(status.stdout)).toMatchObject({ running: true, url, pid: child.pid, policyDigest: body.policyDigest });
    expect(stopped).toMatchObject({ status: 0, stdout: `stopped  ${url}\n` });
    expect(await ended(child)).toBe(0);
    expect(run(root, '--status')).toMatchObject({ status: 2 });
    expect(readdirSync(join(tokenFile, '..'))).toEqual(['token']);
    expect(existsSync(join(root, '.licet', 'state.db'))).toBe(true);
  });

  it('keeps what it counts for other processes, and for itself when it starts again', async () => {
    const root = folder();
    const first = await serve(root);
    for (let time = 0; time < 2; time++) await first.post('/v1/evaluate', { action: { kind: 'read', sessionId: 's' } });
    first.child.kill('SIGKILL');
    await ended(first.child);
    const second = await serve(root);
    const passed = [];
    for (let time = 0; time < 2; time++)
      passed.push((await second.post('/v1/evaluate', { action: { kind: 'read', sessionId: 's' } })).body.passed);

    expect(passed).toEqual([true, false]);
    const trail = licet(root, ['audit', 'verify', '--json'], '', BUNDLE, home(root));
    expect(trail).toMatchObject({ status: 0, stderr: '' });
  });

  it('hears a yes that was given on another terminal', async () => {
    const root = folder();
    const { post } = await serve(root);
    const action = { kind: 'deploy', sessionId: 's' };
    const asked = (await post('/v1/evaluate', { action })).body;
    const store = licet(root, ['approvals', 'list', '--json'], '', BUNDLE, home(root));

    expect(asked).toMatchObject({ passed: false, ruling: 'ask' });
    expect(store.stdout).toContain(asked.approval.code);
  });

  it('takes an edited policy at once, and refuses everything under one that does not load', async () => {
    const root = folder();
    const { post } = await serve(root);
    const ask = async () => (await post('/v1/evaluate', { action: { kind: 'read' } })).status;
    const before = await ask();
    writeFileSync(join(root, 'governance.yaml'), 'version: 1\ndefault: block\npolicy:\n  budget: { max: 0 }\n');
    const broken = await ask();
    writeFileSync(join(root, 'governance.yaml'), 'version: 1\ndefault: block\npolicy:\n  only_if: { if: { kind: none } }\n');
    const { status, body } = await post('/v1/evaluate', { action: { kind: 'read' } });

    expect([before, broken, status]).toEqual([200, 503, 200]);
    expect(body.passed).toBe(false);
  });

  it('keeps an outcome that it has acknowledged when it is killed, and takes one once that it has not', async () => {
    const root = folder();
    const actionOf = (callId: string) => ({ kind: 'read', sessionId: 's', callId });
    const report = (callId: string) => ({ action: actionOf(callId), outcome: { status: 'ok' } });
    const first = await serve(root);
    for (const callId of ['told', 'cut']) await first.post('/v1/evaluate', { action: actionOf(callId) });
    const told = await first.post('/v1/outcome', report('told'));
    const cut = first.post('/v1/outcome', report('cut')).catch(() => undefined);
    first.child.kill('SIGKILL');
    await ended(first.child);
    await cut;
    const second = await serve(root);
    const again = [];
    for (const callId of ['told', 'cut']) again.push(await second.post('/v1/outcome', report(callId)));
    const { stdout } = licet(root, ['audit', 'tail', '--json'], '', BUNDLE, home(root));
    const outcomes = stdout.match(/"type":"outcome"/gu);

    expect([told, ...again]).toEqual([told, ...again].map(() => ({ status: 200, body: { recorded: true } })));
    expect(outcomes).toHaveLength(2);
    expect(stdout).not.toContain('second_outcome');
    expect(licet(root, ['audit', 'verify'], '', BUNDLE, home(root))).toMatchObject({ status: 0 });
  });

  it('runs once for a policy', async () => {
    const root = folder();
    const { url } = await serve(root);

    expect(run(root)).toMatchObject({ status: 3, stderr: expect.stringContaining(url) });
  });

  longIt('starts where one has died without a word, and does not take what is left for a server', async () => {
    const root = folder();
    const { child } = await serve(root);
    child.kill('SIGKILL');
    await ended(child);

    expect(run(root, '--status')).toMatchObject({ status: 2 });
    expect(run(root, '--stop')).toMatchObject({ status: 2 });
    await expect(serve(root)).resolves.toMatchObject({ url: expect.any(String) });
  });

  it('ends on a signal, after it has answered', async () => {
    const root = folder();
    const { child, tokenFile } = await serve(root);
    child.kill('SIGTERM');

    expect(await ended(child)).toBe(0);
    expect(readdirSync(join(tokenFile, '..'))).toEqual(['token']);
  });

  it('keeps its secrets to its user, and believes none that others can read', async () => {
    const root = folder();
    const { child, tokenFile } = await serve(root);
    const modes = [join(tokenFile, '..'), tokenFile, join(tokenFile, '..', 'server.json')].map(
      path => statSync(path).mode & 0o777,
    );
    child.kill('SIGTERM');
    await ended(child);
    chmodSync(tokenFile, 0o644);
    const readable = run(root);
    chmodSync(tokenFile, 0o600);
    chmodSync(join(tokenFile, '..'), 0o755);

    expect(modes).toEqual([0o700, 0o600, 0o600]);
    expect(readable).toMatchObject({ status: 3, stderr: expect.stringContaining('others can read') });
    expect(run(root)).toMatchObject({ status: 3, stderr: expect.stringContaining('others can read') });
  });

  longIt('tells the SDK of OpenTelemetry of its decisions, where one is registered', async () => {
    const root = folder();
    const spans = join(root, 'spans.jsonl');
    const api = JSON.stringify(import.meta.resolve('@opentelemetry/api'));
    writeFileSync(
      join(root, 'telemetry.mjs'),
      `import { appendFileSync } from 'node:fs';
import { trace } from ${api};
const tracer = { startSpan: (name, { attributes }) => (appendFileSync(${JSON.stringify(spans)}, JSON.stringify([name, attributes['gen_ai.security.verdict.value']]) + '\\n'), { setStatus() {}, end() {} }) };
trace.setGlobalTracerProvider({ getTracer: () => tracer });
`,
    );
    const { post } = await serveWith(root, { NODE_OPTIONS: `--import ${join(root, 'telemetry.mjs')}` });
    await post('/v1/evaluate', { action: { kind: 'read' } });
    await post('/v1/evaluate', { action: { kind: 'deploy' } });

    expect(readFileSync(spans, 'utf8')).toBe('["run_guardrail","pass"]\n["run_guardrail","ask"]\n');
  });

  it('is not for agents', () => {
    const root = folder();

    expect(licet(root, ['serve'], '', BUNDLE, { ...home(root), CLAUDECODE: '1' })).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('for a human'),
    });
    expect(licet(root, ['serve', '--stop'], '', BUNDLE, { ...home(root), CLAUDECODE: '1' }).status).toBe(3);
  });

  it.each([
    ['no policy', [], undefined, 'licet init'],
    ['a policy that does not load', [], 'version: 1\npolicy: {}\n', 'does not load'],
    ['a network without TLS', ['--listen', '0.0.0.0'], POLICY, 'plain HTTP'],
    ['a certificate without its key', ['--tls-cert', 'a.pem'], POLICY, '--tls-key'],
    ['a port that is none', ['--port', 'http'], POLICY, '`http`'],
    ['a token that is not there', ['--token-file', 'none'], POLICY, '`none`'],
    ['two things at once', ['--stop', '--status'], POLICY, '--status'],
  ])('does not start with %s', (_what, args, policy, named) => {
    const root = mkdtempSync(join(tmpdir(), 'licet-serve-'));
    mkdirSync(join(root, 'home'));
    if (policy !== undefined) writeFileSync(join(root, 'governance.yaml'), policy);
    const { status, stderr } = run(root, ...args);
    rmSync(root, { recursive: true });

    expect(status).toBe(3);
    expect(stderr).toContain(named);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
