/**
 * Times the hook process under a policy that grounds against `node -e 0`: fresh processes, all variants interleaved in a
 * new random order each round; only ratios within one run mean anything. Build first. Run:
 * `node --conditions=@licet/source test/bench/groundedHook.ts [rounds] [another licet.cjs to compare with]`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { GraphChange, RelatumInput } from '@licet/epistemic';
import { SEEDS, definePrimitive, importGraph } from '@licet/epistemic';
import { builtinSqlite } from '@licet/adapters/sqlite';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';

const ROUNDS = Number(process.argv[2] ?? 21);
const WARM_UP = 3;
const COUNT = 100_000;
const bundle = fileURLToPath(new URL('../../packages/cli/dist/licet.cjs', import.meta.url));
const other = process.argv[3];
const { NODE_EXTRA_CA_CERTS: _ca, ...env } = process.env;
const FLOOR = '    - floor: {}\n    - self_protection: {}\n    - file_boundary: { allow: ["**"] }\n    - bash_safety: {}\n';
const NODES = '    - grounded: { graph: main }\n    - edge_policies: { graph: main }\n';

/** Concepts that no action here is about, ten edges each, three of them transitive and to concepts before them. */
function* others(): Generator<GraphChange> {
  for (let at = 0; at < COUNT; at += 1) {
    const start = at - (at % 128);
    const targets = new Set(
      Array.from({ length: 10 }, (_, edge) =>
        edge < 3 && at > start ? start + ((at * 31 + edge * 7) % (at - start)) : (at * 7919 + edge * 104_729) % COUNT,
      ),
    );
    const relata = [...targets].map((target, edge): RelatumInput => {
      const relation = target >= start && target < at ? 'REQUIRES' : edge % 2 === 0 ? 'INCLUDES' : 'APPLIES_TO';
      return { relation, targetId: `c${target}`, targetDepth: 1 };
    });
    const depths = [0, 1].map(level => ({
      level: level as 0,
      properties: level === 0 ? {} : { is: `number ${at}` },
      relata: level === 1 ? relata : [],
    }));
    yield { type: 'put', primitive: definePrimitive({ id: `c${at}`, name: `concept ${at}`, depths }) };
  }
}

const root = mkdtempSync(join(tmpdir(), 'licet-bench-'));

async function projectOf(name: string, policy: string, isLarge = false): Promise<string> {
  const folder = join(root, name);
  mkdirSync(join(folder, '.licet'), { recursive: true });
  writeFileSync(join(folder, 'governance.yaml'), policy);
  if (!isLarge) return folder;
  const graph = sqliteGraph(join(folder, '.licet', 'concepts.db'), { open: builtinSqlite });
  await importGraph(graph, SEEDS.filesystem, { now: 0 });
  graph.write([...others()]);
  graph.close();
  return folder;
}

const plain = await projectOf('plain', `version: 1\ndefault: pass\npolicy:\n  all:\n${FLOOR}`);
const seeded = await projectOf(
  'seeded',
  `version: 1\ndefault: pass\ngraphs: { main: { store: sqlite, seeds: [filesystem] } }\npolicy:\n  all:\n${FLOOR}${NODES}`,
);
const large = await projectOf(
  'large',
  `version: 1\ndefault: pass\ngraphs: { main: { store: sqlite } }\npolicy:\n  all:\n${FLOOR}${NODES}`,
  true,
);

const read = (folder: string): object => ({ tool_name: 'Read', tool_input: { file_path: join(folder, 'a.ts') } });
const bash = (command: string) => (): object => ({ tool_name: 'Bash', tool_input: { command } });

interface Variant {
  readonly name: string;
  readonly folder?: string;
  readonly call?: (folder: string) => object;
  readonly licet?: string;
}

const variants: readonly Variant[] = [
  { name: 'node -e 0' },
  ...(other === undefined
    ? []
    : [
        { name: 'other: no grounding, Read', folder: plain, call: read, licet: other },
        { name: 'other: no grounding, ls', folder: plain, call: bash('ls -la src'), licet: other },
      ]),
  { name: 'no grounding, Read', folder: plain, call: read },
  { name: 'no grounding, ls', folder: plain, call: bash('ls -la src') },
  { name: 'filesystem seed, Read', folder: seeded, call: read },
  { name: 'filesystem seed, ls', folder: seeded, call: bash('ls -la src') },
  { name: 'filesystem seed, unknown concept', folder: seeded, call: bash('curl -s https://example.com') },
  { name: '100,000 concepts, Read', folder: large, call: read },
  { name: '100,000 concepts, ls', folder: large, call: bash('ls -la src') },
  { name: '100,000 concepts, unknown concept', folder: large, call: bash('curl -s https://example.com') },
];

function run({ folder, call, licet = bundle }: Variant): { readonly ms: number; readonly said: string } {
  const event = { hook_event_name: 'PreToolUse', session_id: 'bench', cwd: folder, tool_use_id: 'toolu_bench' };
  const input = folder === undefined ? '' : JSON.stringify({ ...event, ...call?.(folder) });
  const args = folder === undefined ? ['-e', '0'] : [licet, 'hook', 'claude-code', '--policy', join(folder, 'governance.yaml')];
  const startedAt = process.hrtime.bigint();
  const { stdout, status } = spawnSync(process.execPath, args, { input, cwd: folder ?? root, env, encoding: 'utf8' });
  const ms = Number(process.hrtime.bigint() - startedAt) / 1e6;
  if (status !== 0) throw new Error(`\`${args.join(' ')}\` ended with ${status}`);
  return { ms, said: stdout.includes('"deny"') ? 'deny' : 'pass' };
}

const times = new Map(variants.map(({ name }) => [name, [] as number[]]));
const answers = new Map<string, string>();
for (let round = -WARM_UP; round < ROUNDS; round++) {
  for (const variant of variants.toSorted(() => Math.random() - 0.5)) {
    const { ms, said } = run(variant);
    answers.set(variant.name, said);
    if (round >= 0) times.get(variant.name)?.push(ms);
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const base = median(times.get('node -e 0') ?? []);
console.log(`Node ${process.versions.node}, ${ROUNDS} rounds`);
for (const { name } of variants) {
  const ms = median(times.get(name) ?? []);
  console.log(
    `${name.padEnd(36)}${ms.toFixed(1).padStart(8)} ms${(ms / base).toFixed(2).padStart(7)}   ${answers.get(name) ?? ''}`,
  );
}
rmSync(root, { recursive: true, force: true });
