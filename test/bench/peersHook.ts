/**
 * Times the hook process under a graph that rests on three peers against the same graph without them: fresh processes without a
 * daemon, interleaved in a new random order each round; only ratios within one run mean anything. Build first. Run:
 * `node --conditions=@licet/source test/bench/peersHook.ts [rounds] [concepts of each peer] [concepts of the graph]`.
 */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { builtinSqlite } from '@licet/adapters/sqlite';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { SEEDS, exportGraph, importGraph, memoryGraph } from '@licet/epistemic';

import { keptFile } from '../../packages/cli/src/peers/keptPeers.ts';
import { writeSignedGraph } from '../../packages/cli/src/peers/signedGraph.ts';
import { publicKeyText } from '../../packages/cli/src/signing/ed25519.ts';
import { concepts } from './grounding/concepts.ts';

const [ROUNDS, OF_PEER, OF_GRAPH] = [15, 1_000, 1_000].map((usual, at) => Number(process.argv[2 + at] ?? usual));
const bundle = fileURLToPath(new URL('../../packages/cli/dist/licet.cjs', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'licet-bench-'));
process.env['HOME'] = home;

async function keepPeer(): Promise<string> {
  const graph = memoryGraph();
  graph.write([...concepts(OF_PEER!)]);
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = publicKeyText(privateKey);
  mkdirSync(dirname(keptFile(key)), { recursive: true });
  writeFileSync(keptFile(key), writeSignedGraph({ graph: await exportGraph(graph), peers: {}, takenAt: Date.now() }, privateKey));
  return key;
}

async function projectOf(name: string, keys: readonly string[]): Promise<string> {
  const folder = join(home, name);
  mkdirSync(join(folder, '.licet'), { recursive: true });
  const peers = keys.map((key, at) => `p${at}: { path: none.json, key: '${key}' }`).join(', ');
  const graph = `{ store: sqlite${keys.length === 0 ? '' : `, peers: { ${peers} }`} }`;
  writeFileSync(
    join(folder, 'governance.yaml'),
    `version: 1\ndefault: pass\ngraphs: { main: ${graph} }\npolicy:\n  all:\n    - floor: {}\n    - grounded: { graph: main }\n`,
  );
  const file = sqliteGraph(join(folder, '.licet', 'concepts.db'), { open: builtinSqlite });
  await importGraph(file, SEEDS.filesystem, { now: 0 });
  file.write([...concepts(OF_GRAPH!)]);
  if (keys.length > 0)
    await importGraph(file, { version: 1, primitives: [{ name: 'p0:concept 1', depths: [{ level: 'D0' }] }] }, { now: 0 });
  file.close();
  return folder;
}

const keys = [await keepPeer(), await keepPeer(), await keepPeer()];
const folders = { alone: await projectOf('alone', []), 'three peers': await projectOf('peers', keys) };
const times = new Map(Object.keys(folders).map(name => [name, [] as number[]]));

function run(folder: string): number {
  const event = { hook_event_name: 'PreToolUse', session_id: 'bench', cwd: folder, tool_use_id: 'toolu_bench' };
  const input = JSON.stringify({ ...event, tool_name: 'Read', tool_input: { file_path: join(folder, 'a.ts') } });
  const args = [bundle, 'hook', 'claude-code', '--policy', join(folder, 'governance.yaml')];
  const startedAt = performance.now();
  const { stdout, status } = spawnSync(process.execPath, args, { input, cwd: folder, encoding: 'utf8' });
  const took = performance.now() - startedAt;
  if (status !== 0 || stdout.includes('"deny"')) throw new Error(`the hook did not pass: ${stdout}`);
  return took;
}

for (let round = -2; round < ROUNDS!; round++)
  for (const [name, folder] of Object.entries(folders).toSorted(() => Math.random() - 0.5)) {
    const took = run(folder);
    if (round >= 0) times.get(name)?.push(took);
  }

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const base = median(times.get('alone')!);
for (const [name, found] of times)
  console.log(`${name.padEnd(14)}${median(found).toFixed(1).padStart(8)} ms${(median(found) / base).toFixed(2).padStart(7)}x`);
rmSync(home, { recursive: true, force: true });
