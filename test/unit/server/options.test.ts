import { describe, expect, it, test } from 'vitest';

import { checkServerOptions, isLoopback } from '../../../packages/server/src/options.ts';

const fine = { open: () => ({}) as never, tokens: [{ token: 't'.repeat(32), may: ['decide'] as const }] };

describe('the options of a server', () => {
  it('have limits, each with a default', () => {
    expect(checkServerOptions({ ...fine, limits: { maxRunning: 2 } })).toMatchObject({ maxRunning: 2, deadlineMs: 15_000 });
  });

  test.each([
    ['without a way to open the policy', { open: undefined }],
    ['without a token', { tokens: [] }],
    ['with a token that is too short', { tokens: [{ token: 'short', may: [] }] }],
    ['with a token that cannot be sent', { tokens: [{ token: ' '.repeat(40), may: [] }] }],
    ['with a right that there is not', { tokens: [{ token: 't'.repeat(32), may: ['decde'] }] }],
    ['with a limit of nothing', { limits: { maxRunning: 0 } }],
    ['with a limit that is no number', { limits: { maxRunning: '5' } }],
    ['with a limit that there is not', { limits: { maxRuning: 5 } }],
    ['with an option that there is not', { opn: 1 }],
    ['with plain HTTP for others', { publicUrl: 'http://pdp.example' }],
    ['with a password in its address', { publicUrl: 'https://a@pdp.example' }],
    ['with an address that is none', { publicUrl: 'pdp.example' }],
  ])('are refused %s', (_what, more) => {
    expect(() => checkServerOptions({ ...fine, ...more } as never)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^(?:invalid_param|unknown_option)$/) }),
    );
  });

  it('say what was meant', () => {
    expect(() => checkServerOptions({ ...fine, limits: { maxRuning: 5 } } as never)).toThrow('`maxRunning`');
  });
});

test.each([
  ['localhost', true],
  ['[::1]', true],
  ['127.9.9.9', true],
  ['127.0.0.1.evil.example', false],
  ['0.0.0.0', false],
  ['localhost.evil.example', false],
])('%s never leaves this machine: %s', (host, yes) => {
  expect(isLoopback(host)).toBe(yes);
});
