import { inspect } from 'node:util';

import { postgresState } from '@licet/adapters/postgres';
import { describe, expect, it } from 'vitest';

import { settingsOf } from '../../../../../packages/adapters/src/stores/postgres/postgres.ts';

const uri = 'postgres://ann:hunter2@db.example:5433/agents';

describe('the options of postgresState', () => {
  it.each(['', 'Licet', 'a b', 'a"; drop schema public; --', 'pg_catalog', '1a', 'x'.repeat(64), 'ä'])(
    'refuse the schema `%s`',
    schema => {
      expect(() => postgresState({ uri, schema })).toThrow(
        expect.objectContaining({ name: 'InvariantError', code: 'invalid_param' }),
      );
    },
  );

  it.each([
    '',
    'nowhere',
    'mysql://ann:hunter2@h/d',
    'postgres://ann:hun@ter2/x@h/d',
    'postgres://ann:hunter2/x@h/d',
    undefined as never,
  ])('refuse the address `%s`, and do not repeat it', address => {
    const failed = (() => {
      try {
        return postgresState({ uri: address });
      } catch (error) {
        return error;
      }
    })();

    expect(failed).toMatchObject({ name: 'InvariantError', code: 'invalid_param', message: expect.stringContaining('`uri`') });
    expect(inspect(failed, { depth: 9 })).not.toMatch(/hunter2|ter2/);
  });

  it.each(['maxConnections', 'connectTimeoutMs', 'statementTimeoutMs'])('refuse a `%s` that is no whole number from 1', name => {
    for (const value of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => postgresState({ uri, [name]: value })).toThrow(new RegExp(`expected \`${name}\``));
  });

  it('name the place without the user and the password', () => {
    expect(settingsOf({ uri }).place).toBe('db.example:5433/agents');
    expect(settingsOf({ uri: 'postgresql://ann@/agents?host=/run/db&password=hunter2' }).place).toBe('/run/db/agents');
    expect(settingsOf({ uri: 'postgres://' }).place).toBe('localhost');
  });

  it('give every wait an end, and let the server give up first', () => {
    const { pool, addresses } = settingsOf({
      uri,
      statementTimeoutMs: 700,
      connectTimeoutMs: 300,
      maxConnections: 3,
      ssl: { ca: 'x' },
    });

    expect(addresses).toEqual([uri]);
    expect(pool).toMatchObject({
      max: 3,
      connectionTimeoutMillis: 300,
      statement_timeout: 700,
      idle_in_transaction_session_timeout: 10_000,
      ssl: { ca: 'x' },
      allowExitOnIdle: true,
    });
    expect(pool['query_timeout']).toBeGreaterThan(700);
    expect(settingsOf({ uri, statementTimeoutMs: 60_000 }).pool['idle_in_transaction_session_timeout']).toBe(60_000);
  });
});
