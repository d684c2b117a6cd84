import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PeerSettings } from '@licet/core/policy';
import { SEEDS } from '@licet/epistemic';
import type { PeerKnowledge } from '@licet/epistemic';

import { keptFile, keptPeers, ownKey, signingKeyFile } from '../../../../packages/cli/src/peers/keptPeers.ts';
import { peerProgram } from '../../../../packages/cli/src/peers/peerProgram.ts';
import { pullPeer } from '../../../../packages/cli/src/peers/pullPeer.ts';
import { etagOf, writeSignedGraph } from '../../../../packages/cli/src/peers/signedGraph.ts';
import { publicKeyText } from '../../../../packages/cli/src/signing/ed25519.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const key = publicKeyText(privateKey);
const day = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00.000Z');
const signedAt = (takenAt: number): string => writeSignedGraph({ graph: SEEDS.gaps, peers: {}, takenAt }, privateKey);

let home: string;
let settings: PeerSettings;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'licet-peers-'));
  vi.stubEnv('HOME', home);
  settings = { path: 'peer.json', key, staleAfter: '2d' };
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const faultOf = (knowledge: PeerKnowledge): string => ('fault' in knowledge ? knowledge.fault : 'known');
const keep = (text: string): void => {
  mkdirSync(dirname(keptFile(key)), { recursive: true });
  writeFileSync(keptFile(key), text);
};
const reader = (): ((now: number) => string) => {
  const [peer] = keptPeers({ company: settings });
  return now => faultOf(peer!.read(now));
};

/** The text of a signed graph with another level, under the signature of the old content. */
function changed(text: string): string {
  const envelope = JSON.parse(text) as { payload: string };
  const content = Buffer.from(envelope.payload, 'base64').toString().replace('"D1"', '"D2"');
  return JSON.stringify({ ...envelope, payload: Buffer.from(content).toString('base64') });
}

describe('the kept snapshot of a peer', () => {
  it('is missing until it was pulled, and read again when it changes', () => {
    const read = reader();
    expect(read(start)).toBe('missing');
    keep(signedAt(start));
    expect(read(start)).toBe('known');
    keep('{}');
    expect(read(start)).toBe('unsigned');
    rmSync(keptFile(key));
    expect(read(start)).toBe('missing');
  });

  it('counts until it is stale by the time at which it was signed', () => {
    keep(signedAt(start));
    const read = reader();
    expect([read(start), read(start + 2 * day), read(start + 2 * day + 1), read(start + day)]).toEqual([
      'known',
      'known',
      'stale',
      'stale',
    ]);
  });

  it('counts for seven days where the policy does not say', () => {
    keep(signedAt(start));
    settings = { path: 'peer.json', key };
    const read = reader();
    expect([read(start + 7 * day), read(start + 7 * day + 1)]).toEqual(['known', 'stale']);
  });

  it('is the same object while nothing changed', () => {
    keep(signedAt(start));
    const [peer] = keptPeers({ company: { ...settings, trust: { maxDepth: 'D3', kinds: ['authored'] } } });
    expect(peer!.trust).toEqual({ maxDepth: 3, kinds: ['authored'] });
    expect(peer!.read(start)).toBe(peer!.read(start + 1));
    expect(peer!.read(start + 3 * day)).toBe(peer!.read(start + 4 * day));
  });

  it('is tampered with when it cannot be read', () => {
    mkdirSync(keptFile(key), { recursive: true });
    expect(reader()(start)).toBe('tampered');
  });
});

describe('a pull', () => {
  const pull = (now: number) => pullPeer('company', settings, home, now);

  it('keeps what a file holds', async () => {
    writeFileSync(join(home, 'peer.json'), signedAt(start));
    expect(await pull(start)).toMatchObject({ takenAt: start, isNew: true });
    expect(await pull(start)).toMatchObject({ isNew: false });
    expect(reader()(start)).toBe('known');
    expect(statSync(keptFile(key)).mode & 0o077).toBe(0);
  });

  it('refuses a snapshot that is older than the kept one', async () => {
    keep(signedAt(start + day));
    writeFileSync(join(home, 'peer.json'), signedAt(start));
    await expect(pull(start + day)).rejects.toThrow(/old knowledge/u);
  });

  it('replaces a kept file that does not count', async () => {
    keep('{}');
    writeFileSync(join(home, 'peer.json'), signedAt(start));
    expect(await pull(start)).toMatchObject({ isNew: true });
  });

  it('refuses what the key of the policy has not signed, and keeps what it has', async () => {
    keep(signedAt(start));
    writeFileSync(join(home, 'peer.json'), changed(signedAt(start + day)));
    await expect(pull(start + day)).rejects.toThrow(/tampered/u);
    expect(reader()(start)).toBe('known');
    await expect(pullPeer('company', { ...settings, path: 'none.json' }, home, start)).rejects.toThrow(/none\.json/u);
  });

  it('asks a server with the token of a variable', async () => {
    const seen: (string | undefined)[] = [];
    const tags: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      tags.push(request.headers['if-none-match']);
      const isRight = request.headers.authorization === 'Bearer secret';
      if (tags.at(-1) !== undefined) return void response.writeHead(304).end();
      response.writeHead(isRight ? 200 : 401).end(isRight ? signedAt(start) : '');
    });
    await new Promise<void>(done => void server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/graph`;
    try {
      await expect(pullPeer('company', { url, key }, home, start)).rejects.toThrow(/401/u);
      const asking = { url, key, tokenEnv: 'PEER_TOKEN' };
      await expect(pullPeer('company', asking, home, start)).rejects.toThrow(/PEER_TOKEN/u);
      vi.stubEnv('PEER_TOKEN', 'secret');
      expect(await pullPeer('company', asking, home, start)).toMatchObject({ takenAt: start });
      expect(seen).toEqual([undefined, 'Bearer secret']);
      expect(await pullPeer('company', asking, home, start)).toEqual({ takenAt: start, concepts: 10, isNew: false });
      expect(tags).toEqual([undefined, undefined, etagOf(signedAt(start))]);
    } finally {
      server.close();
    }
  });
});

describe('the program of the commands', () => {
  const program = () => peerProgram(() => Promise.resolve({ peers: { company: settings }, root: home }));

  it('lists peers, pulls them and signs with a key that only the user may read', async () => {
    expect(await program().list(undefined)).toMatchObject({
      peers: [{ name: 'company', state: 'missing', concepts: null }],
      key: null,
    });
    writeFileSync(join(home, 'peer.json'), signedAt(Date.now()));
    expect(await program().pull(undefined, 'company')).toContain('10 concepts');
    expect(await program().pull(undefined, 'company')).toContain('as before');
    await expect(program().pull(undefined, 'other')).rejects.toThrow(/other/u);
    const signed = await program().sign(undefined, SEEDS.gaps);
    expect(signed.key).toBe(ownKey());
    expect((await program().sign(undefined, SEEDS.gaps)).key).toBe(signed.key);
    const envelope = JSON.parse(signed.text) as { payload: string };
    expect(JSON.parse(Buffer.from(envelope.payload, 'base64').toString())).toMatchObject({ peers: { company: key } });
    expect(statSync(signingKeyFile()).mode & 0o077).toBe(0);
    expect(await program().list(undefined)).toMatchObject({
      peers: [{ name: 'company', state: 'known', concepts: 10, maxDepth: 'D2' }],
      key: signed.key,
    });
    chmodSync(keptFile(key), 0o600);
    keep(signedAt(start));
    expect(await program().list(undefined)).toMatchObject({ peers: [{ state: 'stale', concepts: 10 }] });
  });
});
