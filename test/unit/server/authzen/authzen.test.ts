import { fileURLToPath } from 'node:url';

import { All, guard, pass } from '@licet/core';
import { HumanApproval, Notice, RedactOutput } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { started } from '../fixtures.ts';

const CERTIFICATION = fileURLToPath(new URL('../../../../examples/authzen/certification/governance.yaml', import.meta.url));

const user = (id: string, properties?: object) => ({ type: 'user', id, ...(properties && { properties }) });
const record = (id: string, properties?: object) => ({ type: 'record', id, ...(properties && { properties }) });
const action = (name: string, properties?: object) => ({ name, ...(properties && { properties }) });

const READ = { subject: user('alice'), action: action('read'), resource: record('record-1') };
const WRITE = { ...READ, action: action('write') };

const certification = () => started({ file: CERTIFICATION });

describe('an evaluation of AuthZEN', () => {
  it.each([
    [1, READ, true],
    [2, WRITE, true],
    [3, { ...READ, subject: user('bob') }, true],
    [4, { ...WRITE, subject: user('bob') }, false],
    [5, { ...WRITE, resource: record('record-9', { status: 'archived' }) }, false],
    [6, { ...WRITE, subject: user('carol', { role: 'admin' }), resource: record('record-9', { status: 'archived' }) }, true],
    [7, { ...READ, action: action('delete', { soft: true }) }, true],
    [8, { ...READ, action: action('delete', { soft: false }) }, false],
  ] as const)('decides case %i of the certification', async (_number, request, decision) => {
    const { post } = await certification();
    const answer = await post('/access/v1/evaluation', request);

    expect(answer.status).toBe(200);
    expect(answer.body.decision).toBe(decision);
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  it('takes what the request says of an entity before what the policy file says', async () => {
    const { post } = await certification();

    expect(
      (await post('/access/v1/evaluation', { ...WRITE, resource: record('record-1', { status: 'archived' }) })).body.decision,
    ).toBe(false);
    expect(
      (await post('/access/v1/evaluation', { ...WRITE, subject: user('bob', { role: 'viewer' }), resource: record('record-2') }))
        .body.decision,
    ).toBe(false);
  });

  it('does not let a property of a resource pass for its identity', async () => {
    const { post } = await certification();
    const forged = { ...READ, resource: { type: 'secret', id: 's', properties: { type: 'record', id: 'record-1' } } };

    expect((await post('/access/v1/evaluation', forged)).body.decision).toBe(false);
  });

  it.each([
    ['a context', { ...READ, context: { ip: '10.0.0.1' } }],
    ['more properties', { ...READ, subject: user('alice', { department: 'sales' }) }],
    ['unknown members', { ...READ, extra: { deep: [1] }, subject: { ...READ.subject, extra: 1 } }],
  ])('is not changed by %s', async (_what, request) => {
    const { post } = await certification();

    expect((await post('/access/v1/evaluation', request)).body.decision).toBe(true);
  });

  it('answers the same question alike, and echoes the identity of the request', async () => {
    const { post } = await certification();
    const answers = [];
    for (let time = 0; time < 5; time++) answers.push(await post('/access/v1/evaluation', READ, { 'x-request-id': 'r-1' }));

    expect(answers.map(({ body }) => body.decision)).toEqual([true, true, true, true, true]);
    expect(answers.every(({ headers }) => headers.get('x-request-id') === 'r-1')).toBe(true);
  });

  it.each([
    ['no subject', { action: READ.action, resource: READ.resource }],
    ['no action', { subject: READ.subject, resource: READ.resource }],
    ['no resource', { subject: READ.subject, action: READ.action }],
    ['a subject without a type', { ...READ, subject: { id: 'alice' } }],
    ['a subject without an id', { ...READ, subject: { type: 'user' } }],
    ['a resource without an id', { ...READ, resource: { type: 'record' } }],
    ['an action without a name', { ...READ, action: {} }],
    ['a text for an object', { ...READ, subject: 'alice' }],
    ['a number for a name', { ...READ, action: { name: 7 } }],
    ['a list', [READ]],
    ['broken JSON', '{"subject": '],
    ['nothing', ''],
  ])('is refused with 400 for %s', async (_what, request) => {
    const { post } = await certification();
    const answer = await post('/access/v1/evaluation', request);

    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('invalid_request');
    expect(answer.body.decision).toBeUndefined();
  });

  it('is refused with 400 for another content type', async () => {
    const { post } = await certification();

    expect((await post('/access/v1/evaluation', READ, { 'content-type': 'text/plain' })).status).toBe(400);
  });

  it('says why not, and what to do instead', async () => {
    const { post } = await certification();
    const { body } = await post('/access/v1/evaluation', { ...READ, action: action('delete') });

    expect(body).toMatchObject({
      decision: false,
      context: {
        ruling: 'block',
        code: 'condition_unmet',
        reason: 'records are only ever deleted softly',
        fix: 'delete with the property `soft: true`',
      },
    });
  });

  it('tells the status of a request for approval, and is a no until a human has said yes', async () => {
    const { post, get, url } = await started(HumanApproval());
    const { body } = await post('/access/v1/evaluation', READ);

    expect(body).toMatchObject({ decision: false, context: { ruling: 'ask', access_request: { status: 'pending' } } });
    const { status_endpoint: where, expires_at: until } = body.context.access_request;
    expect(where.startsWith(url)).toBe(true);
    expect(Date.parse(until)).toBeGreaterThan(Date.now());
    expect((await get(where.slice(url.length))).body).toMatchObject({
      status: 'pending',
      questions: [{ guard: 'human_approval' }],
    });
  });

  it('says no where the caller does not say that it carries out an obligation', async () => {
    const { post } = await started(
      All(
        guard('yes', () => pass()),
        RedactOutput({}),
      ),
    );

    expect((await post('/access/v1/evaluation', READ)).body).toMatchObject({
      decision: false,
      context: { code: 'obligation_unmet' },
    });
    const able = await post('/access/v1/evaluation', { ...READ, context: { supported_obligations: ['redact'] } });
    expect(able.body).toMatchObject({ decision: true, context: { obligations: [{ id: 'redact', type: 'custom' }] } });
  });

  it('warns beside a yes', async () => {
    const { post } = await started(Notice({ text: 'this is shared' }));

    expect((await post('/access/v1/evaluation', READ)).body).toMatchObject({
      decision: true,
      context: { ruling: 'warn', reason: 'this is shared' },
    });
  });

  it('takes a resource of the type tool for a call of that tool, with its properties as arguments', async () => {
    const seen: object[] = [];
    const { post } = await started(
      guard('look', ({ kind, tool, payload, agentId, principal }) => {
        seen.push({ kind, tool, payload, agentId, principal: principal?.id });
        return pass();
      }),
    );
    await post('/access/v1/evaluation', {
      subject: { type: 'identity', id: 'ann' },
      action: { name: 'tools/call' },
      resource: { type: 'tool', id: 'get_weather', properties: { city: 'Bern', id: 'x' } },
      context: { agent: 'client-1' },
    });

    expect(seen).toEqual([
      { kind: 'tool', tool: 'get_weather', payload: { city: 'Bern', id: 'x' }, agentId: 'client-1', principal: 'ann' },
    ]);
  });
});

describe('evaluations of AuthZEN', () => {
  const batch = async (body: object) => (await (await certification()).post('/access/v1/evaluations', body)).body;
  const decisions = (body: { readonly evaluations: readonly { readonly decision: boolean }[] }) =>
    body.evaluations.map(each => each.decision);

  it('keep their order, and take what they do not say from beside the list', async () => {
    const items = [
      {},
      { action: action('write') },
      { subject: user('bob'), action: action('write') },
      { resource: record('record-2') },
    ];

    expect(decisions(await batch({ ...READ, evaluations: items }))).toEqual([true, true, false, true]);
  });

  it('replace a whole entity, and merge nothing', async () => {
    const items = [{ subject: { type: 'user', id: 'bob' } }];

    expect(
      decisions(
        await batch({ ...WRITE, subject: user('alice', { role: 'admin' }), resource: record('record-1'), evaluations: items }),
      ),
    ).toEqual([false]);
  });

  it('have a separate no for an item that is no question', async () => {
    const body = await batch({
      subject: READ.subject,
      action: READ.action,
      evaluations: [{ resource: READ.resource }, {}, { resource: { type: 'record' } }],
    });

    expect(decisions(body)).toEqual([true, false, false]);
    expect(body.evaluations[1].context.error).toMatchObject({ status: 400 });
  });

  it.each([
    ['execute_all', [true, false, true]],
    ['deny_on_first_deny', [true, false]],
    ['permit_on_first_permit', [true]],
  ])('end as %s says', async (semantic, wanted) => {
    const items = [{}, { action: action('delete') }, {}];

    expect(decisions(await batch({ ...READ, evaluations: items, options: { evaluations_semantic: semantic } }))).toEqual(wanted);
  });

  it.each([[{}], [{ evaluations: [] }]])('without a list are one evaluation', async more => {
    expect(await batch({ ...READ, ...more })).toMatchObject({ decision: true });
  });

  it.each([
    ['a list that is none', { ...READ, evaluations: {} }],
    ['an item that is none', { ...READ, evaluations: ['x'] }],
    ['an entity beside the list that is none', { ...READ, subject: 'alice', evaluations: [{}] }],
    ['an unknown semantic', { ...READ, evaluations: [{}], options: { evaluations_semantic: 'first' } }],
    ['nothing at all', {}],
  ])('are refused with 400 for %s', async (_what, body) => {
    expect((await (await certification()).post('/access/v1/evaluations', body)).status).toBe(400);
  });
});

describe('a search of AuthZEN', () => {
  const search = async (what: string, body: object) => (await certification()).post(`/access/v1/search/${what}`, body);
  const bob = user('bob', { role: 'admin' });

  it.each([
    ['S1', 'subject', { subject: { type: 'user' }, action: action('read'), resource: record('record-1') }, ['alice', 'bob']],
    [
      'S2',
      'resource',
      { subject: user('alice'), action: action('read'), resource: { type: 'record' } },
      ['record-1', 'record-2'],
    ],
    ['S3', 'action', { subject: user('alice'), resource: record('record-1') }, ['read', 'write']],
    [
      'S4',
      'subject',
      { subject: { type: 'user' }, action: action('write'), resource: record('record-2', { status: 'archived' }) },
      ['bob'],
    ],
    ['S5', 'resource', { subject: bob, action: action('write'), resource: { type: 'record' } }, ['record-2']],
    ['S6', 'action', { subject: bob, resource: record('record-2', { status: 'archived' }) }, ['read', 'write']],
  ] as const)('%s finds who, what or how', async (_name, what, body, wanted) => {
    const answer = await search(what, body);

    expect(answer.status).toBe(200);
    expect(answer.body.results.map((each: { id?: string; name?: string }) => each.id ?? each.name)).toEqual(wanted);
    expect(answer.body.page.next_token).toBe('');
  });

  it('does not look at the identity of what it searches for', async () => {
    const body = { subject: { type: 'user', id: 'stranger' }, action: action('read'), resource: record('record-1') };

    expect((await search('subject', body)).body.results).toHaveLength(2);
  });

  it.each([
    ['an unknown type', 'subject', { subject: { type: 'robot' }, action: action('read'), resource: record('record-1') }],
    ['an unknown resource', 'subject', { subject: { type: 'user' }, action: action('read'), resource: record('record-7') }],
    ['an unknown subject', 'action', { subject: user('mallory'), resource: record('record-1') }],
  ])('finds nothing for %s', async (_what, what, body) => {
    expect((await search(what, body)).body.results).toEqual([]);
  });

  it('gives its results page by page', async () => {
    const body = { subject: { type: 'user' }, action: action('read'), resource: record('record-1') };
    const first = (await search('subject', { ...body, page: { limit: 1 } })).body;
    const second = (await search('subject', { ...body, page: { limit: 1, token: first.page.next_token } })).body;

    expect([first.results, second.results]).toEqual([[{ type: 'user', id: 'alice' }], [{ type: 'user', id: 'bob' }]]);
    expect(second.page.next_token).toBe('');
  });

  it.each([
    ['no resource', 'subject', { subject: { type: 'user' }, action: action('read') }],
    ['an input without an id', 'subject', { subject: { type: 'user' }, action: action('read'), resource: { type: 'record' } }],
    ['no type', 'subject', { subject: {}, action: action('read'), resource: record('record-1') }],
    [
      'a page token of another kind',
      'subject',
      { subject: { type: 'user' }, action: action('read'), resource: record('record-1'), page: { token: 'x' } },
    ],
  ])('is refused with 400 for %s', async (_what, what, body) => {
    expect((await search(what, body)).status).toBe(400);
  });

  it('charges, records and asks nothing', async () => {
    const { post, audit } = await certification();
    await post('/access/v1/search/action', { subject: user('alice'), resource: record('record-1') });

    expect(audit.records).toEqual([]);
  });
});

describe('the metadata of AuthZEN', () => {
  it('name every path under the address of the server', async () => {
    const { get, url } = await certification();
    const { body } = await get('/.well-known/authzen-configuration', { authorization: '' });

    expect(body.policy_decision_point).toBe(url);
    for (const [name, where] of Object.entries(body))
      if (name.endsWith('_endpoint')) expect(String(where).startsWith(`${url}/access/v1/`)).toBe(true);
  });

  it('stand before the path of an address that has one', async () => {
    const { get, post } = await started({ file: CERTIFICATION }, { publicUrl: 'https://pdp.example.com/tenant' });
    const { body } = await get('/.well-known/authzen-configuration/tenant');

    expect(body.access_evaluation_endpoint).toBe('https://pdp.example.com/tenant/access/v1/evaluation');
    expect((await post('/tenant/access/v1/evaluation', READ)).body.decision).toBe(true);
    expect((await post('/access/v1/evaluation', READ)).status).toBe(404);
  });
});
