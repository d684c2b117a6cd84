import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fetchOci } from 'licet/source/bundles/fetchOci.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { bundleOf, pullingMachine, signed } from './support.ts';

const world = mkdtempSync(join(tmpdir(), 'licet-oci-'));
const digestOf = (text: string | Buffer): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** What a registry answers at a path of its repository. */
interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A registry on loopback: what it has by path, and what it was asked. */
const paths = new Map<string, Answer>();
const asked: string[] = [];
let registry: Server;
let host: string;

beforeAll(async () => {
  registry = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.accept}`);
    const { status = 200, headers = {}, body = '' } = paths.get(request.url ?? '') ?? { status: 404 };
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
});

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
    'a registry that wants a login': [() => paths.set('/v2/team/policies/manifests/stable', { status: 401 }), /answers 401/u],
    'a manifest elsewhere': [
      () => paths.set('/v2/team/policies/manifests/stable', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }),
      /cannot be fetched from the registry/u,
    ],
    'a blob elsewhere': [
      () => {
        publish(next);
        paths.set(`/v2/team/policies/blobs/${digestOf(next)}`, { status: 307, headers: { location: `http://${host}/other` } });
        paths.set('/other', { body: next });
      },
      /cannot be fetched from the registry/u,
    ],
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
