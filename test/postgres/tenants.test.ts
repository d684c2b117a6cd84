import type { PostgresState } from '@licet/adapters/postgres';
import { postgresState } from '@licet/adapters/postgres';
import { All, PolicyEngine, When } from '@licet/core';
import { Budget, HumanApproval } from '@licet/guards';
import type { DecisionServer } from '@licet/server';
import { createServer } from '@licet/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { UNHURRIED, UNHURRIED_POSTGRES } from '../support/unhurried.ts';
import type { PostgresServer } from './server.ts';
import { missing, postgresServer } from './server.ts';

const reason = missing();

/** A tenant: a server with its token, over a schema and a role that are its own. */
interface Tenant {
  readonly name: string;
  readonly token: string;
  readonly uri: string;
  readonly schema: string;
  readonly state: PostgresState;
  readonly server: DecisionServer;
  readonly url: string;
}

/** What answers without a token: it says nothing of a tenant. */
const OPEN = new Set(['/', '/health', '/openapi.json', '/.well-known/authzen-configuration']);

describe.skipIf(reason !== undefined)(`tenants on one PostgreSQL${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  let database: PostgresServer;
  const tenants: Tenant[] = [];

  const open = async (name: string): Promise<Tenant> => {
    const [schema, token] = [`licet_${name}_${process.pid}`, `the-token-of-the-tenant-${name}-0123456789`];
    await database.query(
      `create role ${schema} login password 'secret-${name}'; create schema ${schema} authorization ${schema}`,
    );
    const uri = Object.assign(new URL(database.uri), { username: schema, password: `secret-${name}` }).href;
    const state = postgresState({ uri, schema, ...UNHURRIED_POSTGRES });
    const { sessions, approvals, audit, inspect, clock } = state;
    const policy = All(
      Budget({ max: 1, per: 'project', name: 'shared' }),
      When({ kind: 'deploy' }, HumanApproval({ reason: 'it reaches others' })),
    );
    const engine = new PolicyEngine(policy, { sessions, approvals, audit, clock, ...UNHURRIED });
    const served = { engine, settings: {}, sources: [], approvals, audit, inspect, now: () => clock.now() };
    const server = createServer({ open: () => served, tokens: [{ token, may: ['decide', 'report', 'look', 'answer'] }] });
    return { name, token, uri, schema, state, server, url: await server.listen() };
  };
  beforeAll(async () => {
    database = await postgresServer();
    for (const name of ['ann', 'bob']) tenants.push(await open(name));
  }, 120_000);
  afterAll(async () => {
    for (const { server, state, schema } of tenants) {
      await server.close();
      await state.close();
      await database.query(`drop schema ${schema} cascade; drop role ${schema}`);
    }
    await database.release();
  });

  const [ANN, BOB] = [0, 1];
  const tenant = (index: number): Tenant => {
    const found = tenants[index];
    if (found === undefined) throw new Error('the tenant was not opened');
    return found;
  };
  const ask = async ({ url }: Tenant, token: string, path: string, body?: object) => {
    const signal = AbortSignal.timeout(20_000);
    const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const more = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, { headers, signal, ...more });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (isStream) await response.body?.cancel();
    return { status: response.status, text: isStream ? '' : await response.text() };
  };
  /** Every path and method that a server has. */
  const endpoints = async (of: Tenant): Promise<readonly (readonly [method: string, path: string])[]> => {
    const { paths } = JSON.parse((await ask(of, of.token, '/openapi.json')).text) as {
      readonly paths: Readonly<Record<string, object>>;
    };
    return Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map(method => [method, path] as const));
  };

  it('refuses the token of another tenant at every endpoint', async () => {
    const [ann, bob] = [tenant(ANN), tenant(BOB)];
    const all = await endpoints(bob);
    const closed = all.filter(([, path]) => !OPEN.has(path));
    expect(closed.length).toBeGreaterThan(12);
    for (const [method, path] of closed) {
      const { status } = await ask(bob, ann.token, path.replace(/\{[^}]*\}/gu, 'x'), method === 'post' ? {} : undefined);
      expect([method, path, status]).toEqual([method, path, 401]);
    }
  });

  it('shows nothing of another tenant at any endpoint, and takes no identity from it', async () => {
    const [ann, bob] = [tenant(ANN), tenant(BOB)];
    const mark = 'a-project-that-is-secret';
    const action = { kind: 'deploy', sessionId: mark, callId: mark, payload: { of: mark } };
    const asked = JSON.parse((await ask(ann, ann.token, '/v1/evaluate', { action })).text) as {
      readonly id: string;
      readonly approval: { readonly id: string };
    };
    const work = { kind: 'work', sessionId: 's', callId: 'c' };
    for (const each of [ann, bob])
      expect((await ask(each, each.token, '/v1/evaluate', { action: work })).text).toContain('"passed":true');
    expect((await ask(ann, ann.token, `/v1/approvals/${asked.approval.id}`)).status).toBe(200);
    expect((await ask(ann, ann.token, '/v1/records')).text).toContain(mark);

    for (const [method, path] of await endpoints(bob))
      if (method === 'get')
        expect((await ask(bob, bob.token, path.replace(/\{[^}]*\}/gu, asked.approval.id))).text, path).not.toContain(mark);
    expect((await ask(bob, bob.token, `/v1/approvals/${asked.approval.id}`)).status).toBe(404);
    const report = { evaluationId: asked.id, outcome: { status: 'ok' } };
    expect((await ask(bob, bob.token, '/v1/outcome', report)).text).toContain('unknown_evaluation');
    // The limit of each is used by itself alone, and both trails are whole.
    expect((await bob.state.inspect.counters(Date.now())).map(({ charged, reserved }) => charged + reserved)).toEqual([1]);
    for (const { state } of [ann, bob]) expect(await state.audit.verify()).toMatchObject({ valid: true });
  });

  it('is kept from the rows of another by the database itself', async () => {
    const [ann, bob] = [tenant(ANN), tenant(BOB)];
    const crossing = postgresState({ uri: bob.uri, schema: ann.schema, ...UNHURRIED_POSTGRES });
    await expect(crossing.audit.read()).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('may not'),
    });
    await expect(crossing.sessions.load('s')).rejects.toMatchObject({ code: 'store_unavailable' });
    await crossing.close();
  });
});
