import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConceptGraph } from '@licet/epistemic';
import { SEEDS, importGraph, memoryGraph } from '@licet/epistemic';
import { betterSqlite, builtinSqlite } from '@licet/adapters/sqlite';
import type { OpenDriver } from '@licet/adapters/sqlite';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';

/** A graph for one test, released when the test ends. */
export interface OpenGraph extends AsyncDisposable {
  readonly graph: ConceptGraph;
}

/** A way to get an empty graph of one kind. */
export interface Store {
  readonly name: string;
  /** Of the lists of cases that every store takes it gets one in so many; by default each. */
  readonly every?: number;
  open(): Promise<OpenGraph>;
}

/** The cases that a store takes. */
export function casesFor<T>({ every = 1 }: Store, all: readonly T[]): readonly T[] {
  return all.filter((_, index) => index % every === 0);
}

/** A folder that is gone when the test ends. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'licet-epistemic-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

async function openSqlite(loadAfter: number, open: OpenDriver = betterSqlite): Promise<OpenGraph> {
  const folder = temporaryFolder();
  const graph = sqliteGraph(join(folder.path, 'graph.db'), { loadAfter, open });
  const dispose = async (): Promise<void> => {
    graph.close();
    folder[Symbol.dispose]();
  };
  return { graph, [Symbol.asyncDispose]: dispose };
}

/** Every store that needs no server; SQLite loaded whole, asked directly, and through the driver inside Node. */
export const STORES: readonly Store[] = [
  {
    name: 'memory',
    open: async () => {
      const graph = memoryGraph();
      return { graph, [Symbol.asyncDispose]: async () => graph.close() };
    },
  },
  { name: 'sqlite, loaded', open: async () => openSqlite(0) },
  { name: 'sqlite, direct', open: async () => openSqlite(Number.POSITIVE_INFINITY) },
  { name: 'sqlite inside Node', open: async () => openSqlite(2, builtinSqlite) },
];

/** A graph in memory with what a seed knows. */
export async function seeded(seed: 'filesystem' | 'gaps' = 'filesystem'): Promise<ReturnType<typeof memoryGraph>> {
  const graph = memoryGraph();
  await importGraph(graph, SEEDS[seed], { now: 0 });
  return graph;
}
