import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { GraphSettings } from '@licet/core';
import type { ConceptGraph } from '@licet/epistemic';
import { EpistemicError, retryConflicts } from '@licet/epistemic';

import { UsageError } from '../exit.ts';
import { DEFAULT_GRAPH } from '../grounding/defaults.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { readPolicy } from '../policy/readPolicy.ts';

/**
 * Opens the graph that `--store` names, works on it and closes it. A `neo4j:` or `bolt:` address is a server, with
 * `NEO4J_USER`, `NEO4J_PASSWORD` and `NEO4J_DATABASE` from the environment; anything else is a SQLite file, which must
 * exist unless the policy of the working folder declares it with seeds. What is wrong with a store or a change is a
 * mistake of the command line, said in one line.
 *
 * A file that nothing was written to, and that the policy declares with seeds, is filled from them first: what a person
 * teaches it must not keep the seeds out.
 */
export async function withGraph<T>(store: string | undefined, work: (graph: ConceptGraph) => Promise<T>): Promise<T> {
  const path = store ?? DEFAULT_GRAPH;
  const isThere = /^\w[\w+.-]*:\/\//.test(path) || isServer(path) || path === ':memory:' || existsSync(path);
  if (!isThere && (await seedsOf(resolve(path))) === undefined) {
    throw new UsageError(
      `there is no concept graph at \`${path}\`: make one with \`licet concepts seed\`, \`add\` or \`import\``,
    );
  }
  return withNewGraph(store, work);
}

/** The same for a command that may make the graph. */
export async function withNewGraph<T>(store: string | undefined, work: (graph: ConceptGraph) => Promise<T>): Promise<T> {
  try {
    const graph = await open(store ?? DEFAULT_GRAPH);
    try {
      return await work(graph);
    } finally {
      await graph.close();
    }
  } catch (error) {
    if (error instanceof EpistemicError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** Makes a change start over from what is there now when another process has changed the graph meanwhile. */
export function retried<T>(change: (graph: ConceptGraph) => Promise<T>): (graph: ConceptGraph) => Promise<T> {
  return async graph => retryConflicts(async () => change(graph));
}

function isServer(store: string): boolean {
  return /^(?:neo4j|bolt)(?:\+s|\+ssc)?:/.test(store);
}

async function open(store: string): Promise<ConceptGraph> {
  if (!isServer(store)) {
    if (/^\w[\w+.-]*:\/\//.test(store))
      throw new UsageError(`expected a file, or an address that begins with \`neo4j://\` or \`bolt://\`, found \`${store}\``);
    const { sqliteGraph } = await import('@licet/epistemic/sqlite');
    if (store === ':memory:') return sqliteGraph(store);
    const graph = sqliteGraph(resolve(store));
    return graph.snapshot([]).version === '0' ? filled(graph, resolve(store)) : graph;
  }
  const { NEO4J_USER: user = 'neo4j', NEO4J_PASSWORD: password, NEO4J_DATABASE: database } = process.env;
  if (password === undefined) throw new UsageError('a Neo4j store needs `NEO4J_PASSWORD` in the environment');
  const { neo4jGraph } = await import('@licet/epistemic/neo4j');
  return neo4jGraph({ uri: store, user, password, ...(database !== undefined && { database }) });
}

async function filled(graph: ConceptGraph, file: string): Promise<ConceptGraph> {
  const found = await seedsOf(file);
  if (found === undefined) return graph;
  const { fillFresh } = await import('../grounding/makeGraph.ts');
  return fillFresh(() => graph, found.seeds, { root: found.root, writes: true });
}

async function seedsOf(file: string): Promise<{ readonly seeds: readonly string[]; readonly root: string } | undefined> {
  try {
    const policy = findPolicy(undefined, process.cwd());
    const root = dirname(policy);
    const { settings } = (await readPolicy(policy, false)).compiled;
    const isIt = ({ store, path }: GraphSettings): boolean => store === 'sqlite' && resolve(root, path ?? DEFAULT_GRAPH) === file;
    const seeds = Object.values(settings.graphs ?? {}).find(isIt)?.seeds ?? [];
    return seeds.length === 0 ? undefined : { seeds, root };
  } catch {
    // Concepts are kept without a policy too, and a policy that does not load is for `licet validate` to tell.
    return undefined;
  }
}
