import { GovernanceError } from '@licet/core';
import { describe, expect, it, test } from 'vitest';

import { isContention, isUsable, stateFailure } from '../../../../../packages/adapters/src/stores/postgres/failure.ts';

const error = (code: string, message = 'something'): Error => Object.assign(new Error(message), { code });

describe('stateFailure', () => {
  test.each([
    [error('28P01', 'Passwort-Authentifizierung fehlgeschlagen'), /user or the password/],
    [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /user or the password/],
    [error('3D000'), /no such database/],
    [error('42501', 'permission denied for schema password'), /may not do this/],
    [error('25006'), /takes no writes/],
    [error('53100', 'could not extend file'), /disk of the server is full/],
    [error('53300'), /no connection or memory left/],
    [error('57014', 'canceling statement due to statement timeout'), /in time/],
    [new Error('timeout exceeded when trying to connect'), /in time/],
    [new Error('Query read timeout'), /in time/],
    [new Error('Connection terminated due to connection timeout'), /in time/],
    [error('57P01'), /connection broke/],
    [error('57P03', 'the database system is starting up'), /connection broke/],
    [error('ECONNRESET', 'read ECONNRESET'), /connection broke/],
    [new Error('Connection terminated unexpectedly'), /connection broke/],
    [error('40001'), /too many processes/],
    [error('42P01'), /tables are not those of licet/],
    [error('XX001'), /reports damage/],
    [error('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:5432'), /no server answers/],
    [error('ENOTFOUND'), /no server answers/],
    [new Error('The server does not support SSL connections'), /TLS/],
    [error('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), /TLS/],
    [error('ERR_MODULE_NOT_FOUND', "Cannot find package 'pg'"), /npm install pg/],
    [undefined, /see the cause/],
    ['a text', /see the cause/],
    [error('22003'), /see the cause/],
  ])('names the way out of %s', (cause, message) => {
    const failure = stateFailure(cause, 'db.example/agents');

    expect(failure).toMatchObject({ code: 'store_unavailable', message: expect.stringMatching(message) });
    expect(failure.message).toContain('`db.example/agents`');
    expect(failure.cause).toBe(cause);
  });

  it('leaves our own errors alone', () => {
    const own = new GovernanceError('session_conflict', 'moved on');

    expect(stateFailure(own, 'x')).toBe(own);
  });
});

describe('what is done after an error', () => {
  it('is another try only when the server took the transaction back because of others', () => {
    expect(['40001', '40P01', '57014', '57P01', 'ECONNRESET'].map(code => isContention(error(code)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([undefined, null, 'x'].map(isContention)).toEqual([false, false, false]);
  });

  it('is another connection unless the server said no and goes on', () => {
    for (const code of ['40001', '23505', '42P01', 'XX000', 'P0001', 'HV000'])
      expect([code, isUsable(error(code))]).toEqual([code, true]);
    for (const code of ['57P01', '57P05', '25P03', '08006', 'EPIPE', 'ECONNRESET', ''])
      expect([code, isUsable(error(code))]).toEqual([code, false]);
    expect(isUsable(new GovernanceError('session_conflict', 'x'))).toBe(true);
    expect(isUsable(new Error('Query read timeout'))).toBe(false);
    expect(isUsable(undefined)).toBe(false);
  });
});
