import { describe, expect, it, test } from 'vitest';
import {
  isLoopback,
  networkTarget,
  parseAddress,
  remoteHost,
  tellsInHeader,
} from '../../../../../packages/effects/src/shell/calls/network.ts';
import { HOLE } from '../../../../../packages/effects/src/shell/words/field.ts';

describe('an address as programs accept them', () => {
  test.each([
    ['https://Example.org/a?b', { scheme: 'https', host: 'example.org' }],
    ['user:pw@host:22', { host: 'host', port: 22 }],
    ['host:8080/x', { host: 'host', port: 8080 }],
    ['http://[::1]:80/', { scheme: 'http', host: '::1', port: 80 }],
    // The last `@` counts: what is before it is no host.
    ['https://github.com@evil.example/x', { scheme: 'https', host: 'evil.example' }],
    [`https://${HOLE}/x`, { scheme: 'https' }],
    ['', {}],
  ])('%s', (text, address) => {
    expect(parseAddress(text)).toEqual(address);
  });

  it('is a target with what is known of it', () => {
    expect(networkTarget('host:1', 'both', 'POST')).toEqual({
      type: 'network',
      host: 'host',
      port: 1,
      method: 'POST',
      direction: 'both',
    });
    expect(networkTarget('', 'download', undefined)).toEqual({ type: 'network', direction: 'download' });
  });
});

test.each([
  ['u@host:path', 'host'],
  ['host:path', 'host'],
  ['rsync://h/x', 'h'],
  ['c:path', 'c'],
  ['C:\\x', undefined],
  ['./a:b', undefined],
  ['/a/b', undefined],
])('%s lies on %s', (text, host) => {
  expect(remoteHost(text)).toBe(host);
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['::1', true],
  ['example.org', false],
  [undefined, false],
])('%s is this machine: %s', (host, yes) => {
  expect(isLoopback(host)).toBe(yes);
});

test('a header tells a credential that it is not made for', () => {
  const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

  expect(tellsInHeader(`X-Note: ${token}`)).toBe(true);
  expect(tellsInHeader(`Authorization: Bearer ${token}`)).toBe(false);
  expect(tellsInHeader(`X-Api-Key: ${token}`)).toBe(false);
  expect(tellsInHeader('X-Note: hello')).toBe(false);
});
