import { resolve } from 'node:path';

import type { ConceptGraph } from '@licet/epistemic';
import { EpistemicError } from '@licet/epistemic';

import { UsageError } from '../exit.ts';

/** Where concepts live unless `--store` says otherwise, from the working folder. */
export const DEFAULT_STORE = '.licet/concepts.db';

/**
 * Opens the graph that `--store` names, works on it and closes it. A `neo4j:` or `bolt:` address is a server, with
 * `NEO4J_USER`, `NEO4J_PASSWORD` and `NEO4J_DATABASE` from the environment; anything else is a SQLite file. What is
 * wrong with a store or a change is a mistake of the command line, said in one line.
 */
export async function withGraph<T>(store: string | undefined, work: (graph: ConceptGraph) => Promise<T>): Promise<T> {
  try {
    const graph = await open(store ?? DEFAULT_STORE);
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

async function open(store: string): Promise<ConceptGraph> {
  if (!/^(?:neo4j|bolt)(?:\+s|\+ssc)?:/.test(store)) {
    const { sqliteGraph } = await import('@licet/epistemic/sqlite');
    return sqliteGraph(store === ':memory:' ? store : resolve(store));
  }
  const { NEO4J_USER: user = 'neo4j', NEO4J_PASSWORD: password, NEO4J_DATABASE: database } = process.env;
  if (password === undefined) throw new UsageError('a Neo4j store needs `NEO4J_PASSWORD` in the environment');
  const { neo4jGraph } = await import('@licet/epistemic/neo4j');
  return neo4jGraph({ uri: store, user, password, ...(database !== undefined && { database }) });
}
