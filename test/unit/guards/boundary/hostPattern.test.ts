import { describe, expect, it, test } from 'vitest';

import { compileHost, embeddedAddress } from '../../../../packages/guards/src/boundary/hostPattern.ts';

describe('a host', () => {
  test.each([
    ['api.example.com', 'API.example.com.', undefined, true],
    ['api.example.com', 'api.example.com.evil.test', undefined, false],
    ['*.example.com', 'a.b.example.com', undefined, true],
    ['*.example.com', 'example.com', undefined, false],
    ['*.example.com', 'notexample.com', undefined, false],
    ['*', 'anything', 1, true],
    ['*:443', 'a', 443, true],
    ['*:443', 'a', 80, false],
    // A port that is unknown matches no pattern that names one.
    ['a:443', 'a', undefined, false],
    ['10.0.0.0/8', '10.255.0.1', undefined, true],
    ['10.0.0.0/8', '11.0.0.1', undefined, false],
    ['10.0.0.0/8', 'ten.example', undefined, false],
    ['0.0.0.0/0', '255.255.255.255', undefined, true],
    ['127.0.0.1', '0x7f.1', undefined, true],
    ['127.0.0.1', '2130706433', undefined, true],
    ['127.0.0.1', '::ffff:127.0.0.1', undefined, true],
    ['[::1]:8080', '[::1]', 8080, true],
    ['[::1]', '0:0:0:0:0:0:0:1', undefined, true],
  ])('%s matches %s:%s: %s', (pattern, host, port, yes) => {
    expect(compileHost(pattern, []).matches(host, port)).toBe(yes);
  });

  it.each(['https://a.example', 'a.example/x', 'a*.example', '', '10.0.0.0/33', 'a.example/8', '*.*.example', 'a b'])(
    '%j is none, and tells where it is',
    pattern => {
      expect(() => compileHost(pattern, ['allow', 1])).toThrow(
        expect.objectContaining({ code: 'invalid_pattern', path: ['allow', 1] }),
      );
    },
  );
});

describe('a public name that contains an address', () => {
  test.each([
    ['169.254.169.254.nip.io', '169.254.169.254'],
    ['a.b.169-254-169-254.SSLIP.io.', '169.254.169.254'],
    ['a9fea9fe.nip.io', '169.254.169.254'],
    ['app-10-0-0-1.traefik.me', '10.0.0.1'],
    ['nip.io', undefined],
    ['deadbeef.example.io', undefined],
    ['1.2.3.4.example.com', undefined],
  ])('%s is %s', (host, address) => {
    expect(embeddedAddress(host)).toBe(address);
  });
});
