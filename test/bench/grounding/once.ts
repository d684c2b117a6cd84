import { writeSync } from 'node:fs';
import { ground } from '@licet/epistemic';
import { builtinSqlite } from '@licet/adapters/sqlite';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { walkEdgeFile } from './edgeFile.ts';

/** What a process that lives for one call does to ground one concept. Bundled and started by `processes.ts`. */
const [what, folder = '', concept = ''] = process.argv.slice(2);
const database = `${folder}/graph.db`;
const open = (loadAfter: number) => sqliteGraph(database, { open: builtinSqlite, readOnly: true, loadAfter });
const asked = { reachability: 'component' } as const;

async function run(): Promise<void> {
  if (what === 'probe') open(64).snapshot([]);
  else if (what === 'sql') expectGaps((await ground(open(64), [concept], asked)).gaps.length, 0);
  else if (what === 'unknown') expectGaps((await ground(open(64), [`no${concept}`], asked)).gaps.length, 1);
  else if (what === 'whole') expectGaps((await ground(open(0), [concept], asked)).gaps.length, 0);
  else if (what === 'file' || what === 'checked file') {
    const version = Number(open(64).snapshot([]).version);
    walkEdgeFile(`${folder}/graph.edges`, concept, version, what === 'checked file');
  }
}

function expectGaps(found: number, wanted: number): void {
  if (found !== wanted) throw new Error(`expected ${wanted} gaps, found ${found}`);
}

void run().then(() => {
  const { user, system } = process.cpuUsage();
  writeSync(1, String(user + system));
});
