import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SEEDS } from '@licet/epistemic';
import { afterEach, describe, expect, it } from 'vitest';

import { writeSignedGraph } from '../../packages/cli/src/peers/signedGraph.ts';
import { publicKeyText } from '../../packages/cli/src/signing/ed25519.ts';
import { BUNDLE, humanEnv, licet, project } from '../support/cli.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const key = publicKeyText(privateKey);

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A project whose graph rests on a peer that is refreshed, and its server. */
async function serving(home: string, peer: string): Promise<{ readonly root: string; readonly child: ChildProcess }> {
  const declared = `{ company: { path: '${peer}', key: '${key}', refresh: 1m } }`;
  const root = project(
    `version: 1\ndefault: pass\ngraphs: { main: { store: sqlite, seeds: [filesystem], peers: ${declared} } }\npolicy: { grounded: { graph: main } }\n`,
  );
  const child = spawn(process.execPath, [BUNDLE, 'serve', '--json'], { cwd: root, env: { ...humanEnv(), HOME: home } });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error('the server did not start')));
  });
  return { root, child };
}

describe('licet serve', () => {
  it('pulls the peers of its policy, together with another server, and leaves a whole snapshot when it is killed', async () => {
    const home = project('version: 1\n');
    const peer = join(home, 'peer.json');
    const text = writeSignedGraph({ graph: SEEDS.gaps, peers: {}, takenAt: Date.now() }, privateKey);
    writeFileSync(peer, text);
    const kept = join(home, '.licet', 'peers');
    mkdirSync(kept, { recursive: true });

    const [one, two] = await Promise.all([serving(home, peer), serving(home, peer)]);
    await expect.poll(() => readdirSync(kept).filter(name => name.endsWith('.json')), { timeout: 60_000 }).toHaveLength(1);
    one.child.kill('SIGKILL');

    const file = readdirSync(kept).find(name => name.endsWith('.json')) ?? '';
    expect(readFileSync(join(kept, file), 'utf8')).toBe(text);
    const { status, stdout } = licet(two.root, ['concepts', 'peers'], '', BUNDLE, { HOME: home });
    expect(status).toBe(0);
    expect(stdout).toContain('company  known  10 concepts');
  }, 120_000);
});
