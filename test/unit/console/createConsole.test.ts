import { createHash } from 'node:crypto';
import { request } from 'node:http';

import { ask, guard, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

import type { Running } from '../server/fixtures.ts';
import { TOKEN, started } from '../server/fixtures.ts';

const PAGE = '<!doctype html><html lang="en"><head><style>p{}</style><script type="module">1</script></head></html>';
const POLICY = guard('deploys', ({ kind }) => (kind === 'deploy' ? ask('it reaches users', { fix: 'ask ann' }) : pass()));
const DEPLOY = { action: { kind: 'deploy', sessionId: 's', payload: { to: 'production' } } };

const open = (): Promise<Running> => started(POLICY, { console: { page: PAGE, by: 'ann' } });

/** Opens the page as a browser does, and returns its token. */
async function pageOf({ post, pair }: Running): Promise<{ readonly authorization: string; readonly confirm: string }> {
  const { code, confirm } = pair();
  const { body } = await post('/v1/console/pair', { code }, { authorization: '' });
  return { authorization: `Bearer ${body.token}`, confirm };
}

/** The request for approval that waits, after an action has asked. */
async function asked({ post, approvals }: Running): Promise<string> {
  await post('/v1/evaluate', DEPLOY);
  const [waiting] = await approvals.pending(Date.now());
  return waiting?.request.id ?? '';
}

describe('the page for people', () => {
  it('is sent to everybody, shows nothing by itself, and may only run its own script', async () => {
    const { get } = await open();
    const { status, text, headers } = await get('/console', { authorization: '' });

    expect({ status, text }).toEqual({ status: 200, text: PAGE });
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; connect-src 'self'; .*require-trusted-types-for 'script'$/u,
    );
  });

  it('is not there where no page was given', async () => {
    const { get, post } = await started(POLICY);

    expect(await get('/console')).toMatchObject({ status: 404 });
    expect(await post('/v1/console/pair', { code: 'x' })).toMatchObject({ status: 404 });
  });

  it('shows the records of the trail, what waits, and what is remembered', async () => {
    const running = await open();
    const { authorization } = await pageOf(running);
    await running.post('/v1/evaluate', { action: { kind: 'read', sessionId: 's', payload: { path: 'a' } } });
    await asked(running);
    const look = (path: string) => running.get(path, { authorization });

    expect(
      (await look('/v1/records?last=10')).body.records.map(({ record }: { record: { type: string } }) => record.type),
    ).toEqual(['evaluation', 'ask', 'evaluation']);
    expect((await look('/v1/records?ruling=ask')).body.records).toHaveLength(1);
    const newest = async (query: string): Promise<readonly number[]> =>
      (await look(`/v1/records?${query}`)).body.records.map(({ seq }: { readonly seq: number }) => seq);
    expect(await newest('last=10&limit=2')).toEqual([2, 3]);
    expect(await newest('last=10&limit=1&ruling=pass')).toEqual([1]);
    expect(await newest('last=1&ruling=pass')).toEqual([]);
    expect(await newest('last=0')).toEqual([]);
    expect(await newest('last=10&limit=0')).toEqual([]);
    expect((await look('/v1/records?after=2')).body.records[0].seq).toBe(3);
    expect((await look('/v1/records?after=-1')).body.error.code).toBe('invalid_request');
    expect((await look('/v1/verify')).body).toMatchObject({ valid: true, records: 3 });
    expect((await look('/v1/approvals')).body.waiting).toMatchObject([
      { action: { payload: { to: 'production' } }, questions: [{ reason: 'it reaches users' }] },
    ]);
    expect((await look('/v1/sessions')).body).toMatchObject({ sessions: [] });
  });

  it('answers a request in the name of the person who opened it, and the trail says how', async () => {
    const running = await open();
    const page = await pageOf(running);
    const id = await asked(running);
    const { body } = await running.post(
      `/v1/approvals/${id}`,
      { yes: true, reason: 'release day', confirm: page.confirm.toLowerCase() },
      page,
    );

    expect(body).toEqual({ taken: true, status: 'granted' });
    expect(running.audit.records.at(-1)).toMatchObject({
      type: 'answer',
      granted: [true],
      by: 'ann',
      reason: 'release day',
      channel: 'console',
    });
    expect((await running.post('/v1/evaluate', DEPLOY)).body.passed).toBe(true);
    expect((await running.post(`/v1/approvals/${id}`, { yes: false }, page)).body).toMatchObject({
      taken: false,
      code: 'decided',
    });
  });

  it('says no without a code: that only stops the agent', async () => {
    const running = await open();
    const page = await pageOf(running);
    const { body } = await running.post(`/v1/approvals/${await asked(running)}`, { yes: false }, page);

    expect(body).toEqual({ taken: true, status: 'denied' });
  });

  it('answers with an error for a request that is not there, and for what is no answer', async () => {
    const running = await open();
    const page = await pageOf(running);

    expect((await running.post('/v1/approvals/nope', { yes: false }, page)).body.error.code).toBe('not_found');
    expect((await running.post('/v1/approvals/nope', { yes: 'true' }, page)).body.error.code).toBe('invalid_request');
  });
});

describe('a yes for several calls on the page', () => {
  const coverage = async (_request: unknown, region: string) => ({ lines: [`in the ${region}`], covered: ['a'], near: ['b'] });
  const scope = () => ({ lasts: 'session', until: Date.now() + 60_000, uses: 2, region: 'file' });

  it('is shown before it is said, covers calls, and is ended there', async () => {
    const running = await started(POLICY, { console: { page: PAGE, by: 'ann', coverage } });
    const page = await pageOf(running);
    const id = await asked(running);
    const { digest, mayCover } = (await running.get('/v1/approvals', page)).body.waiting[0];
    expect(mayCover).toBe(true);
    expect((await running.get(`/v1/coverage/${id}?region=folder`, page)).body).toEqual({
      lines: ['in the folder'],
      covered: ['a'],
      near: ['b'],
      digest,
    });

    const say = (more: object) => running.post(`/v1/approvals/${id}`, { yes: true, confirm: page.confirm, ...more }, page);
    expect(await say({ scope: scope() })).toMatchObject({ status: 403 });
    expect(await say({ scope: { ...scope(), more: 1 }, digest })).toMatchObject({ status: 400 });
    expect((await say({ scope: scope(), digest })).body).toEqual({ taken: true, status: 'granted' });
    expect((await running.post('/v1/evaluate', { action: { ...DEPLOY.action, callId: '1' } })).body.passed).toBe(true);
    expect((await running.get('/v1/approvals', page)).body.covering).toMatchObject([{ id, used: 1, sessionId: 's' }]);

    expect((await running.post(`/v1/approvals/${id}`, { yes: false }, page)).body).toEqual({ taken: true, status: 'ended' });
    expect((await running.post('/v1/evaluate', { action: { ...DEPLOY.action, callId: '2' } })).body.passed).toBe(false);
    expect((await running.get('/v1/approvals', page)).body.covering).toEqual([]);
  });

  it('is not offered where nothing says what it would cover', async () => {
    const running = await open();
    const page = await pageOf(running);
    expect(await running.get(`/v1/coverage/${await asked(running)}`, page)).toMatchObject({ status: 404 });
    expect(await running.get('/v1/coverage/nope', page)).toMatchObject({ status: 404 });
  });
});

describe('what attacks the page', () => {
  it('an address that was read after the page was opened opens nothing', async () => {
    const { post, pair } = await open();
    const { code } = pair();

    expect(await post('/v1/console/pair', { code }, { authorization: '' })).toMatchObject({ status: 200 });
    expect(await post('/v1/console/pair', { code }, { authorization: '' })).toMatchObject({ status: 401 });
    expect(await post('/v1/console/pair', { code: 'guessed' }, { authorization: '' })).toMatchObject({ status: 401 });
  });

  it('a process that was faster with the address sees, and cannot approve', async () => {
    const running = await open();
    const { authorization } = await pageOf(running);
    const id = await asked(running);
    const say = (body: object) => running.post(`/v1/approvals/${id}`, body, { authorization });

    expect(await say({ yes: true })).toMatchObject({ status: 403 });
    expect(await say({ yes: true, confirm: 'AAAA-AAAA' })).toMatchObject({ status: 403 });
    expect(running.approvals.pending(Date.now())).toHaveLength(1);
  });

  it('five wrong codes close the page', async () => {
    const running = await open();
    const { authorization, confirm } = await pageOf(running);
    const id = await asked(running);
    const say = (typed: string) => running.post(`/v1/approvals/${id}`, { yes: true, confirm: typed }, { authorization });
    for (let time = 0; time < 5; time++) expect(await say('AAAA-AAAA')).toMatchObject({ status: 403 });

    expect(await say(confirm)).toMatchObject({ status: 401 });
    expect(await running.get('/v1/records', { authorization })).toMatchObject({ status: 401 });
  });

  it('a code of one page is none on another', async () => {
    const running = await open();
    const [first, second] = [await pageOf(running), await pageOf(running)];
    const id = await asked(running);

    expect(await running.post(`/v1/approvals/${id}`, { yes: true, confirm: second.confirm }, first)).toMatchObject({
      status: 403,
    });
  });

  it('a process that was faster with the address cannot teach the agent, and may only reject', async () => {
    const settled: unknown[] = [];
    const knowledge = { look: () => [], settle: (answer: object) => void settled.push(answer) };
    const running = await started(POLICY, { console: { page: PAGE, by: 'ann', knowledge } });
    const { authorization, confirm } = await pageOf(running);
    const say = (more: object) => running.post('/v1/knowledge', { graph: 'g', id: 'e', ...more }, { authorization });

    expect(await say({ accept: true })).toMatchObject({ status: 403 });
    expect(await say({ accept: true, confirm: 'AAAA-AAAA' })).toMatchObject({ status: 403 });
    expect((await running.post('/v1/knowledge', { graph: 'g', id: 'e', accept: false })).body.error.code).toBe('forbidden');
    expect(settled).toEqual([]);
    expect((await say({ accept: false })).body).toEqual({ done: true });
    expect((await say({ accept: true, confirm })).body).toEqual({ done: true });
    expect(settled).toHaveLength(2);
    expect(await running.get('/v1/edit', { authorization })).toMatchObject({ status: 404 });
  });

  it('a token of programs neither answers nor opens pages, and a page decides nothing', async () => {
    const running = await open();
    const page = await pageOf(running);
    const id = await asked(running);

    expect((await running.post(`/v1/approvals/${id}`, { yes: false })).body.error.code).toBe('forbidden');
    expect((await running.get('/v1/approvals')).body.error.code).toBe('forbidden');
    expect((await running.post('/v1/console/pairings', {})).body.error.code).toBe('forbidden');
    expect((await running.post('/v1/evaluate', DEPLOY, page)).body.error.code).toBe('forbidden');
    expect((await running.post('/v1/console/pairings', {}, page)).body.error.code).toBe('forbidden');
  });

  it('no answer to the token that opens pages holds a code: the terminal of the server shows the one for approvals', async () => {
    const shown: string[] = [];
    const control = 'a-token-of-control-0123456789abcdef0123456789';
    const may = ['look', 'pair', 'stop'] as const;
    const showCode = (confirm: string): boolean => shown.push(confirm) > 0;
    const running = await started(POLICY, {
      tokens: [
        { token: TOKEN, may: ['decide', 'report', 'look'] },
        { token: control, may },
      ],
      console: { page: PAGE, by: 'ann', showCode },
    });
    const id = await asked(running);
    const authorization = `Bearer ${control}`;
    const code = 'made-by-the-caller-0123456789abcdef';
    const codeDigest = createHash('sha256').update(code).digest('hex');
    const admitted = await running.post('/v1/console/pairings', { codeDigest }, { authorization });
    const paired = await running.post('/v1/console/pair', { code }, { authorization: '' });
    const page = { authorization: `Bearer ${paired.body.token}` };
    const yes = (confirm?: string) => running.post(`/v1/approvals/${id}`, { yes: true, ...(confirm && { confirm }) }, page);

    expect(admitted.body).toEqual({ shown: true });
    expect(shown).toEqual([expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/u)]);
    expect(`${admitted.text}${paired.text}${(await running.get('/v1/approvals', page)).text}`).not.toContain(shown[0]);
    for (const guess of [undefined, code, codeDigest, 'AAAA-AAAA']) expect((await yes(guess)).status).toBe(403);
    expect((await yes(shown[0])).body).toMatchObject({ taken: true });
    expect((await running.post('/v1/console/pairings', {}, { authorization })).body.error.code).toBe('invalid_request');
  });

  it('a server without a terminal shows no code, and its page refuses but approves nothing', async () => {
    const control = 'a-token-of-control-0123456789abcdef0123456789';
    const running = await started(POLICY, {
      tokens: [
        { token: TOKEN, may: ['decide'] },
        { token: control, may: ['pair'] },
      ],
      console: { page: PAGE, by: 'ann' },
    });
    const id = await asked(running);
    const codeDigest = createHash('sha256').update('mine').digest('hex');
    const { body } = await running.post('/v1/console/pairings', { codeDigest }, { authorization: `Bearer ${control}` });
    const { token } = (await running.post('/v1/console/pair', { code: 'mine' }, { authorization: '' })).body;
    const page = { authorization: `Bearer ${token}` };

    expect(body).toEqual({ shown: false });
    expect((await running.post(`/v1/approvals/${id}`, { yes: true }, page)).status).toBe(403);
    expect((await running.post(`/v1/approvals/${id}`, { yes: false }, page)).body).toMatchObject({ taken: true });
  });

  it.each([
    ['a page of another origin', { origin: 'http://evil.example' }],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }],
    ['a page that a browser calls foreign', { 'sec-fetch-site': 'cross-site' }],
    ['a sandboxed page', { origin: 'null' }],
  ])('%s is refused everywhere, also with the right code', async (_who, headers) => {
    const running = await open();
    const page = await pageOf(running);
    const id = await asked(running);

    expect(await running.get('/console', headers)).toMatchObject({ status: 403 });
    expect(await running.get('/v1/events', { ...page, ...headers })).toMatchObject({ status: 403 });
    expect(await running.post('/v1/console/pair', { code: running.pair().code }, headers)).toMatchObject({ status: 403 });
    expect(
      await running.post(`/v1/approvals/${id}`, { yes: true, confirm: page.confirm }, { ...page, ...headers }),
    ).toMatchObject({ status: 403 });
  });

  it('a name that was bound to this machine is refused', async () => {
    const { url } = await open();
    const status = await new Promise(resolve =>
      request(`${url}/console`, { headers: { host: 'rebound.example' } }, ({ statusCode }) => resolve(statusCode)).end(),
    );

    expect(status).toBe(403);
  });
});

describe('the stream of events', () => {
  async function* eventsOf(
    { url }: Running,
    headers: Readonly<Record<string, string>>,
    query = '',
    stop = new AbortController(),
  ) {
    const response = await fetch(`${url}/v1/events${query}`, { headers, signal: stop.signal });
    const decoder = new TextDecoder();
    try {
      for await (const part of response.body ?? [])
        for (const [, id, data = ''] of decoder.decode(part as Uint8Array).matchAll(/id: (\d+)\ndata: (.*)\n\n/gu))
          yield { id: Number(id), record: JSON.parse(data).record as { readonly type: string } };
    } finally {
      stop.abort();
    }
  }

  const first = async (events: AsyncGenerator<{ readonly id: number }>): Promise<number> => {
    for await (const { id } of events) return id;
    return 0;
  };

  it('sends each record once it is written, and goes on where a listener left', async () => {
    const running = await open();
    const page = await pageOf(running);
    const read = (): Promise<unknown> => running.post('/v1/evaluate', { action: { kind: 'read', sessionId: 's' } });
    await read();
    await read();
    const late = first(eventsOf(running, page));
    const fromStart = await first(eventsOf(running, page, '?after=0'));
    const resumed = await first(eventsOf(running, { ...page, 'last-event-id': '1' }));
    const past = await first(eventsOf(running, page, '?last=1'));
    await read();

    expect([fromStart, resumed, past]).toEqual([1, 2, 2]);
    expect(await late).toBeGreaterThan(2);
  });

  it('ends with the server, and refuses what is no number', async () => {
    const running = await open();
    const page = await pageOf(running);
    const { body } = await running.get('/v1/events?after=x', page);
    const response = await fetch(`${running.url}/v1/events`, { headers: { authorization: page.authorization } });
    const text = response.text();
    await running.close();

    expect(body.error.code).toBe('invalid_request');
    expect(await text).toContain(': the trail as it is written');
  });
});
