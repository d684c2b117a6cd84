import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';

import type { PostgresState, PostgresStateOptions } from '@licet/adapters/postgres';
import { postgresState } from '@licet/adapters/postgres';
import type { AuditRecord } from '@licet/core';
import { All, PolicyEngine, guard, pass } from '@licet/core';
import { Budget } from '@licet/guards';
import { createServer } from '@licet/server';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { PostgresServer } from './server.ts';
import { missing, postgresServer } from './server.ts';
import { UNHURRIED } from '../support/unhurried.ts';
import { longIt } from '../support/longRuns.ts';

const reason = missing();
const TOKEN = 'a-token-of-these-tests-0123456789abcdef';
const outcome: AuditRecord = { type: 'outcome', at: 1, evaluationId: 'e', sessionId: 's', status: 'ok' };
const take = { key: 'k', holder: 'h', amount: 1, now: 0, expiresAt: 1e15 };

/** Whether one record could be appended: how long a server needs to let go is not ours to say. */
const written = async ({ audit }: PostgresState): Promise<boolean> =>
  audit.append(outcome).then(
    () => true,
    () => false,
  );

describe.skipIf(reason !== undefined)(`PostgreSQL that fails${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  let server: PostgresServer;
  let count = 0;
  const opened: PostgresState[] = [];
  const schemas: string[] = [];

  beforeAll(async () => {
    server = await postgresServer();
  });
  afterAll(async () => {
    for (const state of opened) await state.close();
    for (const schema of schemas) await server.query(`drop schema if exists ${schema} cascade`);
    await server.release();
  });

  const freshSchema = (): string => {
    const schema = `licet_failures_${process.pid}_${count++}`;
    schemas.push(schema);
    return schema;
  };
  const open = (options: Partial<PostgresStateOptions> = {}): PostgresState => {
    const state = postgresState({ uri: server.uri, schema: freshSchema(), ...options });
    opened.push(state);
    return state;
  };
  it.each([
    [
      'trigger',
      'swallow',
      'create function SCHEMA.nothing() returns trigger language plpgsql as $$ begin return null; end $$; create trigger swallow before insert on SCHEMA.audit for each row execute function SCHEMA.nothing()',
    ],
    ['rule', 'swallow', 'create rule swallow as on insert to SCHEMA.audit do instead nothing'],
    ['rule', '_RETURN', 'create view SCHEMA.seen as select * from SCHEMA.audit'],
  ])('is refused with a %s that could swallow records', async (type, name, sql) => {
    const schema = freshSchema();
    const before = postgresState({ uri: server.uri, schema });
    await before.audit.append(outcome);
    await before.close();
    await server.query(sql.replaceAll('SCHEMA', schema));
    const state = postgresState({ uri: server.uri, schema });
    opened.push(state);

    await expect(state.audit.append(outcome)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining(`the ${type} \`${name}\` on`) as string,
    });
  });

  const address = (change: (url: URL) => void): string => {
    const url = new URL(server.uri);
    change(url);
    return url.href;
  };
  const unavailable = (message: RegExp) => ({ code: 'store_unavailable', message: expect.stringMatching(message) });

  it.each([
    [
      'a wrong password',
      () => ({ uri: address(url => (url.password = 'wrong-secret')) }),
      /does not accept the user or the password/,
    ],
    ['no such database', () => ({ uri: address(url => (url.pathname = '/nowhere')) }), /no such database/],
    ['no server', () => ({ uri: 'postgres://u:secret@127.0.0.1:1/db' }), /no server answers there/],
    ['no such host', () => ({ uri: 'postgres://u:secret@nowhere.invalid/db' }), /no server answers there/],
    [
      'no TLS at the server',
      () => ({ uri: address(url => url.searchParams.set('sslmode', 'verify-full')) }),
      /TLS could not be agreed/,
    ],
    ['no driver', () => ({ driver: () => import(['no', 'such', 'package'].join('-')) }), /package `pg` is not installed/],
  ])('says what is wrong with %s, without the password', async (_what, options, message) => {
    const state = open(options());
    const failed = (await state.audit.head().catch((error: unknown) => error)) as Error;

    expect(failed).toMatchObject(unavailable(message));
    expect(inspect(failed, { depth: 9 })).not.toMatch(/secret/);
    expect(inspect(failed, { depth: 9 })).not.toContain(new URL(server.uri).password);
    const evaluation = await new PolicyEngine(Budget({ max: 1 }), { sessions: state.sessions, ...UNHURRIED }).evaluate({
      kind: 'bash',
    });
    expect([evaluation.passed, evaluation.ruling]).toEqual([false, 'block']);
    expect(evaluation.errors.map(({ code }) => code)).toContain('store_unavailable');
  });

  it('makes its schema once, however many begin at the same moment', async () => {
    const schema = freshSchema();
    const states = Array.from({ length: 12 }, () => open({ schema, maxConnections: 1 }));
    await Promise.all(states.map(async ({ audit }) => audit.append(outcome)));

    expect(await states[0]?.audit.verify()).toMatchObject({ valid: true, records: 12 });
    expect(await server.query(`select version from ${schema}.version`)).toHaveLength(1);
    await Promise.all(states.map(async ({ close }) => close()));
  });

  it.each([4, 99])('refuses a schema of format %i, and changes nothing there', async format => {
    const schema = freshSchema();
    await open({ schema }).audit.append(outcome);
    await server.query(`update ${schema}.version set version = ${format}`);

    const refusal = unavailable(new RegExp(`format ${format}.*its owner renames the schema`));
    await expect(open({ schema }).audit.append(outcome)).rejects.toMatchObject(refusal);
    expect(await server.query(`select seq from ${schema}.audit`)).toHaveLength(1);
  });

  it('refuses a database that cannot hold every text', async () => {
    await server.query('drop database if exists licet_latin');
    await server.query("create database licet_latin encoding 'LATIN1' locale 'C' template template0");
    const state = open({ uri: address(url => (url.pathname = '/licet_latin')) });

    await expect(state.audit.head()).rejects.toMatchObject(unavailable(/encoding is `UTF8`, found `LATIN1`/));
    await state.close();
    await server.query('drop database licet_latin');
  });

  it('reports that the user may not make the schema, and works in one that an owner has made', async () => {
    const schema = freshSchema();
    await server.query("drop role if exists licet_guest; create role licet_guest login password 'guest-secret'");
    const uri = address(url => Object.assign(url, { username: 'licet_guest', password: 'guest-secret' }));
    await expect(open({ uri, schema }).audit.head()).rejects.toMatchObject(unavailable(/the user may not do this/));

    await server.query(`create schema ${schema} authorization licet_guest`);
    const state = open({ uri, schema });
    await state.audit.append(outcome);
    expect(await state.audit.verify()).toMatchObject({ valid: true, records: 1 });
    await state.close();
    await server.query(`drop schema ${schema} cascade; drop role licet_guest`);
  });

  it('is not brought down by connections that are cut, idle or in the middle of a transaction', async () => {
    const name = `licet_cut_${process.pid}`;
    const state = open({ maxConnections: 2, uri: address(url => url.searchParams.set('application_name', name)) });
    await state.sessions.reserve(take);
    const cut = async (): Promise<unknown> =>
      server.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name]);
    await cut();
    const running = Promise.allSettled(
      Array.from({ length: 40 }, async (_, index) =>
        state.sessions.append('s', [{ type: 'fact', at: 1, name: `f${index}`, value: 1 }]),
      ),
    );
    await cut();
    const answers = await running;

    for (const each of answers) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'store_unavailable' });
    await expect.poll(async () => state.sessions.used({ key: 'k', now: 1 }), { timeout: 30_000 }).toBe(1);
    const { version, facts } = await state.sessions.load('s');
    expect(version).toBe(Object.keys(facts).length);
    expect(version).toBeGreaterThanOrEqual(answers.filter(({ status }) => status === 'fulfilled').length);
  });

  it('gives up when another process holds a lock for too long, and goes on when it is free', async () => {
    const schema = freshSchema();
    await open({ schema }).audit.append(outcome);
    const state = open({ schema, statementTimeoutMs: 1_000 });
    const other = new Client({ connectionString: server.uri });
    await other.connect();
    await other.query(`begin; lock table ${schema}.head in access exclusive mode`);

    await expect(state.audit.append(outcome)).rejects.toMatchObject(unavailable(/did not answer in time/));
    await other.query('rollback');
    await other.end();
    await expect.poll(async () => written(state), { timeout: 30_000 }).toBe(true);
    expect(await state.audit.verify()).toMatchObject({ valid: true, records: 2 });
  });

  it.each(['repeatable read', 'serializable'])('is exact on a server whose usual isolation is %s', async isolation => {
    const name = `licet_isolation_${process.pid}`;
    await server.query(`drop database if exists ${name}`);
    await server.query(`create database ${name} encoding 'UTF8' locale 'C' template template0`);
    await server.query(`alter database ${name} set default_transaction_isolation = '${isolation}'`);
    const uri = address(url => (url.pathname = `/${name}`));
    const { sessions, audit, close } = open({ uri });
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => sessions.reserve({ ...take, holder: String(index), limit: 20 })),
    );
    await Promise.all(Array.from({ length: 60 }, async () => audit.append(outcome)));
    await Promise.all(Array.from({ length: 60 }, async () => sessions.settle({ holder: '1', now: 1 })));

    expect(answers.filter(({ granted }) => granted)).toHaveLength(20);
    expect(await audit.verify()).toMatchObject({ valid: true, records: 60 });
    const careless = open({ uri: `${uri}?options=-c%20statement_timeout%3D9000` });
    await expect(careless.sessions.reserve({ ...take, holder: 'other' })).rejects.toMatchObject(unavailable(/read committed/));
    await close();
    await careless.close();
    await server.query(`drop database ${name}`);
  });

  it('notices that the end of the trail is gone', async () => {
    const schema = freshSchema();
    const state = open({ schema });
    await state.audit.append(outcome);
    await server.query(`delete from ${schema}.head`);

    await expect(state.audit.append(outcome)).rejects.toMatchObject(unavailable(/end of the audit trail is missing/));
    await expect(state.audit.verify()).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(await server.query(`select seq from ${schema}.audit`)).toHaveLength(1);
  });

  it('finds that a trail was cut, without an anchor from elsewhere', async () => {
    const schema = freshSchema();
    const state = open({ schema });
    await state.audit.appendAll([outcome, outcome, outcome]);
    await server.query(`delete from ${schema}.audit where seq > 1`);

    expect(await state.audit.verify()).toMatchObject({ valid: false, bad: { seq: 2 } });
  });

  describe('and is ours to stop', () => {
    const own = (): NonNullable<PostgresServer['process']> | undefined => server.process;

    it('blocks with a code while the server is gone, works again by itself, and has lost nothing', async context => {
      const running = own();
      if (running === undefined) return context.skip('the server is not ours to stop');
      const { sessions, approvals, audit } = open();
      const engine = new PolicyEngine(Budget({ max: 1_000, per: 'project' }), { sessions, approvals, audit, ...UNHURRIED });
      let calls = 0;
      const evaluate = async () => engine.evaluate({ kind: 'bash', sessionId: 's', callId: String(calls++) });
      const before = await Promise.all(Array.from({ length: 20 }, evaluate));
      await running.stop('crash');
      const during = await Promise.all(Array.from({ length: 20 }, evaluate));
      await running.start();
      const after = await Promise.all(Array.from({ length: 20 }, evaluate));

      expect(before.every(({ passed }) => passed)).toBe(true);
      expect(during.map(({ ruling, code }) => [ruling, code])).toEqual(during.map(() => ['block', 'store_unavailable']));
      expect(after.every(({ passed }) => passed)).toBe(true);
      expect(await audit.verify()).toMatchObject({ valid: true, records: 40 });
      expect(await sessions.load('s')).toMatchObject({ evaluated: 40, passed: 40 });
    });

    it('answers that an outcome is not recorded while the server is gone, and records it when it is reported again', async context => {
      const running = own();
      if (running === undefined) return context.skip('the server is not ours to stop');
      const { sessions, approvals, audit, inspect: inspector } = open();
      const noting = guard('noting', () => pass(), {
        record: (_action, { status }, { session }) => void session.setFact('seen', status),
      });
      const policy = All(Budget({ max: 1, per: 'session' }), noting);
      const engine = new PolicyEngine(policy, { sessions, approvals, audit, ...UNHURRIED });
      const tokens = [{ token: TOKEN, may: ['decide', 'report'] as const }];
      const decisions = createServer({ open: async () => ({ engine, settings: {}, sources: [] }), tokens });
      const base = await decisions.listen();
      const post = async (path: string, body: object) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
        const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      };
      const action = { kind: 'bash', sessionId: 's', callId: 'c' };
      const report = { evaluationId: (await post('/v1/evaluate', { action })).body['id'], outcome: { status: 'denied' } };
      await running.stop('crash');
      const during = await post('/v1/outcome', report);
      await running.start();
      const after = [await post('/v1/outcome', report), await post('/v1/outcome', report)];
      const next = await post('/v1/evaluate', { action: { ...action, callId: 'd' } });
      await decisions.close();

      expect([during.status, during.body]).toMatchObject([503, { error: { code: 'outcome_not_recorded' } }]);
      expect(after).toEqual(after.map(() => ({ status: 200, body: { recorded: true } })));
      expect(next.body).toMatchObject({ passed: true });
      expect(await audit.read({ type: 'outcome' })).toHaveLength(1);
      expect((await inspector.sessions())[0]?.facts).toMatchObject({ seen: 'denied' });
      expect(await audit.verify()).toMatchObject({ valid: true });
    });

    longIt('blocks while the server hangs, and goes on when it does', async context => {
      const running = own();
      if (running === undefined) return context.skip('the server is not ours to stop');
      const schema = freshSchema();
      await open({ schema }).audit.head();
      const { sessions } = open({ schema, statementTimeoutMs: 1_000, connectTimeoutMs: 1_500 });
      const engine = new PolicyEngine(Budget({ max: 1_000, per: 'project' }), { sessions, ...UNHURRIED });
      await expect.poll(async () => (await engine.evaluate({ kind: 'bash', callId: '1' })).passed).toBe(true);

      running.signal('SIGSTOP');
      const stuck = await engine.evaluate({ kind: 'bash', callId: '2' }).finally(() => running.signal('SIGCONT'));

      expect([stuck.passed, stuck.ruling]).toEqual([false, 'block']);
      await expect
        .poll(async () => (await engine.evaluate({ kind: 'bash', callId: '3' })).passed, { timeout: 60_000 })
        .toBe(true);
    });

    it('names the way out when there are too many connections', async context => {
      const running = own();
      if (running === undefined) return context.skip('the server is not ours to stop');
      await running.stop();
      await running.start(['max_connections=4', 'superuser_reserved_connections=0', 'max_wal_senders=0', 'autovacuum=off']);
      const others = Array.from({ length: 4 }, () => new Client({ connectionString: server.uri }));
      await Promise.all(others.map(async client => client.connect()));
      const state = open();

      await expect(state.audit.append(outcome)).rejects.toMatchObject(unavailable(/no connection or memory left/));
      await Promise.all(others.map(async client => client.end()));
      await expect.poll(async () => written(state), { timeout: 30_000 }).toBe(true);
      await state.close();
      await running.stop();
      await running.start();
    });

    it('speaks TLS with a server whose certificate it is told to trust, and with no other', async context => {
      const running = own();
      if (running === undefined) return context.skip('the server is not ours to stop');
      if (spawnSync('openssl', ['version']).status !== 0) return context.skip('`openssl` is not installed');
      const [key, certificate] = ['key.pem', 'certificate.pem'].map(name => join(running.folder, name)) as [string, string];
      const what = [
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=licet',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
      ];
      execFileSync('openssl', ['req', '-x509', ...what, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
      const { uid, gid } = statSync(running.folder);
      chmodSync(key, 0o600);
      chownSync(key, uid, gid);
      await running.stop();
      await running.start(['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`]);
      const schema = freshSchema();
      const state = open({ schema, ssl: { ca: readFileSync(certificate, 'utf8') } });
      await state.audit.append(outcome);

      expect(await server.query('select 1 from pg_stat_ssl join pg_stat_activity using (pid) where ssl')).toHaveLength(1);
      await expect(open({ schema, ssl: true }).audit.head()).rejects.toMatchObject(unavailable(/TLS could not be agreed/));
      await state.close();
      await running.stop();
      await running.start();
    });

    it('reads from a replica, and says that it cannot write there', async context => {
      const running = own();
      if (running === undefined) return context.skip('the server is not ours to stop');
      const schema = freshSchema();
      const state = open({ schema });
      await state.audit.append(outcome);
      await state.sessions.reserve(take);
      await running.stop();
      await running.start([], { replica: true });

      expect(await state.audit.verify()).toMatchObject({ valid: true, records: 1 });
      expect(await state.sessions.used({ key: 'k', now: 1 })).toBe(1);
      for (const write of [
        async () => state.audit.append(outcome),
        async () => state.sessions.reserve({ ...take, holder: 'other' }),
        async () => state.sessions.append('s', []),
        async () => open().audit.head(),
      ])
        await expect(write()).rejects.toMatchObject(unavailable(/the server takes no writes/));
      await running.stop();
      await running.start();
      await state.audit.append(outcome);
    });
  });
});
