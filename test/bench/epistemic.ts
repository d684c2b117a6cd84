/**
 * Grounding on 100,000 primitives and 1,000,000 relata: load time, memory, and the time of one query that visits about
 * 60 concepts, per store. Run: `node --expose-gc --conditions @licet/source test/bench/epistemic.ts [--primitives 100000]`.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ConceptGraph, GraphChange, GraphSnapshot, RelationType, RelatumInput } from '@licet/epistemic';
import { definePrimitive, ground, groundIn } from '@licet/epistemic';
import { sqliteGraph } from '@licet/epistemic/sqlite';

const { values } = parseArgs({ options: { primitives: { type: 'string', default: '100000' } } });
const COUNT = Number(values.primitives);
const BLOCK = 128;

/** Deterministic numbers: xorshift32. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const TRANSITIVE: readonly RelationType[] = ['REQUIRES', 'CONSTRAINED_BY', 'DEPENDS_ON'];

/** Blocks of 128 concepts whose transitive edges lead to earlier ones of the block; the other edges lead anywhere. */
function* changes(): Generator<GraphChange> {
  const random = numbers(42);
  for (let at = 0; at < COUNT; at += 1) {
    const start = at - (at % BLOCK);
    const below = at - start;
    const seen = new Set<string>();
    const relata: RelatumInput[] = [];
    for (let edge = 0; edge < 10; edge += 1) {
      const isTransitive = edge < 3 && below > 0;
      const target = isTransitive ? start + Math.floor(random() * below) : Math.floor(random() * COUNT);
      const relation = isTransitive ? TRANSITIVE[edge]! : edge % 2 === 0 ? 'INCLUDES' : 'APPLIES_TO';
      const key = `${relation}/${target}`;
      if (seen.has(key) || (!isTransitive && target === at)) continue;
      seen.add(key);
      relata.push({ relation, targetId: `c${target}`, targetDepth: 1 });
    }
    const depths = [0, 1, 2].map(level => ({
      level: level as 0,
      properties: level === 0 ? {} : { is: `what is known of concept ${at} at D${level}` },
      relata: level === 1 ? relata : [],
    }));
    yield { type: 'put', primitive: definePrimitive({ id: `c${at}`, name: `concept ${at}`, depths }) };
  }
}

function fill(graph: ReturnType<typeof sqliteGraph>): void {
  graph.write([...changes()]);
}

function percentiles(label: string, act: (at: number) => unknown, count: number): void {
  for (let at = 0; at < Math.min(count, 2_000); at += 1) act(at);
  const times = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const started = process.hrtime.bigint();
    act(at);
    times[at] = Number(process.hrtime.bigint() - started) / 1_000;
  }
  times.sort();
  const p = (share: number): string => times[Math.floor(count * share)]!.toFixed(1);
  console.log(`${label.padEnd(52)} p50 ${p(0.5).padStart(8)} us   p99 ${p(0.99).padStart(8)} us`);
}

/** A root near the top of a block: it sees about 60 concepts. */
function rootOf(at: number): string[] {
  const block = (at * 7919) % Math.floor(COUNT / BLOCK);
  return [`concept ${block * BLOCK + 100}`];
}

function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss / 2 ** 20;
}

const folder = mkdtempSync(join(tmpdir(), 'licet-bench-'));
const path = join(folder, 'graph.db');
let started = performance.now();
const writer = sqliteGraph(path);
fill(writer);
writer.close();
console.log(
  `node ${process.version}; ${COUNT} primitives; file ${(statSync(path).size / 2 ** 20).toFixed(0)} MB, written in ${((performance.now() - started) / 1_000).toFixed(1)} s`,
);

const before = memory();
const graph = sqliteGraph(path, { loadAfter: 0 });
started = performance.now();
const snapshot: GraphSnapshot = graph.snapshot();
console.log(
  `loaded ${snapshot.size} primitives, ${snapshot.edgeTarget.length} relata in ${(performance.now() - started).toFixed(0)} ms, +${(memory() - before).toFixed(0)} MB RSS`,
);
console.log(
  `a query visits ${groundIn(snapshot, rootOf(1), { reachability: 'component' }).trace.primitives.length} concepts, ${groundIn(snapshot, rootOf(1)).trace.pathway.length} edges`,
);

percentiles('ground, snapshot in hand', at => groundIn(snapshot, rootOf(at), { reachability: 'component' }).grounded, 20_000);
percentiles(
  'ground, SQLite loaded, with the version probe',
  at => ground(graph, rootOf(at), { reachability: 'component' }),
  20_000,
);
const owned: ConceptGraph = sqliteGraph(path, { loadAfter: 0, owned: true });
percentiles('ground, SQLite loaded, owned', at => ground(owned, rootOf(at), { reachability: 'component' }), 20_000);
const direct = sqliteGraph(path, { loadAfter: Number.POSITIVE_INFINITY });
percentiles('ground, SQLite directly, three statements', at => ground(direct, rootOf(at), { reachability: 'component' }), 2_000);

interface Plain {
  prepare(sql: string): { pluck(): { all(...values: unknown[]): unknown[] } };
}
const Database = createRequire(import.meta.url)('better-sqlite3') as new (file: string) => Plain;
const recursive = new Database(path)
  .prepare(
    `WITH RECURSIVE closure (key) AS (
       SELECT key FROM concept_primitives WHERE folded = ?
       UNION SELECT r.target FROM closure c JOIN concept_relata r ON r.source = c.key WHERE (r.info & 512) <> 0
     ) SELECT p.mask FROM closure c JOIN concept_primitives p ON p.key = c.key`,
  )
  .pluck();
percentiles('closure alone, one recursive statement', at => recursive.all(rootOf(at)[0]), 2_000);
for (const each of [graph, owned, direct]) void each.close();
rmSync(folder, { recursive: true });
