import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sha256 } from '@licet/core/text';
import { pullBundle } from 'licet/source/bundles/pullBundle.ts';
import { compilePolicy } from 'licet/source/policy/compile.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { ann, bob, bundleOf, keyOf, signed } from './support.ts';
import { changed, wrong } from './tampered.ts';

const world = mkdtempSync(join(tmpdir(), 'licet-bundles-'));
afterAll(() => rmSync(world, { recursive: true, force: true }));

/** A time at which one of the bundles has expired, and another is not valid yet. */
const MIDDLE_OF_JANUARY = Date.parse('2027-01-15T00:00:00.000Z');

let machine: string;
let published: string;
let count = 0;

beforeEach(() => {
  machine = join(world, `m${count}`);
  published = join(world, `p${count++}`);
  for (const folder of [machine, published]) mkdirSync(folder);
  trust(published);
});

function trust(from: string): void {
  const keys = { ann: keyOf(ann), bob: keyOf(bob) };
  writeFileSync(join(machine, 'bundle.json'), JSON.stringify({ from, name: 'acme', keys, signatures: 2 }));
}

const publish = (text: string): void => writeFileSync(join(published, 'acme.bundle.json'), text);
const pull = async () => pullBundle(join(machine, 'bundle.json'));
const text = (path: string): string => readFileSync(join(machine, path), 'utf8');

describe('licet bundle pull', () => {
  it('puts a bundle into effect, and then the next one', async () => {
    publish(signed(bundleOf()));
    expect(await pull()).toEqual({ state: 'installed', version: 7, signers: ['ann', 'bob'], tests: 2 });
    expect(text('packs/ours.yaml')).toContain('make deploy');
    expect(await pull()).toEqual({ state: 'current', version: 7 });

    const next = bundleOf({ version: 8 }, 'make deploy, make publish');
    publish(signed(next));
    expect(await pull()).toMatchObject({ state: 'installed', version: 8 });
    expect(text('packs/ours.yaml')).toContain('make publish');
    expect(text('governance.yaml')).toBe(next.files[1]?.text);
  });

  it('keeps the last good one: tampered with, half signed, expired, rolled back, not there', async () => {
    publish(signed(bundleOf()));
    await pull();
    const before = text('packs/ours.yaml');
    const [milder, later] = ['make nothing', { version: 8 }];
    const refused: readonly (readonly [string, RegExp])[] = [
      [signed(bundleOf(later)).replace('"sig":"', '"sig":"AAAA'), /signatures of 2/u],
      [signed(bundleOf(later), [ann]), /signatures of 2/u],
      [signed(bundleOf({ ...later, expires: '2020-01-01T00:00:00.000Z' })), /expired/u],
      [signed(bundleOf({ version: 6 }, milder)), /older than 7/u],
      [signed(bundleOf({}, milder)), /another content/u],
      [signed(bundleOf(later, milder)), /version 8 is refused: 1 test failed: .*expected block, found pass/u],
    ];
    for (const [bundle, why] of refused) {
      publish(bundle);
      await expect(pull()).rejects.toThrow(why);
      expect(text('packs/ours.yaml')).toBe(before);
    }
    rmSync(join(published, 'acme.bundle.json'));
    await expect(pull()).rejects.toThrow('cannot be read (ENOENT)');
    expect(text('packs/ours.yaml')).toBe(before);
  });

  it('keeps the last good one through every way of tampering', async () => {
    publish(signed(bundleOf()));
    await pull();
    const before = [text('governance.yaml'), text('packs/ours.yaml')];
    const ways = [...Object.entries(changed), ...Object.entries(wrong).map(([name, [bundle]]) => [name, bundle] as const)];
    expect(ways.length).toBeGreaterThanOrEqual(40);
    for (const [name, bundle] of ways) {
      publish(bundle);
      await expect(pullBundle(join(machine, 'bundle.json'), MIDDLE_OF_JANUARY), name).rejects.toThrow(/the bundle is refused/u);
      expect([text('governance.yaml'), text('packs/ours.yaml')], name).toEqual(before);
    }
  });

  it('remembers a version whose tests failed: an older one than that is a rollback', async () => {
    publish(signed(bundleOf({ version: 9 }, 'make nothing')));
    await expect(pull()).rejects.toThrow('1 test failed');
    publish(signed(bundleOf({ version: 8 })));
    await expect(pull()).rejects.toThrow('its version 8 is older than 9');
    expect(existsSync(join(machine, 'governance.yaml'))).toBe(false);
  });

  it('puts back what was changed, and finishes what was interrupted', async () => {
    publish(signed(bundleOf()));
    await pull();
    writeFileSync(join(machine, 'packs/ours.yaml'), 'version: 1\n');
    expect(await pull()).toMatchObject({ state: 'installed', version: 7 });
    expect(text('packs/ours.yaml')).toContain('make deploy');
  });

  it('leaves a policy that stops everything when the disk fails in between, and goes on from there', async () => {
    publish(signed(bundleOf()));
    await pull();
    const next = bundleOf({ version: 8 }, 'make deploy, make publish');
    publish(signed({ ...next, files: [...next.files, { path: 'z.yaml', text: '', sha256: sha256('') }] }));
    mkdirSync(join(machine, 'z.yaml'));
    await expect(pull()).rejects.toThrow();
    expect(compilePolicy(text('governance.yaml'), join(machine, 'governance.yaml'))).toHaveProperty('issues');

    rmSync(join(machine, 'z.yaml'), { recursive: true });
    expect(await pull()).toMatchObject({ state: 'installed', version: 8 });
    expect(text('governance.yaml')).toBe(next.files[1]?.text);
  });

  it('takes away the files that the next bundle has not', async () => {
    publish(signed(bundleOf()));
    await pull();
    const one = bundleOf({ version: 8 });
    const policy = { text: 'version: 1\npolicy: { bash_safety: { otherwise: pass, blocked_prefixes: [make deploy] } }\n' };
    const [tests, own] = one.files;
    publish(signed({ ...one, files: [tests!, { ...own!, ...policy, sha256: sha256(policy.text) }] }));
    expect(await pull()).toMatchObject({ version: 8 });
    expect(existsSync(join(machine, 'packs/ours.yaml'))).toBe(false);
  });

  it('leaves a policy that is from no bundle, and refuses a damaged record of what was seen', async () => {
    publish(signed(bundleOf()));
    writeFileSync(join(machine, 'governance.yaml'), 'version: 1\n');
    await expect(pull()).rejects.toThrow('is from no bundle: move it away');
    expect(text('governance.yaml')).toBe('version: 1\n');
    for (const damaged of ['{', '{"seen":{"version":7}}', '{"seen":{"version":1,"digest":"x"},"installed":{"version":1}}']) {
      writeFileSync(join(machine, 'bundle.state.json'), damaged);
      await expect(pull()).rejects.toThrow('is damaged');
    }
  });

  it('refuses a policy that needs a file which is not in the bundle, and one without tests', async () => {
    const bundle = bundleOf();
    publish(signed({ ...bundle, files: bundle.files.filter(({ path }) => path !== 'packs/ours.yaml') }));
    await expect(pull()).rejects.toThrow('its policy does not load');
    const none = { path: 'governance.test.yaml', text: 'cases: []\n', sha256: sha256('cases: []\n') };
    publish(signed({ ...bundle, version: 8, files: [none, ...bundle.files.slice(1)] }));
    await expect(pull()).rejects.toThrow();
    expect(existsSync(join(machine, 'governance.yaml'))).toBe(false);
  });
});

describe('licet bundle pull over HTTP', () => {
  it('asks with the tag of what it has, and keeps that when the server fails', async () => {
    const asked: (string | undefined)[] = [];
    let answer: { readonly status: number; readonly body?: string; readonly tag?: string; readonly location?: string } = {
      status: 500,
    };
    const server = createServer((request, response) => {
      asked.push(request.headers['if-none-match']);
      const { status, body = '', tag, location } = answer;
      response.writeHead(status, { ...(tag && { etag: tag }), ...(location && { location }) }).end(body);
    });
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
    try {
      trust(`http://127.0.0.1:${(server.address() as AddressInfo).port}/acme.bundle.json`);
      await expect(pull()).rejects.toThrow('the server answers 500');
      answer = { status: 200, body: signed(bundleOf()), tag: '"one"' };
      expect(await pull()).toMatchObject({ state: 'installed' });
      answer = { status: 304 };
      expect(await pull()).toEqual({ state: 'current', version: 7 });
      answer = { status: 302, location: '/elsewhere' };
      await expect(pull()).rejects.toThrow('cannot be fetched');
      answer = { status: 200, body: 'x'.repeat(9 << 20) };
      await expect(pull()).rejects.toThrow('larger than');
      writeFileSync(join(machine, 'governance.yaml'), 'version: 1\n');
      answer = { status: 200, body: signed(bundleOf()) };
      expect(await pull()).toMatchObject({ state: 'installed' });

      expect(asked).toEqual([undefined, undefined, '"one"', '"one"', '"one"', undefined]);
    } finally {
      server.close();
    }
  });

  it('needs TLS beyond this machine', async () => {
    for (const from of ['http://example.com/acme', 'ftp://127.0.0.1/acme']) {
      trust(from);
      await expect(pull()).rejects.toThrow('bundles are fetched over `https:`');
    }
  });
});
