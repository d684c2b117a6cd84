import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build, pull, push, sign, verify } from 'licet/source/commands/bundle.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ann, bundleOf, keyOf } from './support.ts';

const world = realpathSync(mkdtempSync(join(tmpdir(), 'licet-bundle-commands-')));
const home = process.env['HOME'];
const at = (path: string): string => join(world, path);
let lines: string[] = [];
const terminal = {
  print: (line: string) => void lines.push(line),
  complain: (line: string) => void lines.push(line),
  hasColor: false,
};
const printed = (): string => lines.splice(0).join('\n');

beforeAll(() => {
  process.env['HOME'] = world;
  for (const folder of ['project/packs', 'published', '.licet']) mkdirSync(at(folder), { recursive: true });
  for (const { path, text } of bundleOf().files) writeFileSync(at(`project/${path}`), text);
  writeFileSync(at('key.pem'), ann.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const trust = { from: at('published'), name: 'acme', keys: { ann: keyOf(ann) }, signatures: 1 };
  writeFileSync(at('.licet/bundle.json'), JSON.stringify(trust));
});

afterAll(() => {
  if (home === undefined) delete process.env['HOME'];
  else process.env['HOME'] = home;
  rmSync(world, { recursive: true, force: true });
});

const made = async (release: string, more: object = {}): Promise<string> => {
  const out = at(`${release}.bundle.json`);
  await build(at('project/governance.yaml'), { name: 'acme', release, out, ...more }, terminal);
  return out;
};

describe('licet bundle', () => {
  it('carries a policy from one folder to the policy of a user', async () => {
    const file = await made('7', { notBefore: '2020-01-01', expires: '2099-01-01' });
    expect(printed()).toContain('acme version 7, 3 files, 2 tests passed');
    expect(() => push(file, at('published'), terminal)).toThrow('the bundle has no signature');
    sign(file, { key: at('key.pem') }, terminal);
    sign(file, { key: at('key.pem') }, terminal);
    expect(printed()).toContain('1 signature');
    await verify(file, { trust: at('.licet/bundle.json') }, terminal);
    expect(printed()).toContain('acme version 7: signed by ann; 2 tests passed');
    await verify(file, { trust: at('.licet/bundle.json'), json: true }, terminal);
    expect(JSON.parse(printed())).toMatchObject({ name: 'acme', version: 7, signers: ['ann'], tests: 2 });
    push(file, at('published'), terminal);
    push(file, at('published/acme.bundle.json'), terminal);
    printed();

    expect(await pull({ user: true }, terminal)).toBe(0);
    expect(printed()).toBe('version 7 is in effect: signed by ann; 2 tests passed');
    expect(readFileSync(at('.licet/packs/ours.yaml'), 'utf8')).toContain('make deploy');
    await pull({ user: true }, terminal);
    expect(printed()).toBe('version 7 is current');
  });

  it('publishes no older version over a newer one, and tells that the policy stays', async () => {
    const older = await made('6');
    sign(older, { key: at('key.pem') }, terminal);
    expect(() => push(older, at('published'), terminal)).toThrow('has acme version 7: build `acme` with a higher `--release`');
    writeFileSync(at('published/acme.bundle.json'), readFileSync(older));
    await expect(pull({ user: true }, terminal)).rejects.toThrow(
      'its version 6 is older than 7, which was seen before. The policy in effect stays as it was',
    );
  });

  it('writes no file of another name, which a policy may protect', async () => {
    await expect(made('8', { out: at('project/governance.yaml') })).rejects.toThrow('must end with `.bundle.json`');
    const file = await made('8');
    sign(file, { key: at('key.pem') }, terminal);
    expect(() => push(file, at('project/governance.yaml'), terminal)).toThrow('must end with `.bundle.json`');
    expect(() => sign(at('project/governance.yaml'), { key: at('key.pem') }, terminal)).toThrow('must end with');
  });

  it('refuses what it cannot use', async () => {
    await expect(made('x')).rejects.toThrow('its version is no whole number');
    await expect(made('9', { expires: 'soon' })).rejects.toThrow('`--expires` must be a time');
    const file = await made('9');
    expect(() => sign(file, { key: at('project/governance.yaml') }, terminal)).toThrow('openssl genpkey -algorithm ed25519');
    await expect(pull({ user: true, every: 'often' }, terminal)).rejects.toThrow('`--every` must be a time');
    writeFileSync(at('project/governance.test.yaml'), 'cases:\n  - { bash: ls, want: block }\n');
    await expect(made('10')).rejects.toThrow('1 test failed');
    rmSync(at('project/governance.test.yaml'));
    await expect(made('11')).rejects.toThrow('which every bundle holds, cannot be read');
  });
});
