import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PolicyEngine, ask, block, guard, pass } from '@licet/core';
import { Budget, HumanApproval } from '@licet/guards';
import { createServer } from '@licet/server';
import type { ServedPolicy } from '@licet/server';
import { describe, expect, it } from 'vitest';

import { TOKEN, started } from './fixtures.ts';
import type { Said } from './fixtures.ts';

const noWrites = guard('no_writes', ({ kind }) =>
  kind === 'write' ? block('the project is frozen', { fix: 'read instead' }) : pass(),
);
const READ = { action: { kind: 'read', payload: { path: 'a.txt' } } };
const WRITE = { action: { kind: 'write', payload: { path: 'a.txt' } } };

/** Sends bytes as they are, and returns everything that comes back until the connection ends. */
function raw(url: string, text: string, ends = true): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise(resolve => {
    let said = '';
    const socket = connect(Number(port), hostname, () => (ends ? socket.end(text) : socket.write(text)));
    socket.on('data', part => void (said += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(said));
  });
}

const statusIn = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/u.exec(answer)?.[1] ?? 0);

describe('a decision server', () => {
  it('decides, says why and what to do instead', async () => {
    const { post } = await started(noWrites);

    expect((await post('/v1/evaluate', READ)).body).toMatchObject({ passed: true, ruling: 'pass' });
    expect((await post('/v1/evaluate', WRITE)).body).toMatchObject({
      passed: false,
      ruling: 'block',
      guard: 'no_writes',
      reason: 'the project is frozen',
      fix: { summary: 'read instead' },
      violations: [{ guard: 'no_writes', ruling: 'block' }],
    });
  });

  it('charges what the outcome says, by the identity of the evaluation', async () => {
    const { post, audit } = await started(Budget({ max: 1, per: 'session' }));
    const first = (await post('/v1/evaluate', READ)).body;

    expect((await post('/v1/evaluate', READ)).body.passed).toBe(false);
    expect((await post('/v1/outcome', { evaluationId: first.id, outcome: { status: 'denied' } })).body).toEqual({
      recorded: true,
    });
    expect((await post('/v1/evaluate', READ)).body.passed).toBe(true);
    expect(audit.records.filter(({ type }) => type === 'outcome')).toHaveLength(1);
  });

  it('takes the outcome of a call by its own identity, and writes down another one that is reported for it', async () => {
    const { post, audit } = await started(Budget({ max: 1 }));
    const action = { ...READ.action, sessionId: 's', callId: 'c' };
    await post('/v1/evaluate', { action });
    for (const status of ['ok', 'ok', 'error']) await post('/v1/outcome', { action, outcome: { status } });

    expect(audit.records.map(record => ('code' in record ? record.code : record.type))).toEqual([
      'ok',
      'outcome',
      'second_outcome',
    ]);
  });

  it('does not know the outcome of what it has not evaluated', async () => {
    const { post, audit } = await started(noWrites);

    expect((await post('/v1/outcome', { evaluationId: 'x', outcome: { status: 'ok' } })).status).toBe(404);
    expect((await post('/v1/outcome', { outcome: { status: 'ok' } })).status).toBe(400);
    expect(audit.records).toEqual([]);
  });

  it('charges the same call once', async () => {
    const { post } = await started(Budget({ max: 1 }));
    const action = { ...READ.action, callId: 'c' };
    const answers = [];
    for (let time = 0; time < 3; time++) answers.push((await post('/v1/evaluate', { action })).body.passed);

    expect(answers).toEqual([true, true, true]);
  });

  it('never lets more through than a budget has, whatever comes at once', async () => {
    const { post } = await started(Budget({ max: 50 }));
    const answers = await Promise.all(Array.from({ length: 200 }, () => post('/v1/evaluate', READ)));

    expect(answers.filter(({ body }) => body.passed)).toHaveLength(50);
  });

  it('explains without a trace in the trail', async () => {
    const { post, audit } = await started(noWrites);

    expect((await post('/v1/explain', WRITE)).body).toMatchObject({ ruling: 'block', trace: { ruling: 'block' } });
    expect(audit.records).toEqual([]);
  });

  it('waits for a human, and tells the status of that', async () => {
    const { post, get } = await started(HumanApproval());
    const { approval, ruling, passed } = (await post('/v1/evaluate', READ)).body;

    expect({ ruling, passed }).toEqual({ ruling: 'ask', passed: false });
    expect((await get(`/v1/approvals/${approval.id}`)).body).toMatchObject({ id: approval.id, status: 'pending', answers: [] });
    expect((await get('/v1/approvals/none')).status).toBe(404);
  });

  it('shows the policy, and that it is well', async () => {
    const { get } = await started(Budget({ max: 3 }), {}, { default: 'block' });

    expect((await get('/v1/policy')).body).toMatchObject({ default: 'block', mode: 'enforce', policy: { kind: 'budget' } });
    expect((await get('/v1/status')).body.policyDigest).toBe((await get('/v1/policy')).body.digest);
    expect((await get('/health', { authorization: '' })).body).toEqual({});
  });

  it('gives a signed graph once, and 304 to a caller that has it', async () => {
    const open = (): ServedPolicy => ({
      engine: new PolicyEngine({ policy: noWrites, settings: {} }),
      settings: {},
      sources: [],
      signedGraph: name => (name === 'none' ? undefined : { text: '{"key":"k"}', etag: '"tag"' }),
    });
    const { get } = await started(noWrites, { open });

    const first = await get('/v1/graph');
    expect([first.status, first.body, first.headers.get('etag')]).toEqual([200, { key: 'k' }, '"tag"']);
    const again = await get('/v1/graph', { 'if-none-match': '"tag"' });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get('/v1/graph', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get('/v1/graph?name=none')).body.error.code).toBe('not_found');
    expect((await get('/v1/graph', { authorization: '' })).status).toBe(401);
  });

  it('counts what it does, in its own words only', async () => {
    const { get, post } = await started(noWrites);
    await post('/v1/evaluate', READ);
    await post('/v1/evaluate', WRITE);
    await get('/a"} 1\nforged{');
    const { text, headers } = await get('/metrics');

    expect(headers.get('content-type')).toContain('version=0.0.4');
    expect(text).toContain('licet_decisions_total{ruling="pass",enforced="pass"} 1\n');
    expect(text).toContain('licet_decisions_total{ruling="block",enforced="block"} 1\n');
    expect(text).toContain('licet_decision_duration_seconds_count 2\n');
    expect(text).toContain('licet_http_requests_total{route="/v1/evaluate",status="200"} 2\n');
    expect(text).not.toContain('forged');
    for (const line of text.trim().split('\n'))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \S+ .+|[a-z_]+(?:\{[^}]*\})? [\d.e+-]+)$/u);
  });

  it('is described by a document that names every path, with the schemas that check what is sent', async () => {
    const { get } = await started(noWrites);
    const { body } = await get('/openapi.json', { authorization: '' });

    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths)).toMatchSnapshot();
    const schema = body.paths['/v1/evaluate'].post.requestBody.content['application/json'].schema;
    expect(schema.properties.action.required).toEqual(['kind']);
    expect(schema.additionalProperties).toBe(false);
    for (const operations of Object.values<Said>(body.paths))
      for (const operation of Object.values<Said>(operations)) expect(Object.keys(operation.responses)).toContain('200');
  });
});

describe('a request is refused', () => {
  it.each([
    ['a body that is no action', { kind: 'read' }, 'action'],
    ['an action without a kind', { action: {} }, 'action.kind'],
    ['a member that there is not', { action: { kind: 'read', principle: {} } }, 'principle'],
    ['an obligation that there is not', { ...READ, meets: ['redacts'] }, 'meets'],
    ['a payload that is no object', { action: { kind: 'read', payload: 'x' } }, 'payload'],
  ])('for %s', async (_what, body, named) => {
    const { post } = await started(noWrites);
    const answer = await post('/v1/evaluate', body);

    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(named);
  });

  it.each([
    ['no token', { authorization: '' }, 401, 'unauthorized'],
    ['another token', { authorization: `Bearer ${TOKEN}x` }, 401, 'unauthorized'],
    ['a token in another scheme', { authorization: `Basic ${TOKEN}` }, 401, 'unauthorized'],
    ['a page of another origin', { origin: 'https://evil.example' }, 403, 'forbidden_origin'],
    ['a page of no origin', { origin: 'null' }, 403, 'forbidden_origin'],
    ['another site on this machine', { 'sec-fetch-site': 'same-site' }, 403, 'forbidden_origin'],
    ['a page elsewhere', { 'sec-fetch-site': 'cross-site' }, 403, 'forbidden_origin'],
  ])('with %s', async (_what, headers, status, code) => {
    const { post, audit } = await started(noWrites);
    const answer = await post('/v1/evaluate', READ, headers);

    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(audit.records).toEqual([]);
  });

  it.each([
    ['a rebinding name', 'evil.example'],
    ['a rebinding name with our port', 'evil.example:PORT'],
    ['our address without its port', '127.0.0.1'],
    ['a name that ours is the beginning of', 'localhost:PORT.evil.example'],
    ['nothing', ''],
  ])('under %s', async (_what, host) => {
    const { url } = await started(noWrites);
    const named = host.replace('PORT', new URL(url).port);
    const body = JSON.stringify(READ);
    const head = `POST /v1/evaluate HTTP/1.1\r\nHost: ${named}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;

    expect(await raw(url, head + body)).toContain('forbidden_host');
  });

  it('without the right that it takes', async () => {
    const { post, get } = await started(noWrites, { tokens: [{ token: TOKEN, may: ['report'] }] });

    expect((await post('/v1/evaluate', READ)).body.error.code).toBe('forbidden');
    expect((await get('/v1/policy')).status).toBe(403);
    expect((await post('/access/v1/evaluation', {})).status).toBe(403);
    expect((await post('/v1/data/licet/allow', { input: {} })).status).toBe(403);
    expect((await post('/v1/outcome', { evaluationId: 'x', outcome: { status: 'ok' } })).status).toBe(404);
  });

  it("for a principal that is not the bearer's to name, on every way to a decision", async () => {
    const { post } = await started(noWrites, { tokens: [{ token: TOKEN, may: ['decide'], principals: ['ann'] }] });
    const asked = (principal?: object): object => ({ action: { ...READ.action, ...(principal && { principal }) } });
    const person = (id: string): object => ({
      subject: { type: 'user', id },
      action: { name: 'read' },
      resource: { type: 'file', id: 'a.txt' },
    });

    expect((await post('/v1/evaluate', asked({ id: 'ann', roles: [] }))).body.passed).toBe(true);
    expect((await post('/v1/evaluate', asked({ id: 'ben', roles: ['admin'] }))).body.error.code).toBe('forbidden');
    expect((await post('/v1/evaluate', asked())).status).toBe(403);
    expect((await post('/access/v1/evaluation', person('ann'))).status).toBe(200);
    expect((await post('/access/v1/evaluation', person('ben'))).status).toBe(403);
    expect((await post('/v1/data/licet/allow', { input: READ.action })).status).toBe(403);
  });

  it('where there is nothing, and by another method', async () => {
    const { get, post } = await started(noWrites);

    expect((await get('/nothing')).status).toBe(404);
    expect((await get('/v1/evaluate')).status).toBe(405);
    expect((await post('/v1/stop', {})).status).toBe(404);
    expect((await post('/v1//evaluate', READ)).status).toBe(404);
  });
});

describe('a server holds', () => {
  it('against a body that is too large, said or not, and goes on', async () => {
    const { post, url } = await started(noWrites, { limits: { maxBodyBytes: 1_000 } });
    const large = { action: { kind: 'read', payload: { text: 'x'.repeat(100_000) } } };
    const chunked = `POST /v1/evaluate HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;

    expect((await post('/v1/evaluate', large)).status).toBe(413);
    expect(statusIn(await raw(url, `${chunked}${(5_000).toString(16)}\r\n${'x'.repeat(5_000)}\r\n0\r\n\r\n`))).toBe(413);
    expect((await post('/v1/evaluate', READ)).status).toBe(200);
  });

  it('against bodies that are too much together', async () => {
    const { post } = await started(noWrites, { limits: { maxBodyBytes: 100_000, maxHeldBytes: 1_000 } });

    expect((await post('/v1/evaluate', { action: { kind: 'read', payload: { text: 'x'.repeat(50_000) } } })).status).toBe(503);
    expect((await post('/v1/evaluate', READ)).status).toBe(200);
  });

  it('against half a request', async () => {
    const { post, url } = await started(noWrites, { limits: { requestTimeoutMs: 200 } });
    const head = `POST /v1/evaluate HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"action"`;

    expect([0, 400, 408]).toContain(statusIn(await raw(url, head, false)));
    // On a busy machine a whole request may take longer than that as well.
    await expect.poll(async () => (await post('/v1/evaluate', READ)).status).toBe(200);
  });

  it.each([
    ['its head', 'POST /v1/evaluate HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n'],
    [
      'its body',
      `POST /v1/evaluate HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`,
      ' ',
    ],
  ])('against a caller who sends %s byte by byte: the connection ends, and others are answered', async (_what, start, drop) => {
    const { post, url, audit } = await started(noWrites, { limits: { requestTimeoutMs: 300, idleTimeoutMs: 60_000 } });
    const { hostname, port, host } = new URL(url);
    const sockets = Array.from({ length: 20 }, () => connect(Number(port), hostname));
    const ended = sockets.map(socket => {
      socket.on('error', () => undefined);
      socket.write(start.replace('HOST', host));
      const drip = setInterval(() => socket.write(drop), 50);
      return new Promise<boolean>(resolve => {
        socket.on('close', () => resolve(true));
        socket.on('data', () => undefined);
      }).finally(() => clearInterval(drip));
    });
    await expect.poll(async () => (await post('/v1/evaluate', READ)).status).toBe(200);

    const late = new Promise<string>(resolve => setTimeout(resolve, 20_000, 'connections that are still open'));
    expect(await Promise.race([Promise.all(ended), late])).toEqual(sockets.map(() => true));
    expect(audit.records.every(({ type }) => type === 'evaluation')).toBe(true);
  });

  it('against a body that breaks off: nothing is decided', async () => {
    const { url, audit } = await started(noWrites);
    const head = `POST /v1/evaluate HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"action"`;
    await raw(url, head);

    expect(audit.records).toEqual([]);
  });

  it.each([
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['deep lists', Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
    ['a name of the prototype', Buffer.from('{"__proto__": {"action": {"kind": "read"}}}')],
  ])('against %s', async (_what, body) => {
    const { url } = await started(noWrites);
    const response = await fetch(`${url}/v1/evaluate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
      body,
    });

    expect(response.status).toBe(400);
  });

  it('against a body that is nothing but levels', async () => {
    const { post } = await started(noWrites);
    const answer = await post('/v1/evaluate', `${'['.repeat(50_000)}${']'.repeat(50_000)}`);

    expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'invalid_request' } }]);
  });

  it('blocks an action with more values than one action may have', async () => {
    const { post } = await started(noWrites);
    const list = Array.from({ length: 30_000 }, () => 1);

    expect((await post('/v1/evaluate', { action: { kind: 'read', payload: { list } } })).body).toMatchObject({
      passed: false,
      code: 'action_too_large',
    });
  });

  it('against arguments that are too deep: they are blocked', async () => {
    const { post } = await started(noWrites);
    const deep = `{"action": {"kind": "read", "payload": ${'{"a":'.repeat(200)}1${'}'.repeat(200)}}}`;

    expect((await post('/v1/evaluate', deep)).body).toMatchObject({ passed: false, code: 'invalid_action' });
  });

  it('against more connections than it takes', async () => {
    const { url, post } = await started(noWrites, { limits: { maxConnections: 3 } });
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: 50 }, () => connect(Number(port), hostname).on('error', () => undefined));
    await Promise.all(
      sockets
        .slice(3)
        .map(socket => new Promise(resolve => void socket.once('close', resolve)).then(() => socket.destroy()))
        .slice(0, 40),
    );
    for (const socket of sockets) socket.destroy();
    let status = 0;
    while (status !== 200)
      status = await post('/v1/evaluate', READ)
        .then(answer => answer.status)
        .catch(() => 0);

    expect(status).toBe(200);
  });

  it('against a guard that never ends: there is no decision', async () => {
    const never = { name: 'never', check: () => new Promise<never>(() => undefined) };
    const { post } = await started(never, { limits: { deadlineMs: 50 } });
    const answer = await post('/v1/evaluate', READ);

    expect(answer.status === 200 ? answer.body.passed : answer.body.error.code).toBe(
      answer.status === 200 ? false : 'no_decision',
    );
  });

  it('against a guard that fails: that is a block', async () => {
    const { post } = await started({ name: 'broken', check: () => Promise.reject(new Error('no disk')) });

    expect((await post('/v1/evaluate', READ)).body).toMatchObject({
      passed: false,
      ruling: 'block',
      errors: [{ code: 'guard_threw' }],
    });
  });

  it('more requests at once than it answers', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>(resolve => (open = resolve));
    const slow = guard('slow', async () => (await gate, pass()));
    const { post } = await started(slow, { limits: { maxRunning: 2 } });
    const first = [post('/v1/evaluate', READ), post('/v1/evaluate', READ)];
    let third = 0;
    while (third !== 503)
      third = (
        await Promise.race([
          post('/v1/evaluate', READ),
          new Promise<{ status: number }>(resolve => setTimeout(() => resolve({ status: 0 }), 50)),
        ])
      ).status;
    open();

    expect(third).toBe(503);
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('a policy file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-server-'));
  const text = (fallback: string): string => `version: 1\ndefault: ${fallback}\npolicy:\n  budget: { max: 2 }\n`;
  const blocked = 'version: 1\ndefault: block\npolicy:\n  only_if: { if: { kind: none } }\n';

  it('that is edited between two requests counts at once', async () => {
    const file = join(folder, 'edited.yaml');
    writeFileSync(file, text('pass'));
    const { post } = await started({ file });
    const before = (await post('/v1/evaluate', READ)).body;
    writeFileSync(file, blocked);
    const after = (await post('/v1/evaluate', READ)).body;

    expect([before.passed, after.passed]).toEqual([true, false]);
    expect(after.policyDigest).not.toBe(before.policyDigest);
  });

  it('that is put in the place of another one of the same size and time counts at once', async () => {
    const file = join(folder, 'swapped.yaml');
    writeFileSync(file, text('pass'));
    const { post } = await started({ file });
    expect((await post('/v1/evaluate', READ)).body.passed).toBe(true);
    writeFileSync(join(folder, 'next.yaml'), text('pass').replace('max: 2', 'max: 0'));
    renameSync(join(folder, 'next.yaml'), file);

    const answer = await post('/v1/evaluate', READ);
    expect(answer.status === 200 && answer.body.passed).toBe(false);
  });

  it('that does not load any more refuses everything, until it does', async () => {
    const file = join(folder, 'broken.yaml');
    writeFileSync(file, text('pass'));
    const faults: unknown[] = [];
    const { post, get } = await started({ file }, { onFault: error => faults.push(error) });
    await post('/v1/evaluate', READ);
    writeFileSync(file, 'version: 1\npolicy: {');
    const broken = await post('/v1/evaluate', READ);
    rmSync(file);
    const gone = await get('/health');
    writeFileSync(file, text('pass'));

    expect([broken.status, broken.body.error.code, gone.status]).toEqual([503, 'policy_unavailable', 503]);
    expect(broken.text).not.toContain(folder);
    expect(faults).toHaveLength(2);
    const again = await post('/v1/evaluate', READ);
    expect([again.status, again.body.passed]).toEqual([200, true]);
  });

  it('that does not load at the start starts nothing', async () => {
    await expect(started({ file: join(folder, 'none.yaml') })).rejects.toThrow('the policy does not load');
  });
});

describe('the options of a server', () => {
  const engine = new PolicyEngine(guard('asks', () => ask('?', { fix: 'ask' })));
  const open = () => ({ engine, settings: {}, sources: [] });
  const tokens = [{ token: TOKEN, may: ['decide'] as const }];

  it.each([
    ['no token', { open, tokens: [] }, 'at least one token'],
    ['a short token', { open, tokens: [{ token: 'short', may: ['decide'] }] }, '32'],
    ['an unknown right', { open, tokens: [{ token: TOKEN, may: ['decides'] }] }, '`decides`'],
    ['nothing to open', { tokens }, '`open`'],
    ['an option that there is not', { open, tokens, token: TOKEN }, '`token`'],
    ['a limit that there is not', { open, tokens, limits: { maxBody: 1 } }, '`maxBody`'],
    ['a limit that lifts itself', { open, tokens, limits: { maxRunning: 0 } }, '`maxRunning`'],
    ['a token with a right that there is not', { open, tokens: [{ ...tokens[0], can: ['stop'] }] }, '`can`'],
    ['an address that is none', { open, tokens, publicUrl: 'pdp' }, '`pdp`'],
    ['an address on a network without TLS', { open, tokens, publicUrl: 'http://pdp.example.com' }, 'https:'],
  ])('are refused with %s', (_what, options, named) => {
    expect(() => createServer(options as never)).toThrow(named);
  });

  it('do not let it listen on a network without TLS', async () => {
    await expect(createServer({ open, tokens }).listen({ host: '0.0.0.0' })).rejects.toThrow('plain HTTP');
  });

  it.each(['PDP.example.com:8443', 'pdp.example.com'])('say under which more names it answers: %s', async name => {
    const { url } = await started(noWrites, { allowHosts: [name] });
    const answer = await raw(
      url,
      `GET /v1/status HTTP/1.1\r\nHost: pdp.example.com:8443\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`,
    );

    expect(statusIn(answer)).toBe(200);
  });
});
