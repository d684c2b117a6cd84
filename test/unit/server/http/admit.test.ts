import type { IncomingMessage } from 'node:http';

import { describe, expect, it, test } from 'vitest';

import { admission, checkOrigin } from '../../../../packages/server/src/http/admit.ts';

const hosts = new Set(['localhost:1', 'pdp.example']);
const request = (headers: Readonly<Record<string, string>>) =>
  ({ headers: { host: 'localhost:1', ...headers } }) as unknown as IncomingMessage;

describe('where a request comes from', () => {
  test.each([
    [{}, undefined],
    [{ host: 'LOCALHOST:1' }, undefined],
    [{ host: 'PDP.example', origin: 'https://pdp.example' }, undefined],
    [{ 'sec-fetch-site': 'same-origin' }, undefined],
    [{ 'sec-fetch-site': 'none' }, undefined],
    [{ host: 'evil.example' }, 'forbidden_host'],
    [{ host: 'localhost:2' }, 'forbidden_host'],
    [{ origin: 'http://evil.example' }, 'forbidden_origin'],
    [{ origin: 'null' }, 'forbidden_origin'],
    // A name of the server, but not the one that was asked.
    [{ origin: 'http://pdp.example' }, 'forbidden_origin'],
    [{ 'sec-fetch-site': 'cross-site' }, 'forbidden_origin'],
    [{ 'sec-fetch-site': 'same-site' }, 'forbidden_origin'],
  ])('%j: %s', (headers, code) => {
    const check = (): void => checkOrigin(request(headers), hosts);

    if (code === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code }));
  });

  it('must be said', () => {
    expect(() => checkOrigin({ headers: {} } as IncomingMessage, hosts)).toThrow(
      expect.objectContaining({ code: 'forbidden_host' }),
    );
  });
});

describe('a token', () => {
  const looks = 'l'.repeat(32);
  const page = 'p'.repeat(32);
  const admitted = admission([{ token: looks, may: ['look'] }], {
    rightsOf: token => (token === page ? new Set(['answer'] as const) : undefined),
  });
  const shown = (authorization: string) => request({ authorization });

  it('lets in who may, and says which one it was', () => {
    expect(admitted.check(shown(`Bearer ${looks}`), hosts, 'look')).toBe(looks);
    expect(admitted.check(shown(`bearer  ${page}`), hosts, 'answer')).toBe(page);
  });

  test.each([
    ['without the right', `Bearer ${looks}`, 'forbidden'],
    ['that is unknown', `Bearer ${'x'.repeat(32)}`, 'unauthorized'],
    ['in another form', looks, 'unauthorized'],
    ['with something behind it', `Bearer ${looks} x`, 'unauthorized'],
    ['that is not there', '', 'unauthorized'],
  ])('lets no one in %s', (_what, authorization, code) => {
    expect(() => admitted.check(shown(authorization), hosts, 'answer')).toThrow(expect.objectContaining({ code }));
  });

  it('is not looked at for a page of another origin', () => {
    expect(() =>
      admitted.check(request({ authorization: `Bearer ${looks}`, origin: 'http://evil.example' }), hosts, 'look'),
    ).toThrow(expect.objectContaining({ code: 'forbidden_origin' }));
  });
});
