import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Clock } from '@licet/core';
import { SEEDS } from '@licet/epistemic';

import { keptFile, readKept } from '../../../../packages/cli/src/peers/keptPeers.ts';
import { peerRefresher } from '../../../../packages/cli/src/peers/refreshPeers.ts';
import type { RefreshOptions } from '../../../../packages/cli/src/peers/refreshPeers.ts';
import { writeSignedGraph } from '../../../../packages/cli/src/peers/signedGraph.ts';
import { lookAtPolicy } from '../../../../packages/cli/src/serve/lookAtPolicy.ts';
import { publicKeyText } from '../../../../packages/cli/src/signing/ed25519.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const key = publicKeyText(privateKey);
const MINUTE = 60_000;
const start = Date.parse('2026-01-01T00:00:00.000Z');

let home: string;
let policy: string;
let now: number;
let pending: (() => void) | undefined;
const complaints: string[] = [];
const ends: (() => void)[] = [];

const clock: Clock = {
  now: () => now,
  elapsed: () => now,
  after: (_, done) => {
    pending = done;
    return () => void (pending = undefined);
  },
};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'licet-refresh-'));
  vi.stubEnv('HOME', home);
  policy = join(home, 'governance.yaml');
  now = start;
  pending = undefined;
  complaints.length = 0;
  declare('1h');
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

function declare(refresh: string): void {
  const peer = `{ path: peer.json, key: '${key}', stale_after: 2d, refresh: ${refresh} }`;
  writeFileSync(
    policy,
    `version: 1\ndefault: pass\ngraphs: { main: { store: memory, peers: { company: ${peer} } } }\npolicy: { grounded: { graph: main } }\n`,
  );
}

/** Makes the peer give a snapshot of this time. */
const give = (takenAt: number): void =>
  writeFileSync(join(home, 'peer.json'), writeSignedGraph({ graph: SEEDS.gaps, peers: {}, takenAt }, privateKey));

const takenAt = (): number | undefined => {
  const kept = readKept(key, now);
  return kept !== undefined && 'takenAt' in kept ? kept.takenAt : undefined;
};

/** Lets a look at the peers end, and the next one be due. */
const looked = async (): Promise<void> => vi.waitFor(() => expect(pending).toBeDefined(), { timeout: 10_000 });

async function lookAt(time: number): Promise<void> {
  now = time;
  const look = pending;
  pending = undefined;
  look?.();
  await looked();
}

const startRefreshing = (options: RefreshOptions = {}): void =>
  void ends.push(lookAtPolicy(policy, [peerRefresher(policy, text => void complaints.push(text), { clock, ...options })], clock));

async function refresh(random = 0.5): Promise<void> {
  startRefreshing({ random: () => random });
  await looked();
}

describe('the peers of a server', () => {
  it('are pulled at once where none is kept, and then as often as the policy says', async () => {
    give(start);
    await refresh();
    expect(takenAt()).toBe(start);
    give(start + MINUTE);
    await lookAt(start + 59 * MINUTE);
    expect(takenAt()).toBe(start);
    await lookAt(start + 60 * MINUTE);
    expect(takenAt()).toBe(start + MINUTE);
    expect(complaints).toEqual([]);
  });

  it.each([
    [0, 54],
    [1, 66],
  ])('are pulled a tenth of the time earlier or later, by chance (%d)', async (random, minutes) => {
    give(start);
    await refresh(random);
    give(start + MINUTE);
    await lookAt(start + minutes * MINUTE - 1);
    expect(takenAt()).toBe(start);
    await lookAt(start + minutes * MINUTE);
    expect(takenAt()).toBe(start + MINUTE);
  });

  it('keep the last good snapshot when a pull fails, are tried again soon, and say so once', async () => {
    give(start);
    await refresh();
    rmSync(join(home, 'peer.json'));
    await lookAt(start + 60 * MINUTE);
    await lookAt(start + 65 * MINUTE);
    await lookAt(start + 70 * MINUTE);
    expect(complaints).toEqual([expect.stringContaining('the peer `company` was not pulled, so what was known of it stays')]);
    expect(takenAt()).toBe(start);
    give(start + 60 * MINUTE);
    await lookAt(start + 75 * MINUTE);
    expect(takenAt()).toBe(start + 60 * MINUTE);
    writeFileSync(join(home, 'peer.json'), '{}');
    await lookAt(start + 135 * MINUTE);
    expect(complaints).toHaveLength(2);
    expect(takenAt()).toBe(start + 60 * MINUTE);
  });

  it('are not pulled again at once by a server that is started again', async () => {
    give(start);
    await refresh();
    ends.pop()?.();
    utimesSync(keptFile(key), start / 1_000, start / 1_000);
    give(start + MINUTE);
    now = start + 30 * MINUTE;
    await refresh();
    expect(takenAt()).toBe(start);
    await lookAt(start + 60 * MINUTE);
    expect(takenAt()).toBe(start + MINUTE);
  });

  it('are those of the policy as it is now, and none while it cannot be read', async () => {
    give(start);
    writeFileSync(policy, 'version: [');
    await refresh();
    expect(takenAt()).toBeUndefined();
    declare('1h');
    await lookAt(start + MINUTE);
    expect(takenAt()).toBe(start);
  });

  it('are not pulled any more once the server has ended', async () => {
    await refresh();
    ends.pop()?.();
    expect(pending).toBeUndefined();
  });
});

describe('two servers that pull the same peer at once', () => {
  it('keep the newer snapshot, whichever comes last', async () => {
    const old = writeSignedGraph({ graph: SEEDS.gaps, peers: {}, takenAt: start }, privateKey);
    const fresh = writeSignedGraph({ graph: SEEDS.gaps, peers: {}, takenAt: start + MINUTE }, privateKey);
    now = start + MINUTE;
    const answers: ((text: string) => void)[] = [];
    const answer = vi.fn(async () => new Promise<Response>(resolve => void answers.push(text => resolve(new Response(text)))));
    vi.stubGlobal('fetch', answer);
    try {
      writeFileSync(policy, readFileSync(policy, 'utf8').replace('path: peer.json', "url: 'https://peer.test/v1/graph'"));
      startRefreshing();
      startRefreshing();
      await vi.waitFor(() => expect(answers).toHaveLength(2), { timeout: 10_000 });
      mkdirSync(join(home, '.licet'), { recursive: true });
      answers[0]!(fresh);
      await vi.waitFor(() => expect(takenAt()).toBe(start + MINUTE), { timeout: 10_000 });
      answers[1]!(old);
      await vi.waitFor(() => expect(complaints).toHaveLength(1), { timeout: 10_000 });
      expect(complaints[0]).toContain('going back would bring old knowledge back');
      expect(takenAt()).toBe(start + MINUTE);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe('a server with several chores', () => {
  it('reads its policy once for all of them, and one that fails or is slow keeps no other from its work', async () => {
    const read: unknown[] = [];
    const slow = Promise.withResolvers<void>();
    const note = async (policies: Promise<unknown>): Promise<void> => void read.push(await policies);
    const fail = async (): Promise<void> => Promise.reject(new Error('it cannot'));
    ends.push(lookAtPolicy(policy, [fail, note, async () => slow.promise, note], clock));
    await vi.waitFor(() => expect(read).toHaveLength(2), { timeout: 10_000 });
    expect(read[0]).toBe(read[1]);
    expect(pending).toBeUndefined();
    slow.resolve();
    await looked();
    await lookAt(start + MINUTE);

    expect(read).toHaveLength(4);
    expect(read[2]).not.toBe(read[0]);
  });
});
