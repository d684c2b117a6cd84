/**
 * Grounding on 100,000 concepts and 1,000,000 edges: load time, memory, and one query that visits about 60 concepts, on a
 * loaded snapshot, straight from SQLite, in a process that lives for one call, and beside a recursive SQL statement and
 * a Cypher round trip. Only ratios within one run mean anything. `node --expose-gc --conditions=@licet/source
 * test/bench/epistemic.ts [--concepts 100000] [--rounds 11] [--keep folder]`
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ground, groundIn } from '@licet/epistemic';
import { betterSqlite, builtinSqlite } from '@licet/adapters/sqlite';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { concepts, questions } from './grounding/concepts.ts';
import { writeEdgeFile } from './grounding/edgeFile.ts';
import { compareMemory } from './grounding/memory.ts';
import { compareNeo4j } from './grounding/neo4j.ts';
import { timeProcesses } from './grounding/processes.ts';
import { HEAD, line, timesOf } from './grounding/timing.ts';

const { values } = parseArgs({
  options: {
    concepts: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '11' },
    keep: { type: 'string' },
  },
});
const COUNT = Number(values.concepts);
/** The flag of a packed edge that pulls its target in. */
const TRANSITIVE = 512;
const component = { reachability: 'component' } as const;
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'licet-bench-'));
mkdirSync(folder, { recursive: true });
const path = join(folder, 'graph.db');
const names = questions(COUNT);
const ask = (at: number): string[] => [names[at % names.length]!];

function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss / 2 ** 20;
}

function make(): void {
  const started = performance.now();
  const graph = sqliteGraph(path);
  graph.write([...concepts(COUNT)]);
  graph.close();
  console.log(`written in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}

if (!existsSync(path)) make();
console.log(`node ${process.version}; ${COUNT} concepts; file ${(statSync(path).size / 2 ** 20).toFixed(0)} MB`);

const before = memory();
const loaded = sqliteGraph(path, { loadAfter: 0 });
const started = performance.now();
const snapshot = loaded.snapshot();
const took = performance.now() - started;
console.log(
  `loaded ${snapshot.size} concepts, ${snapshot.edgeTarget.length} edges in ${took.toFixed(0)} ms, +${(memory() - before).toFixed(0)} MB`,
);

/** The floor: the closure alone, over the arrays of the snapshot. Returns how many concepts it has. */
function walk(name: string): number {
  const found = [snapshot.byName.get(name)!];
  const seen = new Set(found);
  for (const node of found) {
    const end = snapshot.edgeStart[node + 1]!;
    for (let slot = snapshot.edgeStart[node]!; slot < end; slot += 1) {
      const target = snapshot.edgeTarget[slot]!;
      if ((snapshot.edgeInfo[slot]! & TRANSITIVE) === 0) continue;
      if (!seen.has(target)) found.push(target);
      seen.add(target);
    }
  }
  return found.length;
}

const mean = names.reduce((sum, name) => sum + walk(name), 0) / names.length;
console.log(`${names.length} questions, ${mean.toFixed(1)} concepts visited on average\n\n${HEAD}`);

interface Plain {
  prepare(sql: string): { pluck(): { all(...values: unknown[]): unknown[] } };
}
const Database = createRequire(import.meta.url)('better-sqlite3') as new (file: string) => Plain;
const recursive = new Database(path)
  .prepare(
    `WITH RECURSIVE closure (key) AS (
       SELECT key FROM concept_primitives WHERE folded = ?
       UNION SELECT r.target FROM closure c JOIN concept_relata r ON r.source = c.key WHERE (r.info & ${TRANSITIVE}) <> 0
     ) SELECT p.mask FROM closure c JOIN concept_primitives p ON p.key = c.key`,
  )
  .pluck();

const base = await timesOf(at => recursive.all(ask(at)[0]), 3_000);
console.log(line('the closure alone, one recursive SQL statement', base, base));
console.log(line('the closure alone, in memory', await timesOf(at => walk(ask(at)[0]!), 20_000), base));

// A snapshot remembers what it was asked; a copy of it does not.
let fresh = snapshot;
const first = (at: number): boolean => {
  if (at % names.length === 0) fresh = { ...snapshot };
  return groundIn(fresh, ask(at), component).grounded;
};
console.log(line('ground, loaded snapshot, asked for the first time', await timesOf(first, 20_000), base));
console.log(
  line('ground, loaded snapshot, asked before', await timesOf(at => groundIn(snapshot, ask(at), component), 20_000), base),
);
console.log(line('the same with the version probe', await timesOf(at => ground(loaded, ask(at), component), 20_000), base));
for (const [driver, open] of Object.entries({ 'better-sqlite3': betterSqlite, builtin: builtinSqlite })) {
  const direct = sqliteGraph(path, { loadAfter: Number.POSITIVE_INFINITY, open });
  const times = await timesOf(at => ground(direct, ask(at), component), 3_000);
  console.log(line(`ground, straight from SQLite by level, ${driver}`, times, base));
  direct.close();
}

await compareMemory(path, names, snapshot);
writeEdgeFile(join(folder, 'graph.edges'), snapshot);
await timeProcesses(folder, names[0]!, Number(values.rounds));
await compareNeo4j();
loaded.close();
if (values.keep === undefined) rmSync(folder, { recursive: true });
