import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import type { GraphSettings, MaybePromise } from '@licet/core';
import { GovernanceError } from '@licet/core';
import type { ConceptGraph, GraphDocument } from '@licet/epistemic';
import { memoryGraph } from '@licet/epistemic';
import type { SqliteGraph, SqliteGraphOptions } from '@licet/epistemic/sqlite';
import { sqliteGraph } from '@licet/epistemic/sqlite';

import { DEFAULT_GRAPH } from './defaults.ts';
import type { GroundingOptions } from './openGrounding.ts';
import { fillFile, fillFresh, fillMemory } from './fill.ts';
import { readSeeds } from './readSeeds.ts';

/** How long a writer of the file, and a server, is waited for, in milliseconds: less than a guard may take. */
const PATIENCE = { file: 2_000, server: 3_000 };

/**
 * Opens the graph that a policy describes, and fills it with its seeds if it is fresh. A process that may not change
 * anything sees a fresh graph as it would be filled. Throws for a file that is not there and has no seeds, for a variable
 * that is not set, and for whatever the store refuses.
 */
export function openGraph(settings: GraphSettings, { root, writes }: GroundingOptions): MaybePromise<ConceptGraph> {
  const seeds = async (): Promise<readonly GraphDocument[]> => readSeeds(settings.seeds ?? [], root);
  const seeded = (settings.seeds ?? []).length > 0;
  switch (settings.store) {
    case 'memory':
      return seeds().then(documents => fillMemory(memoryGraph(), documents));
    case 'sqlite':
      return openFile(resolve(root, settings.path ?? DEFAULT_GRAPH), { writes, seeded, seeds });
    case 'neo4j':
      return openServer(settings, { writes, seeded, seeds });
  }
}

interface Filling {
  readonly writes: boolean;
  readonly seeded: boolean;
  readonly seeds: () => Promise<readonly GraphDocument[]>;
}

function openFile(file: string, { writes, seeded, seeds }: Filling): MaybePromise<ConceptGraph> {
  if (sizeOf(file) > 0) {
    const graph = fileGraph(file, writes);
    return seeded && graph.snapshot([]).version === '0' ? seeds().then(documents => fillFresh(graph, documents, writes)) : graph;
  }
  if (!seeded)
    throw new GovernanceError(
      'store_unavailable',
      `expected a concept graph in \`${file}\`, found none: fill one with \`licet concepts seed filesystem --store ${file}\`, or name \`seeds\` in the policy`,
    );
  return seeds().then(documents => {
    if (!writes) return fillMemory(memoryGraph(), documents);
    fillFile(file, documents);
    return fileGraph(file, writes);
  });
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Reads without the right to write; the few calls that do write, after an action failed, open the file once more. */
function fileGraph(file: string, writes: boolean): SqliteGraph {
  const options: SqliteGraphOptions = { busyTimeoutMs: PATIENCE.file, driver: 'builtin' };
  const reader = sqliteGraph(file, { ...options, readOnly: true });
  if (!writes) return reader;
  let opened: SqliteGraph | undefined;
  const writer = (): SqliteGraph => (opened ??= sqliteGraph(file, options));
  return {
    ...reader,
    write: (changes, conditions) => writer().write(changes, conditions),
    clear: () => writer().clear(),
    close() {
      reader.close();
      opened?.close();
    },
  };
}

async function openServer(settings: GraphSettings, { writes, seeded, seeds }: Filling): Promise<ConceptGraph> {
  const { user = 'neo4j', passwordEnv = 'NEO4J_PASSWORD', uriEnv, database } = settings;
  const uri = settings.uri ?? variable(uriEnv ?? '', 'the address');
  const password = variable(passwordEnv, 'the password');
  const { neo4jGraph } = await import('@licet/epistemic/neo4j');
  const place = { uri, user, password, ...(database !== undefined && { database }) };
  const graph = neo4jGraph({ ...place, readOnly: !writes, timeoutMs: PATIENCE.server });
  if (!seeded || (await graph.snapshot()).version !== '0') return graph;
  return fillFresh(graph, await seeds(), writes);
}

function variable(name: string, what: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== '') return value;
  throw new GovernanceError(
    'store_unavailable',
    `expected ${what} of the server in the variable \`${name}\`, found none: set it where the agent is started`,
  );
}
