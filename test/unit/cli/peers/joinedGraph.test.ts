import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PeerSettings } from '@licet/core/policy';
import { exportGraph, ground, importGraph, memoryGraph, SEEDS, withMemory } from '@licet/epistemic';
import type { ConceptGraph, GroundingResult } from '@licet/epistemic';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';

import { joinedGraph } from '../../../../packages/cli/src/peers/joinedGraph.ts';
import { keptFile } from '../../../../packages/cli/src/peers/keptPeers.ts';
import { writeSignedGraph } from '../../../../packages/cli/src/peers/signedGraph.ts';
import { publicKeyText } from '../../../../packages/cli/src/signing/ed25519.ts';
import { puts } from '../../epistemic/support/shorthand.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const key = publicKeyText(privateKey);
const DAY = 86_400_000;
const QUESTIONS = [['deploy'], ['company:production'], ['ship'], ['deploy', 'ship'], ['read', 'file'], ['nothing'], ['plan']];

let home: string;
let file: string;
let peers: Record<string, PeerSettings>;
const opened: ConceptGraph[] = [];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'licet-joined-'));
  vi.stubEnv('HOME', home);
  file = join(home, 'concepts.db');
  peers = { company: { path: 'none.json', key, staleAfter: '2d' } };
  const graph = sqliteGraph(file);
  await importGraph(graph, SEEDS.filesystem, { now: 0 });
  graph.write([
    ...puts(['deploy 012 1:REQ>company:production@2', 'company:production 0', 'ship 012', 'company:deploy 0']),
    ...puts(['plan 01 1:REQ>company:unknown@1', 'company:unknown 0']),
    { type: 'alias', alias: 'company:deliver', targetId: 'id-ship' },
  ]);
  graph.close();
  await keep(['production 012 1:REQ>freeze@1', 'freeze 01', 'deliver 012 2:A>production@1']);
});
afterEach(async () => {
  for (const graph of opened.splice(0)) await graph.close();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

async function keep(texts: readonly string[], takenAt = Date.now()): Promise<void> {
  const graph = memoryGraph();
  graph.write(puts(texts));
  mkdirSync(dirname(keptFile(key)), { recursive: true });
  writeFileSync(keptFile(key), writeSignedGraph({ graph: await exportGraph(graph), peers: {}, takenAt }, privateKey));
}

/** The graph as a new process opens it; `local` counts how often the whole of it is read. */
function open(options: { readonly writes?: boolean; readonly kept?: boolean; readonly fades?: boolean } = {}) {
  const { writes = true, kept = true, fades = false } = options;
  const local = sqliteGraph(file, { readOnly: true });
  opened.push(local);
  let wholes = 0;
  const counted: ConceptGraph = {
    ...local,
    snapshot(concepts) {
      if (concepts === undefined) wholes += 1;
      return local.snapshot(concepts);
    },
  };
  const graph = joinedGraph(counted, { peers, fades, writes, ...(kept && { file }) });
  return { graph: fades ? withMemory(graph, { halfLife: '10d' }) : graph, wholes: () => wholes };
}

const all = ({ grounded, resolved, gaps, trace, version }: GroundingResult): string =>
  JSON.stringify([grounded, resolved, gaps, trace.primitives, trace.pathway, trace.acts, trace.conceptIds, version]);

async function answers(graph: ConceptGraph, now = Date.now()): Promise<readonly string[]> {
  const found: string[] = [];
  for (const concepts of QUESTIONS) found.push(all(await ground(graph, concepts, { now, minDepth: 'D1' })));
  return found;
}

/** Whether a new process is content with what is on disk. */
async function usesKept(): Promise<boolean> {
  const { graph, wholes } = open({ writes: false });
  expect((await ground(graph, ['deploy'])).gaps.map(({ kind }) => kind)).not.toContain('EXISTENCE');
  return wholes() === 0;
}

const joinedFile = (): string =>
  join(
    home,
    '.licet',
    'peers',
    readdirSync(join(home, '.licet', 'peers')).find(name => name.startsWith('joined-'))!,
  );

const codeKeyFile = (): string => join(home, '.licet', 'keys', 'joined.key');

/** Sets the depth of every concept to D4: the last bytes of the file. */
function forgeJoined(): void {
  const kept = readFileSync(joinedFile());
  const head = JSON.parse(kept.toString('utf8', 36, 36 + kept.readUInt32LE(32))) as { ids: string[] };
  const size = head.ids.length;
  writeFileSync(joinedFile(), Buffer.concat([kept.subarray(0, -size), Buffer.alloc(size, 4)]));
}

describe('a graph that was joined with its peers', () => {
  it('answers from disk as the graphs themselves do, gaps, traces and content included', async () => {
    const { graph } = open();
    const first = await answers(graph);
    const again = await answers(open({ writes: false }).graph);

    expect(again).toEqual(first);
    expect(again).toEqual(await answers(open({ kept: false }).graph));
    expect(first[0]).toContain('freeze');
    expect(first[6]).toContain('"PEER"');
    expect(await usesKept()).toBe(true);
  });

  it('keeps what memory knows, so that what has faded is told from disk', async () => {
    await answers(open({ fades: true }).graph);
    const later = Date.now() + 500 * DAY;
    const { graph, wholes } = open({ fades: true, writes: false });
    const result = await ground(graph, ['read', 'file'], { now: later });

    expect([result.grounded, wholes() > 0]).toEqual([false, true]);
    expect(await answers(graph, later)).toEqual(await answers(open({ fades: true, kept: false }).graph, later));
    const fresh = open({ fades: true, writes: false });
    expect((await ground(fresh.graph, ['deploy'], { now: 0 })).grounded).toBe(true);
    expect(fresh.wholes()).toBe(0);
  });

  it.each<readonly [string, () => unknown]>([
    ['the local graph is taught', () => sqliteGraph(file).write(puts(['new 01']))],
    ['the file of the local graph is another one', () => utimesSync(file, 1, 1)],
    ['a peer is pulled', async () => keep(['production 01'])],
    ['a pulled snapshot is gone', () => rmSync(keptFile(key))],
    [
      'a pulled snapshot was changed',
      () => writeFileSync(keptFile(key), readFileSync(keptFile(key), 'utf8').replace('D1', 'D2')),
    ],
    ['the policy trusts less', () => (peers = { company: { ...peers['company']!, trust: { maxDepth: 'D1' } } })],
    ['the policy names another key', () => (peers = { company: { ...peers['company']!, key: key.toUpperCase() } })],
    ['a snapshot is stale by now', () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * DAY })],
    ['the file is damaged', () => writeFileSync(joinedFile(), Buffer.concat([readFileSync(joinedFile()), Buffer.from('x')]))],
    ['the file is cut off', () => writeFileSync(joinedFile(), 'short')],
    ['a concept in the file is known more deeply, with all lengths as they were', forgeJoined],
    ['the key of the file is gone', () => rmSync(codeKeyFile())],
    ['the key of the file is another one', () => writeFileSync(codeKeyFile(), 'ab'.repeat(32))],
    ['the key of the file is no key', () => writeFileSync(codeKeyFile(), '')],
  ])('is joined again when %s', async (_, change) => {
    await answers(open().graph);
    expect(await usesKept()).toBe(true);
    await change();

    expect(await usesKept()).toBe(false);
    expect(await answers(open().graph)).toEqual(await answers(open({ kept: false }).graph));
  });

  it('is kept as well while a snapshot is stale, and only for that time', async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start + 3 * DAY });
    const first = await answers(open().graph);
    const { graph, wholes } = open({ writes: false });
    expect((await ground(graph, ['read', 'file'])).grounded).toBe(true);

    expect(first[0]).toContain('"stale"');
    expect(wholes()).toBe(0);
    vi.setSystemTime(start + DAY);
    expect(await usesKept()).toBe(false);
    vi.setSystemTime(start + 9 * DAY);
    expect(await answers(open({ writes: false }).graph)).toEqual(first);
  });

  it('is not kept while a snapshot is not what its key has signed, nor by a process that may not write', async () => {
    await answers(open({ writes: false }).graph);
    expect(await usesKept()).toBe(false);
    writeFileSync(keptFile(key), '{}');
    await answers(open().graph);
    expect(await usesKept()).toBe(false);
  });

  it('notices in a process that lives on when the graph changes, and writes to the local graph alone', async () => {
    await answers(open().graph);
    const { graph } = open();
    const before = await answers(graph);
    const writer = sqliteGraph(file);
    opened.push(writer);
    writer.write(puts(['nothing 01']));

    const after = await answers(graph);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await answers(open({ kept: false }).graph));
    await expect((async () => graph.write(puts(['x 0'])))()).rejects.toMatchObject({ code: 'graph_read_only' });
  });
});
