import { ask, block, guard, pass } from '@licet/core';
import type { Right } from '@licet/server';
import { describe, expect, it, test } from 'vitest';

import { createConsole } from '@licet/console';

import { started } from './fixtures.ts';
import type { Answered, Running } from './fixtures.ts';

const token = (name: string): string => `a-token-of-the-machine-${name}-0123456789`;
const USUAL: readonly Right[] = ['decide', 'report', 'look'];
const TOKENS = [
  ...['one', 'two'].map(machine => ({ token: token(machine), machine, may: USUAL })),
  { token: token('desk'), machine: 'desk', may: ['look', 'fleet'] as const },
  { token: token('shared'), may: USUAL },
];

const POLICY = guard('deploys', ({ kind }) =>
  kind === 'deploy'
    ? ask('it reaches users', { fix: 'ask ann' })
    : kind === 'delete'
      ? block('never', { fix: 'keep it' })
      : pass(),
);

const as = (name: string, more: object = {}): Record<string, string> => ({ authorization: `Bearer ${token(name)}`, ...more });

/** A server that two machines and a shared token have each asked. */
async function fleet(): Promise<Running & { readonly approvals: Running['approvals'] }> {
  const console = {
    page: '<html></html>',
    by: 'ann',
    edits: { look: () => ({}) as never, seen: () => undefined },
    knowledge: { look: () => [], settle: () => undefined },
  };
  const running = await started(POLICY, { tokens: TOKENS, extension: createConsole(console) });
  const act = (name: string, kind: string, more: object = {}, headers: object = {}): Promise<Answered> =>
    running.post('/v1/evaluate', { action: { kind, sessionId: `session-of-${name}`, callId: kind, ...more } }, as(name, headers));
  await act('one', 'read', { agentId: 'coder', principal: { id: 'ann' } }, { 'x-licet-project': 'shop' });
  await act('one', 'delete', { agentId: 'coder', principal: { id: 'ann' } }, { 'x-licet-project': 'shop' });
  await act('one', 'deploy');
  await act('two', 'read', { agentId: 'tester', principal: { id: 'bob' } });
  await act('shared', 'read', {}, { 'x-licet-machine': 'laptop of ann' });
  await running.post(
    '/v1/outcome',
    { action: { kind: 'read', sessionId: 'session-of-one', callId: 'read' }, outcome: { status: 'ok' } },
    as('one'),
  );
  return running;
}

describe('the machine of a call', () => {
  it('is the one of its token, and is kept with each record of it', async () => {
    const { audit } = await fleet();
    const kept = audit.read().map(({ record }) => [record.type, record.machine]);

    expect(kept).toContainEqual(['outcome', 'one']);
    expect(kept).toContainEqual(['ask', 'one']);
    expect(audit.read({ machine: 'two' }).map(({ record }) => record.sessionId)).toEqual(['session-of-two']);
    expect(audit.read({ machine: 'laptop of ann' })).toHaveLength(1);
  });

  it('is that of the evaluation whose outcome is told', async () => {
    const { post } = await fleet();
    const { body } = await post('/v1/evaluate', { action: { kind: 'read', sessionId: 's', callId: 'c' } }, as('one'));
    const told = { evaluationId: body.id, outcome: { status: 'ok' } };

    expect((await post('/v1/outcome', told, as('two'))).status).toBe(404);
    expect((await post('/v1/outcome', told, as('one'))).status).toBe(200);
  });

  it('is no other one than that of the token', async () => {
    const { post, audit } = await fleet();
    const action = { kind: 'read', sessionId: 'a', callId: 'b' };
    const before = audit.read().length;
    const answers = [
      await post('/v1/evaluate', { action }, as('one', { 'x-licet-machine': 'two' })),
      await post('/v1/evaluate', { action: { ...action, machine: 'two' } }, as('one')),
      await post('/v1/evaluate', { action }, as('shared', { 'x-licet-machine': '../two' })),
      await post('/v1/evaluate', { action }, as('shared', { 'x-licet-project': '<b>' })),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 400, 400, 400]);
    expect(audit.read()).toHaveLength(before);
    expect((await post('/v1/evaluate', { action }, as('one', { 'x-licet-machine': 'one' }))).status).toBe(200);
  });

  it('is kept for AuthZEN and OPA as well', async () => {
    const { post, audit } = await fleet();
    const entity = { type: 'user', id: 'carol' };
    await post(
      '/access/v1/evaluation',
      { subject: entity, action: { name: 'look' }, resource: { type: 'record', id: '1' } },
      as('two'),
    );
    await post('/v1/data/agent/call/decision', { input: { tool: { name: 'search' }, args: {} } }, as('two'));

    expect(audit.read({ machine: 'two', type: 'evaluation' })).toHaveLength(3);
  });
});

describe('the rows of all machines', () => {
  it('are counted by machine, project, agent and principal, the latest first', async () => {
    const { get } = await fleet();
    const { rows, names, decisions } = (await get('/v1/fleet', as('desk'))).body;

    expect(decisions).toBe(5);
    expect(rows).toHaveLength(4);
    expect(rows.at(-1)).toMatchObject({
      machine: 'one',
      project: 'shop',
      agent: 'coder',
      principal: 'ann',
      calls: 2,
      rulings: { pass: 1, block: 1 },
    });
    expect(names).toMatchObject({
      machine: ['laptop of ann', 'one', 'two'],
      project: ['', 'shop'],
      principal: ['', 'ann', 'bob'],
    });
  });

  test.each([
    ['machine=two', 1],
    ['machine=one', 2],
    ['machine=one&project=shop', 1],
    ['project=', 3],
    ['agent=tester', 1],
    ['principal=ann&machine=two', 0],
  ])('are chosen by `%s`', async (query, count) => {
    const { get } = await fleet();

    expect((await get(`/v1/fleet?${query}`, as('desk'))).body.rows).toHaveLength(count);
  });

  it('take no other word in the query', async () => {
    const { get } = await fleet();

    expect((await get('/v1/fleet?machin=one', as('desk'))).status).toBe(400);
  });
});

/** Each path that a token with the right `look` may ask, and what a machine that may see only itself gets there. */
const LOOKS: Readonly<Record<string, 200 | 403>> = {
  '/v1/fleet': 200,
  '/v1/records': 200,
  '/v1/verify': 200,
  '/v1/policy': 200,
  '/v1/status': 200,
  '/v1/kinds': 200,
  '/metrics': 200,
  '/v1/sessions': 403,
  '/v1/edit': 403,
  '/v1/knowledge': 403,
};
/** Those that are asked in another test, or show nothing that a caller has done. */
const APART = ['/v1/events', '/v1/explain', '/v1/approvals/{rest}', '/v1/graph', '/v1/layout', '/access/v1/search/'];

describe('a machine that may look', () => {
  test.each(Object.entries(LOOKS))('sees nothing of another one at %s', async (path, status) => {
    const { get } = await fleet();
    const answer = await get(path, as('two'));

    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/session-of-(?:one|shared)|coder|laptop|shop/u);
    expect((await get(path, as('desk'))).status).toBe(200);
    expect((await get(path, as('shared'))).status).toBe(200);
  });

  it('has no path that these tests leave out', async () => {
    const { get } = await fleet();
    const { paths } = (await get('/openapi.json')).body as {
      readonly paths: Record<string, Record<string, { 'x-right'?: string }>>;
    };
    const looked = Object.entries(paths).filter(([, methods]) =>
      Object.values(methods).some(({ 'x-right': right }) => right === 'look' || right === 'fleet'),
    );

    expect(looked.map(([path]) => path).filter(path => !(path in LOOKS) && !APART.some(each => path.startsWith(each)))).toEqual(
      [],
    );
  });

  it('gets no records of another one by asking for them', async () => {
    const { get } = await fleet();

    expect((await get('/v1/records?machine=one', as('two'))).status).toBe(403);
    expect((await get('/v1/records?session=session-of-one', as('two'))).body.records).toEqual([]);
    expect((await get('/v1/records?last=100', as('two'))).body.records).toHaveLength(1);
    expect((await get('/v1/records?machine=one', as('desk'))).body.records.length).toBeGreaterThan(2);
    expect((await get('/v1/fleet?machine=one', as('two'))).body).toMatchObject({ rows: [], names: { machine: ['two'] } });
  });

  it('hears of no call of another one', async () => {
    const { url } = await fleet();
    const stop = new AbortController();
    const response = await fetch(`${url}/v1/events?last=100`, { headers: as('two'), signal: stop.signal });
    const body = response.body as ReadableStream<Uint8Array>;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('session-of-two')) text += (await reader.read()).value ?? '';
    stop.abort();

    expect(text).not.toMatch(/session-of-(?:one|shared)/u);
  });

  it('is not told of a request of another one', async () => {
    const { get, approvals } = await fleet();
    const [stored] = await approvals.pending(Date.now());
    const path = `/v1/approvals/${stored?.request.id}`;

    expect((await get(path, as('one'))).body.status).toBe('pending');
    expect((await get(path, as('two'))).status).toBe(404);
    expect((await get(path, as('desk'))).status).toBe(200);
  });
});
