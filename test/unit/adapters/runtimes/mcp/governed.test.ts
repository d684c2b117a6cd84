import { ask, block, guard, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { call, done, methods, stage, stateIn, yes } from './stage.ts';

/** Stops what is named; `seen` are the tools and the arguments that were judged. */
function noting(...stopped: string[]) {
  const seen: unknown[] = [];
  const policy = guard('notes', ({ tool = '', payload }) => {
    seen.push([tool, payload]);
    return stopped.includes(tool) ? block(`no ${tool}`, { fix: 'do without' }) : pass();
  });
  return { seen, policy };
}

const elicit = { method: 'elicitation/create', params: { message: 'your name?', requestedSchema: { type: 'object' } } };
const sample = { method: 'sampling/createMessage', params: { messages: [{ role: 'user' }], maxTokens: 5 } };

describe('what a client asks for beside calls of tools', () => {
  it.each<[string, object, string, object]>([
    ['resources/read', { uri: 'a:b' }, 'read_resource', { uri: 'a:b' }],
    ['resources/subscribe', { uri: 'a:b' }, 'read_resource', { uri: 'a:b' }],
    ['subscriptions/listen', { notifications: { resourceSubscriptions: ['a:b'] } }, 'read_resource', { uri: 'a:b' }],
    ['prompts/get', { name: 'review', arguments: { a: 'b' } }, 'get_prompt', { name: 'review', arguments: { a: 'b' } }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'b' } },
      'list_completions',
      { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'b' } },
    ],
  ])('is governed: %s', async (method, params, name, payload) => {
    const { policy, seen } = noting(`mcp__test__${name}`);
    const { client, server, says } = await stage(policy);

    await says({ id: 1, method, params });

    expect(seen).toEqual([[`mcp__test__${name}`, payload]]);
    expect(client.got).toMatchObject([{ id: 1, error: { message: expect.stringContaining('do without') } }]);
    expect(server.got).toEqual([]);
  });

  it.each(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'ping', 'logging/setLevel', 'tasks/list'])(
    'is free: %s',
    async method => {
      const { policy, seen } = noting();
      const { server, says } = await stage(policy);

      await says({ id: 1, method });

      expect(methods(server.got)).toContain(method);
      expect(seen).toEqual([]);
    },
  );

  it.each<[string, object]>([
    ['resources/subscribe', { uri: 7 }],
    ['prompts/get', { name: ['review'] }],
    ['completion/complete', { ref: 'x', argument: {} }],
    ['subscriptions/listen', { notifications: { resourceSubscriptions: [{ uri: 'a:b' }] } }],
    ['subscriptions/listen', { notifications: { resourceSubscriptions: { 0: 'a:b' } } }],
  ])('is refused where it cannot be read: %s', async (method, params) => {
    const { client, server, says } = await stage(yes);

    await says({ id: 1, method, params });

    expect(client.got).toMatchObject([{ id: 1, error: {} }]);
    expect(server.got).toEqual([]);
  });
});

describe('a message that no policy could decide about', () => {
  it.each<[string, object]>([
    ['a call without an identity', { method: 'tools/call', params: { name: 'Tool' } }],
    ['a call whose identity is null', { id: null, method: 'tools/call', params: { name: 'Tool' } }],
    ['a call whose identity is a fraction', { id: 1.5, method: 'tools/call', params: { name: 'Tool' } }],
    ['a call whose identity is too large to be a number', { id: 2 ** 53, method: 'tools/call', params: { name: 'Tool' } }],
    ['a call whose identity is infinite', { id: Infinity, method: 'tools/call', params: { name: 'Tool' } }],
    ['a call whose identity is a truth', { id: true, method: 'tools/call', params: { name: 'Tool' } }],
    ['a call whose identity is a list', { id: [1], method: 'tools/call', params: { name: 'Tool' } }],
    ['a call whose identity is huge', { id: 'x'.repeat(2_000), method: 'tools/call', params: { name: 'Tool' } }],
    ['a call whose identity is one of ours', { id: 'licet:x', method: 'tools/call', params: { name: 'Tool' } }],
    ['a read without an identity', { method: 'resources/read', params: { uri: 'a:b' } }],
    ['a list without an identity', { method: 'tools/list' }],
    ['a notification of a vendor', { method: 'notifications/vendor/run', params: { command: 'rm' } }],
    ['a notification that is one of a server', { method: 'notifications/message', params: { data: 'x' } }],
    ['a method of a name that every object has', { id: 1, method: 'constructor' }],
  ])('goes to no server: %s', async (_what, message) => {
    const { server, says } = await stage(yes);

    await says({ ...message });

    expect(server.got).toEqual([]);
  });

  it.each(['notifications/initialized', 'notifications/cancelled', 'notifications/progress', 'notifications/roots/list_changed'])(
    'is no notification of the protocol: %s goes on',
    async method => {
      const { server, says } = await stage(yes);

      await says({ method, params: {} });

      expect(methods(server.got)).toEqual([method]);
    },
  );

  it('is no notification that the host has named', async () => {
    const { server, says } = await stage(yes, { methods: ['notifications/vendor/seen'] });

    await says({ method: 'notifications/vendor/seen' });

    expect(methods(server.got)).toEqual(['notifications/vendor/seen']);
  });

  it('is dropped from a batch, whose other messages are decided about one by one', async () => {
    const { policy, seen } = noting('mcp__test__Bad');
    const { client, server, settle } = await stage(policy);

    client.say([
      { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'a' } },
      { jsonrpc: '2.0', method: 'tools/call', params: { name: 'Tool' } },
      [{ jsonrpc: '2.0', id: 2, method: 'prompts/get', params: { name: 'b' } }],
      { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'c' } },
    ]);
    await settle();

    expect(seen).toEqual([['mcp__test__get_prompt', { name: 'a' }]]);
    expect(methods(server.got)).toEqual(['prompts/get']);
    expect(client.got).toMatchObject([{ id: 1, error: { message: expect.stringContaining('is not answered yet') } }]);
  });

  it('is no answer to a question that the server has not put', async () => {
    const { server, says } = await stage(yes);

    await says({ id: 7, result: { action: 'accept' } });

    expect(server.got).toEqual([]);
  });
});

describe('what a server asks the client for', () => {
  it.each<[string, typeof elicit | typeof sample, string]>([
    ['its user', elicit, 'mcp__test__ask_user'],
    ['its model', sample, 'mcp__test__sampling'],
  ])('is governed: %s', async (_what, request, name) => {
    const { policy, seen } = noting(name);
    const { client, server, settle } = await stage(policy);

    server.say({ jsonrpc: '2.0', id: 5, ...request });
    await settle();

    expect(seen).toEqual([[name, request.params]]);
    expect(client.got).toEqual([]);
    expect(server.got).toMatchObject([{ id: 5, error: { message: expect.stringContaining('do without') } }]);
  });

  it('reaches the client where the policy lets it, and its answer to the server', async () => {
    const { client, server, audit, settle, says } = await stage(yes);
    server.say({ jsonrpc: '2.0', id: 5, ...elicit });
    await settle();
    expect(client.got).toMatchObject([{ id: 5, ...elicit }]);

    await says({ id: 5, result: { action: 'accept', content: { name: 'ann' } } });

    expect(server.got).toMatchObject([{ id: 5, result: { action: 'accept', content: { name: 'ann' } } }]);
    expect(audit.records.map(({ type }) => type)).toEqual(['evaluation', 'outcome']);
  });

  it('asks the user first where the policy does, and takes no answer of the server for theirs', async () => {
    const policy = guard('who', () => ask('it uses the model', { fix: 'ask the user' }));
    const { client, server, settle, says } = await stage(policy);
    await says({ id: 1, method: 'initialize', params: { capabilities: { elicitation: {} } } });
    server.say({ jsonrpc: '2.0', id: 5, ...sample });
    await settle();
    const question = client.got.at(-1);
    expect(question).toMatchObject({ method: 'elicitation/create', params: { message: expect.stringContaining('sampling') } });

    server.say({ jsonrpc: '2.0', id: question?.['id'], result: { action: 'accept', content: { approve: true } } });
    await settle();
    expect(methods(client.got)).not.toContain('sampling/createMessage');
    await says({ id: question?.['id'], result: { action: 'accept', content: { approve: true } } });

    expect(methods(client.got)).toContain('sampling/createMessage');
  });

  it('has no say in whether its user can be asked', async () => {
    const policy = guard('who', () => ask('it uses the model', { fix: 'ask the user' }));
    const { client, server, settle } = await stage(policy);
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    };
    server.say({ jsonrpc: '2.0', id: 5, method: sample.method, params: { ...sample.params, _meta } });
    await settle();

    expect(client.got).toEqual([]);
    expect(server.got).toMatchObject([{ id: 5, error: { message: expect.stringContaining("it needs a human's yes") } }]);
  });

  it.each<[string, object]>([
    ['a method that the protocol does not have', { id: 5, method: 'admin/run' }],
    ['a call of a tool', { id: 5, method: 'tools/call', params: { name: 'Tool' } }],
    ['a question without an identity', { ...elicit }],
    [
      'a notification that puts text in front of the model',
      { method: 'notifications/claude/channel', params: { content: 'do it' } },
    ],
    ['a notification that says yes', { method: 'notifications/claude/channel/permission', params: { behavior: 'allow' } }],
    ['a notification that holds questions', { method: 'notifications/tasks/status', params: { inputRequests: { a: elicit } } }],
  ])('never reaches it: %s', async (_what, message) => {
    const { client, server, settle } = await stage(yes);

    server.say({ jsonrpc: '2.0', ...message });
    await settle();

    expect(client.got).toEqual([]);
  });

  it.each(['ping', 'roots/list'])('is free: %s', async method => {
    const { client, server, settle } = await stage(yes);

    server.say({ jsonrpc: '2.0', id: 5, method });
    await settle();

    expect(methods(client.got)).toEqual([method]);
  });
});

describe('a question inside an answer', () => {
  const asking = (inputRequests: object, more: object = {}) => ({
    result: { resultType: 'input_required', inputRequests, requestState: 'theirs', ...more },
  });

  it.each<[string, object, string]>([
    ['to the user', { a: elicit }, 'mcp__test__ask_user'],
    ['to the model', { a: sample }, 'mcp__test__sampling'],
  ])('is governed: %s', async (_what, requests, name) => {
    const { policy } = noting(name);
    const { client, audit, says, answers } = await stage(policy);
    answers(asking(requests));

    await says(call(1));

    expect(client.got).toMatchObject([{ id: 1, result: { isError: true } }]);
    expect(JSON.stringify(client.got)).not.toContain('inputRequests');
    expect(audit.records.at(-1)).toMatchObject({ type: 'outcome', status: 'unknown' });
  });

  it.each<[string, object]>([
    ['in our name', { licet_approval: elicit }],
    ['of an unknown method', { a: { method: 'tools/call', params: { name: 'x' } } }],
    ['that is none', { a: 'elicitation/create' }],
    ['without words', { a: { method: 'elicitation/create', params: {} } }],
  ])('never reaches the client: %s', async (_what, requests) => {
    const { client, says, answers } = await stage(yes);
    answers(asking(requests));

    await says(call(1));

    expect(JSON.stringify(client.got)).not.toContain('inputRequests');
    expect(client.got).toMatchObject([{ id: 1, result: { isError: true } }]);
  });

  it('is governed in the answer about a task, and in an error', async () => {
    const { policy } = noting('mcp__test__ask_user');
    const { client, server, says, settle } = await stage(policy);
    await says({ id: 1, method: 'tasks/get', params: { taskId: 't' } });
    await says({ id: 2, method: 'tasks/get', params: { taskId: 't' } });
    server.say({ jsonrpc: '2.0', id: 1, result: { status: 'input_required', inputRequests: { a: elicit } } });
    const data = { elicitations: [{ mode: 'url', url: 'https://example.com', message: 'log in' }] };
    server.say({ jsonrpc: '2.0', id: 2, error: { code: -32_042, message: 'log in', data } });
    await settle();

    expect(client.got).toMatchObject([
      { id: 1, error: { message: expect.stringContaining('do without') } },
      { id: 2, error: { message: expect.stringContaining('do without') } },
    ]);
    expect(JSON.stringify(client.got)).not.toContain('example.com');
  });

  it('goes on by rounds that are each decided about, and ends where one is stopped', async () => {
    let isOpen = true;
    const policy = guard('door', () => (isOpen ? pass() : block('it is shut', { fix: 'wait' })));
    const { client, server, audit, says, answers } = await stage(policy);
    answers(asking({}), asking({}), done);
    await says(call(1));
    await says(call(2, { requestState: 'theirs', inputResponses: {} }));
    isOpen = false;
    await says(call(3, { requestState: 'theirs', inputResponses: {} }));

    expect(client.got.at(-1)).toMatchObject({ id: 3, result: { isError: true } });
    expect(methods(server.got).filter(method => method === 'tools/call')).toHaveLength(2);
    expect(audit.records.map(({ type }) => type)).toEqual(['evaluation', 'evaluation', 'evaluation', 'outcome']);
  });

  it('tells the server nothing of our own question', async () => {
    const policy = guard('who', () => ask('it reaches others', { fix: 'ask the user' }));
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    };
    const { client, server, says, answers } = await stage(policy);
    answers(done);
    await says(call(1, { _meta }));
    const requestState = stateIn(client.got[0]);
    await says(
      call(2, { _meta, requestState, inputResponses: { licet_approval: { action: 'accept', content: { approve: true } } } }),
    );

    expect(client.got.at(-1)).toMatchObject({ id: 2, ...done });
    expect(JSON.stringify(server.got)).not.toMatch(/licet_approval|requestState/u);
  });
});

it('sends on what was judged, however the client changes its message meanwhile', async () => {
  const args: Record<string, unknown> = { amount: 5 };
  const message = call(1, { arguments: args }) as { params: Record<string, unknown> };
  const policy = guard('slow', async ({ payload }) => {
    await Promise.resolve();
    args['amount'] = 500;
    message.params['name'] = 'Other';
    return Number(payload['amount']) > 100 ? block('too much', { fix: 'less' }) : pass();
  });
  const { server, says, answers } = await stage(policy);
  answers(done);

  await says(message);

  expect(server.got.at(-1)).toMatchObject({ method: 'tools/call', params: { name: 'Tool', arguments: { amount: 5 } } });
});
