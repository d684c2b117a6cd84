import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fetchOci } from 'licet/source/bundles/fetchOci.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { bundleOf, pullingMachine, signed } from './support.ts';

const world = mkdtempSync(join(tmpdir(), 'licet-oci-'));
const digestOf = (text: string | Buffer): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** What a registry answers at a path of its repository. */
interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** What must be shown for it; anything else is answered with 401 and this challenge. */
  readonly wants?: readonly [authorization: string, challenge: string];
}

/** A registry on loopback: what it has by path, and what it was asked. */
const paths = new Map<string, Answer>();
const asked: string[] = [];
/** The paths that were asked for, with the credentials that came along. */
const shown: string[] = [];
let registry: Server;
let host: string;

beforeAll(async () => {
  registry = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.accept}`);
    const { authorization = '' } = request.headers;
    shown.push(`${request.url} ${authorization}`);
    const { status = 200, headers = {}, body = '', wants }: Answer = paths.get(request.url ?? '') ?? { status: 404 };
    if (wants !== undefined && wants[0] !== authorization)
      return void response.writeHead(401, { 'www-authenticate': wants[1] }).end();
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>(resolve => void registry.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise(resolve => registry.close(resolve));
  rmSync(world, { recursive: true, force: true });
});
beforeEach(() => {
  paths.clear();
  asked.length = 0;
  shown.length = 0;
  vi.stubEnv('DOCKER_CONFIG', join(world, 'none'));
  vi.stubEnv('DOCKER_AUTH_CONFIG', '');
});
afterEach(() => vi.unstubAllEnvs());

const manifestOf = (layer: object, more: object = {}): string =>
  JSON.stringify({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: { mediaType: 'application/vnd.oci.empty.v1+json', digest: digestOf('{}'), size: 2 },
    layers: [layer],
    ...more,
  });
const layerOf = (text: string): object => ({
  mediaType: 'application/json',
  digest: digestOf(text),
  size: Buffer.byteLength(text),
});

/** Puts a bundle under the tag `stable`, and returns its manifest. */
function publish(text: string, manifest: string = manifestOf(layerOf(text))): string {
  paths.set('/v2/team/policies/manifests/stable', { body: manifest });
  paths.set(`/v2/team/policies/blobs/${digestOf(text)}`, { body: text });
  return manifest;
}

/** Publishes a bundle whose layer is somewhere else. */
function move(text: string, location: string, body: string = text): void {
  publish(text);
  paths.set(`/v2/team/policies/blobs/${digestOf(text)}`, { status: 307, headers: { location } });
  paths.set('/other', { body });
}

const good = signed(bundleOf());
const next = signed(bundleOf({ version: 8 }, 'make deploy, make publish'));
const place = (): string => `oci://${host}/team/policies:stable`;

describe('a bundle in an OCI registry', () => {
  it('is put into effect, and fetched again only when the tag names another manifest', async () => {
    const machine = pullingMachine(world, place());
    publish(good);
    expect(await machine.pull()).toMatchObject({ state: 'installed', version: 7 });
    expect(await machine.pull()).toEqual({ state: 'current', version: 7 });
    expect(asked.map(line => line.split('/')[4])).toEqual(['manifests', 'blobs', 'manifests']);
    expect(asked[0]).toContain('application/vnd.oci.image.manifest.v1+json');

    publish(next);
    expect(await machine.pull()).toMatchObject({ state: 'installed', version: 8 });
    expect(machine.inEffect()).toContain('make publish');
  });

  it('may be named by the digest of its manifest', async () => {
    const manifest = publish(good);
    const named = `oci://${host}/team/policies@${digestOf(manifest)}`;
    paths.set(`/v2/team/policies/manifests/${digestOf(manifest)}`, { body: manifest });
    expect(await pullingMachine(world, named).pull()).toMatchObject({ state: 'installed' });

    paths.set(`/v2/team/policies/manifests/${digestOf(manifest)}`, { body: manifestOf(layerOf(next)) });
    await expect(fetchOci(named, undefined)).rejects.toThrow('the manifest has the digest `sha256:');
  });

  const large = 'x'.repeat(9 << 20);
  const cases: Readonly<Record<string, readonly [() => void, RegExp]>> = {
    'a blob with another text': [
      () => (publish(next), paths.set(`/v2/team/policies/blobs/${digestOf(next)}`, { body: good })),
      /does not match the size and the digest/u,
    ],
    'a blob of another size': [
      () => publish(next, manifestOf({ ...layerOf(next), size: Buffer.byteLength(next) - 1 })),
      /does not match the size/u,
    ],
    'a bundle that was tampered with, with its digest': [
      () => publish(next.replace('"sig":"', '"sig":"AAAA')),
      /signatures of 2/u,
    ],
    'an older bundle': [() => publish(signed(bundleOf({ version: 6 }))), /older than 7/u],
    'a tag that is not there': [() => paths.clear(), /the server answers 404/u],
    'a registry that wants a login that there is not': [
      () => paths.set('/v2/team/policies/manifests/stable', { status: 401 }),
      /neither `Basic` nor `Bearer`/u,
    ],
    'a manifest elsewhere': [
      () => paths.set('/v2/team/policies/manifests/stable', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }),
      /cannot be fetched from the registry/u,
    ],
    'a blob elsewhere with another text': [
      () => move(next, `http://${host}/other`, good),
      /does not match the size and the digest/u,
    ],
    'a blob on a host without TLS': [
      () => move(next, 'http://content.example.com/other'),
      /redirects to an address that is not/u,
    ],
    'a blob in a file': [() => move(next, 'file:///etc/passwd'), /redirects to an address that is not/u],
    'a blob at an address with a password': [() => move(next, `http://a:b@${host}/other`), /holds a password/u],
    'a blob that is moved without an address': [() => move(next, ''), /redirects to an address that is not/u],
    'a blob that is moved in a circle': [
      () => move(next, `http://${host}/v2/team/policies/blobs/${digestOf(next)}`),
      /redirects too often/u,
    ],
    'a blob elsewhere that is huge': [() => move(next, `http://${host}/other`, large), /larger than/u],
    'a huge manifest': [() => paths.set('/v2/team/policies/manifests/stable', { body: large }), /larger than 65536 bytes/u],
    'a huge blob': [
      () => (publish(next), paths.set(`/v2/team/policies/blobs/${digestOf(next)}`, { body: large })),
      /larger than/u,
    ],
    'a layer that says it is huge': [() => publish(next, manifestOf({ ...layerOf(next), size: 9 << 20 })), /has no size/u],
    'a layer without a size': [() => publish(next, manifestOf({ digest: digestOf(next) })), /has no size/u],
    'another kind of digest': [() => publish(next, manifestOf({ ...layerOf(next), digest: 'md5:00' })), /digest of the layer/u],
    'a digest that is a path': [
      () => publish(next, manifestOf({ ...layerOf(next), digest: '../../secret' })),
      /digest of the layer/u,
    ],
    'two layers': [() => publish(next, manifestOf({}, { layers: [layerOf(next), layerOf(good)] })), /one layer/u],
    'an index': [() => publish(next, JSON.stringify({ schemaVersion: 2, manifests: [] })), /one layer/u],
    'no JSON': [() => publish(next, 'null'), /cannot be fetched/u],
    'bytes that are no text': [
      () => {
        const bytes = Buffer.from([0xff, 0xfe]);
        publish(next, manifestOf({ digest: digestOf(bytes), size: 2 }));
        paths.set(`/v2/team/policies/blobs/${digestOf(bytes)}`, { body: bytes });
      },
      /cannot be fetched/u,
    ],
  };
  it.each(Object.entries(cases))('is refused, and the last good one stays: %s', async (_name, [change, why]) => {
    const machine = pullingMachine(world, place());
    publish(good);
    await machine.pull();
    const before = machine.inEffect();
    change();
    await expect(machine.pull()).rejects.toThrow(why);
    expect(machine.inEffect()).toBe(before);
  });

  it.each([
    'oci://registry.example.com/acme',
    'oci://registry.example.com/ACME:1',
    'oci://registry.example.com/../acme:1',
    'oci://user:pass@registry.example.com/acme:1',
    'oci://registry.example.com/acme:1?x=2',
    'oci://registry.example.com/acme@sha256:00',
    'oci:registry',
  ])('is not looked for at `%s`', async from => {
    await expect(fetchOci(from, undefined)).rejects.toThrow('expected `oci://host/name:tag`');
  });

  it('is asked for over TLS beyond this machine', async () => {
    await expect(fetchOci('oci://registry.invalid/acme:1', undefined)).rejects.toThrow('from the registry registry.invalid');
  });
});

describe('a registry that wants a login', () => {
  const SECRET = 'ann:hunter2';
  const basic = Buffer.from(SECRET).toString('base64');
  const blob = (): string => `/v2/team/policies/blobs/${digestOf(good)}`;
  const TAG = '/v2/team/policies/manifests/stable';
  const give = (config: object): void => void vi.stubEnv('DOCKER_AUTH_CONFIG', JSON.stringify({ auths: config }));
  const fetched = async (): Promise<string | undefined> => (await fetchOci(place(), undefined)).text;

  /** Publishes the bundle so that both of its requests want a header. */
  function guarded(authorization: string, challenge: string): void {
    publish(good);
    for (const path of [TAG, blob()]) paths.set(path, { ...paths.get(path), wants: [authorization, challenge] });
  }
  /** The same with tokens, which are given out to those with the password. */
  function tokens(realm = `http://${host}/token`, answer: Answer = { body: JSON.stringify({ token: 'a-token' }) }): void {
    guarded('Bearer a-token', `Bearer realm="${realm}",service="registry",scope="repository:team/policies:pull,push,delete"`);
    paths.set('/token?service=registry&scope=repository%3Ateam%2Fpolicies%3Apull', {
      wants: [`Basic ${basic}`, 'Basic'],
      ...answer,
    });
  }

  it.each([
    ['as Docker writes it', () => ({ [host]: { auth: basic } })],
    ['with a scheme and a path', () => ({ [`https://${host}/v1/`]: { auth: basic } })],
    ['in words', () => ({ [host]: { username: 'ann', password: 'hunter2' } })],
  ])('is shown the password of its host, once it asks for it: %s', async (_name, config) => {
    guarded(`Basic ${basic}`, 'Basic realm="registry"');
    give(config());

    expect(await fetched()).toBe(good);
    expect(shown).toEqual([`${TAG} `, `${TAG} Basic ${basic}`, `${blob()} Basic ${basic}`]);
  });

  it('is shown what a file of Docker says', async () => {
    guarded(`Basic ${basic}`, 'Basic realm="registry"');
    mkdirSync(join(world, 'docker'), { recursive: true });
    writeFileSync(join(world, 'docker', 'config.json'), JSON.stringify({ auths: { [host]: { auth: basic } } }));
    vi.stubEnv('DOCKER_CONFIG', join(world, 'docker'));

    expect(await fetched()).toBe(good);
  });

  it('gets a token that is good for pulling only, whatever it asks for', async () => {
    tokens();
    give({ [host]: { auth: basic } });

    expect(await fetched()).toBe(good);
    expect(shown).toHaveLength(4);
    expect(shown.filter(line => line.includes(basic))).toEqual([expect.stringContaining('/token?')]);
  });

  it('gives tokens to anyone, if it does', async () => {
    tokens();
    paths.set('/token?service=registry&scope=repository%3Ateam%2Fpolicies%3Apull', {
      body: JSON.stringify({ access_token: 'a-token' }),
    });

    expect(await fetched()).toBe(good);
  });

  it('keeps its login to itself when the content is elsewhere', async () => {
    guarded(`Basic ${basic}`, 'Basic realm="registry"');
    paths.set(blob(), { status: 302, headers: { location: '/other' } });
    paths.set('/other', { body: good });
    give({ [host]: { auth: basic } });

    expect(await fetched()).toBe(good);
    expect(shown.at(-1)).toBe('/other ');
  });

  const cases: Readonly<Record<string, readonly [() => void, RegExp]>> = {
    'no login for it': [
      () => (guarded(`Basic ${basic}`, 'Basic'), give({ 'other.example.com': { auth: basic } })),
      /wants a login.*docker login/u,
    ],
    'no login for its tokens': [() => tokens(), /wants a login.*docker login/u],
    'a login that it does not take': [
      () => (guarded('Basic other', 'Basic'), give({ [host]: { auth: basic } })),
      /does not let this login pull/u,
    ],
    'tokens from a host without TLS': [
      () => (tokens('http://tokens.example.com/'), give({ [host]: { auth: basic } })),
      /asks for a token of an address/u,
    ],
    'tokens from nowhere': [() => (tokens(''), give({ [host]: { auth: basic } })), /asks for a token of an address/u],
    'tokens that are moved': [
      () => (
        tokens(undefined, { status: 307, headers: { location: `http://${host}/other` } }),
        give({ [host]: { auth: basic } })
      ),
      /answers 307/u,
    ],
    'a token that breaks the header': [
      () => (tokens(undefined, { body: JSON.stringify({ token: 'a\r\nb' }) }), give({ [host]: { auth: basic } })),
      /without a token/u,
    ],
    'a token that is no JSON': [
      () => (tokens(undefined, { body: 'hunter2' }), give({ [host]: { auth: basic } })),
      /without a token/u,
    ],
    'a huge token': [() => (tokens(undefined, { body: 'x'.repeat(70_000) }), give({ [host]: { auth: basic } })), /larger than/u],
    'a manifest that is moved': [
      () => (
        guarded(`Basic ${basic}`, 'Basic'),
        paths.set(TAG, { status: 307, headers: { location: '/other' } }),
        give({ [host]: { auth: basic } })
      ),
      /answers 307/u,
    ],
    'a login in a helper': [
      () => (guarded(`Basic ${basic}`, 'Basic'), give({ [host]: {} })),
      /helper for credentials is not started/u,
    ],
    'a configuration that is no JSON': [
      () => (guarded(`Basic ${basic}`, 'Basic'), vi.stubEnv('DOCKER_AUTH_CONFIG', '{ "hunter2')),
      /is no JSON/u,
    ],
  };
  it.each(Object.entries(cases))('is refused, and no password is told: %s', async (_name, [make, why]) => {
    make();
    const failed: unknown = await fetched().catch((error: unknown) => error);

    expect(String(failed)).toMatch(why);
    expect(String(failed)).not.toMatch(/hunter2|a-token/u);
    expect(String(failed)).not.toContain(basic);
  });
});
