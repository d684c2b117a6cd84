import { redactPayload } from '@licet/core';
import { describe, expect, it } from 'vitest';

describe('redactPayload', () => {
  it('masks the value of a name that sounds like a secret', () => {
    const payload = {
      password: 'a',
      apiKey: { value: 'b' },
      TOKENS: ['c'],
      passcode: 1234,
      nested: [{ Authorization: 'd' }],
      fine: 'e',
    };

    expect(redactPayload(payload)).toEqual({
      password: '[REDACTED]',
      apiKey: '[REDACTED]',
      TOKENS: '[REDACTED]',
      passcode: '[REDACTED]',
      nested: [{ Authorization: '[REDACTED]' }],
      fine: 'e',
    });
  });

  it.each([
    'pwd',
    'auth',
    'accessKey',
    'signing_key',
    'sshKey',
    'connectionString',
    'DATABASE_URL',
    'webhookUrl',
    'dsn',
    'id_jwt',
    'otp',
  ])('masks `%s`', name => {
    expect(redactPayload({ [name]: 'a' })).toEqual({ [name]: '[REDACTED]' });
  });

  it.each(['cwd', 'path', 'author', 'primaryKey', 'sort_key', 'keyboard', 'url', 'shopping', 'spin', 'item'])(
    'leaves `%s`',
    name => {
      expect(redactPayload({ [name]: 'a' })).toEqual({ [name]: 'a' });
    },
  );

  it('makes JSON of anything', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 12; level++) deep = { deep };
    const odd = {
      deep,
      big: 1n,
      run: () => 1,
      nan: Number.NaN,
      none: undefined,
      lone: '\ud800',
      long: 'x'.repeat(3_000),
      date: new Date(0),
    };

    const text = JSON.stringify(redactPayload(odd));

    expect(text).toContain('[deeper]');
    expect(text).toContain('… (3000 characters)');
    expect(text).toContain('[bigint]');
    expect(text.isWellFormed()).toBe(true);
  });

  it('keeps a member named __proto__ a member', () => {
    expect(Object.keys(redactPayload(JSON.parse('{"__proto__":1}')) as object)).toEqual(['__proto__']);
  });

  it('leaves out what is more than 2,000 members, and marks it', () => {
    const wide = Object.fromEntries(Array.from({ length: 400_000 }, (_, index) => [`k${index}`, index]));
    const long = Array.from({ length: 5_000 }, (_, index) => index);

    expect(JSON.stringify(redactPayload(wide)).length).toBeLessThan(40_000);
    expect(redactPayload(wide)).toMatchObject({ k0: 0, '…': '[more]' });
    expect((redactPayload({ long }) as { long: unknown[] }).long.at(-1)).toBe('[3001 more]');
  });

  it('leaves out what is more than 200,000 characters', () => {
    const texts = Array.from({ length: 1_000 }, () => 'x'.repeat(5_000));

    expect(JSON.stringify(redactPayload({ texts })).length).toBeLessThan(240_000);
  });
});
