import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SEEDS } from '@licet/epistemic';

import { ownKey } from '../../../../packages/cli/src/peers/keptPeers.ts';
import { peerProgram } from '../../../../packages/cli/src/peers/peerProgram.ts';
import { signServed } from '../../../../packages/cli/src/peers/servedGraph.ts';
import { readSignedGraph } from '../../../../packages/cli/src/peers/signedGraph.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'licet-served-graph-'));
  vi.stubEnv('HOME', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const key = `ed25519:${'A'.repeat(43)}`;
const graphs = { main: { store: 'memory', seeds: ['gaps'], peers: { company: { path: 'x.json', key } } } } as const;
const now = Date.parse('2026-01-01T10:40:00.000Z');
const sign = (name?: string) => signServed({ graphs }, home, name, now);

describe('the graph that a server gives', () => {
  it('is none until a person has signed one', async () => {
    expect(await sign()).toBeUndefined();
  });

  it('is signed, without what its peers know, and the same for an hour', async () => {
    await peerProgram(() => Promise.resolve({ peers: {}, root: home })).sign(undefined, SEEDS.gaps);
    const signed = await sign();
    const found = readSignedGraph(signed?.text ?? '', ownKey() ?? '', now);
    if ('fault' in found) throw new Error(found.detail);

    expect(found.takenAt).toBe(Date.parse('2026-01-01T10:00:00.000Z'));
    expect(found.peers).toEqual(new Map([['company', key]]));
    expect(found.snapshot.size).toBe(SEEDS.gaps.primitives.length);
    expect(signed?.etag).toMatch(/^"[0-9a-f]{32}"$/u);
    expect((await sign('main'))?.etag).toBeDefined();
    expect(await sign('other')).toBeUndefined();
    expect(await signServed({}, home, undefined, now)).toBeUndefined();
    expect(await signServed({ graphs: { ...graphs, two: graphs.main } }, home, undefined, now)).toBeUndefined();
  });
});
