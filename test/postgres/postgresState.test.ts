import { postgresState } from '@licet/adapters/postgres';
import type { PostgresState } from '@licet/adapters/postgres';
import { PolicyEngine, guard, pass } from '@licet/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { approvalStoreContract } from '../contract/approvalStore.ts';
import { auditTrailContract } from '../contract/auditTrail.ts';
import { hostileStateContract } from '../contract/hostileState.ts';
import { nodeStatesContract, oneOutcomeContract, parallelNodesContract } from '../contract/nodeStates.ts';
import { sessionStoreContract } from '../contract/sessionStore.ts';
import { stateInspectorContract } from '../contract/stateInspector.ts';
import type { PostgresServer } from './server.ts';
import { missing, postgresServer } from './server.ts';
import { UNHURRIED, UNHURRIED_POSTGRES } from '../support/unhurried.ts';

const reason = missing();

describe.skipIf(reason !== undefined)(`PostgreSQL${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  const schema = `licet_contract_${process.pid}`;
  const tables = ['sessions', 'events', 'calls', 'entries', 'totals', 'approvals', 'audit', 'names'].map(
    name => `${schema}.${name}`,
  );
  let server: PostgresServer;
  let state: PostgresState;
  beforeAll(async () => {
    server = await postgresServer();
    state = postgresState({ uri: server.uri, schema, ...UNHURRIED_POSTGRES });
  });
  afterAll(async () => {
    await state.close();
    await server.query(`drop schema if exists ${schema} cascade`);
    await server.release();
  });

  const fresh = async (): Promise<PostgresState> => {
    await state.audit.head();
    await server.query(`truncate ${tables.join(', ')}; update ${schema}.head set seq = 0, hash = repeat('0', 64)`);
    return state;
  };

  sessionStoreContract('PostgreSQL', async () => (await fresh()).sessions);
  nodeStatesContract('PostgreSQL', async () => (await fresh()).sessions);
  oneOutcomeContract('PostgreSQL', async () => (await fresh()).sessions);
  parallelNodesContract('PostgreSQL', async () => (await fresh()).sessions);
  approvalStoreContract('PostgreSQL', async () => (await fresh()).approvals);
  stateInspectorContract('PostgreSQL', fresh);
  hostileStateContract('PostgreSQL', async () => (await fresh()).sessions);
  auditTrailContract('PostgreSQL', async () => ({
    audit: (await fresh()).audit,
    tamper: async (sql: string) => server.query(`set search_path = ${schema}; ${sql}`),
  }));

  it('writes a decision into session and trail in one transaction, or not at all', async () => {
    const { sessions, audit } = await fresh();
    const engine = new PolicyEngine(
      guard('yes', () => pass()),
      { sessions, audit, ...UNHURRIED },
    );
    expect(await engine.evaluate({ kind: 'read', sessionId: 's', callId: 'a' })).toMatchObject({ passed: true });
    await server.query(`delete from ${schema}.head`);
    const blocked = await engine.evaluate({ kind: 'read', sessionId: 's', callId: 'b' });
    await server.query(`insert into ${schema}.head (seq, hash) select seq, hash from ${schema}.audit order by seq desc limit 1`);

    expect(blocked).toMatchObject({ passed: false, code: 'audit_unavailable' });
    expect(await sessions.load('s')).toMatchObject({ version: 1, evaluated: 1 });
    expect(await sessions.call('s', 'b')).toBeUndefined();
    expect(await engine.evaluate({ kind: 'read', sessionId: 's', callId: 'c' })).toMatchObject({ passed: true });
    expect(await audit.verify()).toMatchObject({ valid: true, records: 2 });
  });

  it('does work at once: all that it writes is kept and its records come last, or nothing is', async () => {
    const { sessions, audit } = await fresh();
    const { joint } = audit;
    const record = {
      type: 'fact',
      at: 1,
      evaluationId: 'e',
      sessionId: 's',
      name: 'a',
      change: 'established',
      scope: 'session',
    } as const;
    const fact = { type: 'fact', at: 1, name: 'a', value: 1 } as const;
    const take = { key: 'calls', holder: 'h', amount: 1, now: 1, expiresAt: 60_000 };
    const write = async (): Promise<void> => {
      await sessions.reserve(take);
      await joint.write('s', [fact], [record]);
      await joint.write('@project', [fact], [record]);
    };
    await expect(
      joint.atOnce?.(async () => {
        await write();
        throw new Error('no');
      }),
    ).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(await sessions.load('s')).toMatchObject({ version: 0 });
    expect(await sessions.used({ key: 'calls', now: 2 })).toBe(0);
    expect(await audit.head()).toMatchObject({ seq: 0 });

    await joint.atOnce?.(async () => {
      await write();
      const [trail] = await server.query<{ free: boolean }>(`select true as free from ${schema}.head for update nowait`);
      expect(trail).toEqual({ free: true });
    });
    expect([(await sessions.load('s')).version, (await sessions.load('@project')).version]).toEqual([1, 1]);
    expect(await sessions.used({ key: 'calls', now: 2 })).toBe(1);
    expect(await audit.verify()).toMatchObject({ valid: true, records: 2 });
  });

  it('finds the counters of a session whose name is too long for an index', async () => {
    const { sessions, inspect } = await fresh();
    const [id, other] = ['x', 'y'].map(end => `${'session'.repeat(500)}${end}`) as [string, string];
    for (const each of [id, other]) {
      await sessions.append(each, [{ type: 'fact', at: 1, name: 'a', value: 1 }]);
      await sessions.reserve({ key: `budget:session:${each}`, holder: `call:${each}`, amount: 2, now: 0, expiresAt: 100 });
    }

    expect((await inspect.counters(1)).map(({ key }) => key)).toEqual(
      expect.arrayContaining([`budget:session:${id}`, `budget:session:${other}`]),
    );
    expect(await inspect.reset({ sessionId: id })).toEqual({ sessions: 1, counters: 1, approvals: 0 });
    expect((await inspect.reservations(1)).map(({ key }) => key)).toEqual([`budget:session:${other}`]);
    expect((await inspect.sessions()).map(each => each.id)).toEqual([other]);
  });
});
