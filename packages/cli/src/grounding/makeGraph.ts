import { linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { GovernanceError } from '@licet/core';
import type { GraphSettings } from '@licet/core/policy';
import { memoryGraph, SEEDS } from '@licet/epistemic';
import type { ConceptGraph, GraphChange, GraphDocument, GraphSnapshot, MemoryGraph, SeedName } from '@licet/epistemic';
import { confirmedAt } from '@licet/epistemic/store';
import { exportSnapshot, prepareImport, readGraphDocument } from '@licet/epistemic/exchange';

export { joinedGraph } from '../peers/joinedGraph.ts';
export { proposeTo } from './proposeTo.ts';
import { fileOptions, graphPlace, hasContent, PATIENCE } from './graphPlace.ts';
import type { GroundingOptions, RequireFile } from './groundingOptions.ts';

/** Opens a graph that is no file: in memory, or on a server. */
export async function makeGraph(settings: GraphSettings, options: GroundingOptions): Promise<ConceptGraph> {
  const { seeds = [] } = settings;
  if (graphPlace(settings, options.root).lies === 'in memory') return seeded(seeds, options);
  const graph = await serverGraph(settings, options);
  if (seeds.length === 0) return graph;
  let used: ConceptGraph | undefined;
  try {
    used = (await isFresh(graph, options)) ? await fillFresh(() => graph, seeds, options) : graph;
    return used;
  } finally {
    // A connection that is not closed would keep the process from ending.
    if (used !== graph) await graph.close();
  }
}

/** Whether nothing was ever written to a server. A process that may not write makes no graph there, and finds none. */
async function isFresh(graph: ConceptGraph, { writes }: GroundingOptions): Promise<boolean> {
  try {
    return (await graph.snapshot()).version === '0';
  } catch (error) {
    if (!writes && (error as { readonly code?: unknown }).code === 'graph_missing') return true;
    throw error;
  }
}

/**
 * Makes a filled file where there is none. It appears whole or not at all: a process that looks meanwhile sees no file,
 * and of several that fill at once the first one counts. A process that may not write gets a graph in its place.
 */
export async function makeFile(
  file: string,
  seeds: readonly string[],
  options: GroundingOptions,
): Promise<ConceptGraph | undefined> {
  const filling = await seeded(seeds, options);
  if (!options.writes) return filling;
  const part = `${file}.${process.pid}.part`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    const graph = sqliteGraph(part, fileOptions(options));
    try {
      graph.write(changesFor(graph.snapshot(), exportSnapshot(filling.snapshot())));
    } finally {
      graph.close();
    }
    return putInPlace(part, file) ? undefined : await fillFresh(() => sqliteGraph(file, fileOptions(options)), seeds, options);
  } finally {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${part}${ending}`, { force: true });
  }
}

/** False where there is an empty file in the way, and on a file system that knows no second names for a file. */
function putInPlace(part: string, file: string): boolean {
  try {
    linkSync(part, file);
    return true;
  } catch {
    return hasContent(file);
  }
}

/** Fills an empty graph in one write. If another process was faster, its content stays. */
export async function fillFresh(
  open: () => ConceptGraph,
  seeds: readonly string[],
  options: GroundingOptions,
): Promise<ConceptGraph> {
  const filling = await seeded(seeds, options);
  if (!options.writes) return filling;
  const graph = open();
  const fresh = await graph.snapshot();
  const changes = changesFor(fresh, exportSnapshot(filling.snapshot()));
  try {
    await graph.write(changes, { ifVersion: '0' });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'version_conflict') throw error;
  }
  return graph;
}

/** Puts seeds into a graph in memory, in order: a later one adds to the concepts of an earlier one, and has the last word. */
async function seeded(seeds: readonly string[], options: GroundingOptions): Promise<MemoryGraph> {
  const graph = memoryGraph();
  for (const document of await readSeeds(seeds, options)) graph.write(changesFor(graph.snapshot(), document));
  if (options.fades !== true) return graph;
  const filled = graph.snapshot();
  const now = Date.now();
  graph.write(filled.ids.map((_, index) => ({ type: 'put', primitive: confirmedAt(filled.primitive(index), now) })));
  return graph;
}

function changesFor(snapshot: GraphSnapshot, document: GraphDocument): GraphChange[] {
  return prepareImport(snapshot, document, { now: Date.now(), mode: 'update' }).changes;
}

async function serverGraph(settings: GraphSettings, { writes }: GroundingOptions): Promise<ConceptGraph> {
  const { user = 'neo4j', passwordEnv = 'NEO4J_PASSWORD', uriEnv, database } = settings;
  const uri = settings.uri ?? variable(uriEnv ?? '', 'the address');
  const password = variable(passwordEnv, 'the password');
  const { neo4jGraph } = await import('@licet/adapters/neo4j');
  const place = { uri, user, password, ...(database !== undefined && { database }) };
  return neo4jGraph({ ...place, readOnly: !writes, timeoutMs: PATIENCE.server });
}

function variable(name: string, what: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== '') return value;
  throw new GovernanceError(
    'store_unavailable',
    `expected ${what} of the server in the variable \`${name}\`, found none: set it where the agent is started`,
  );
}

/**
 * Reads what a fresh graph starts from: a graph that comes with Licet, by name, else a document in a file, relative to
 * the policy's folder. Throws for a file that cannot be read and for what is no graph document.
 */
async function readSeeds(
  names: readonly string[],
  { root, requireFile }: Pick<GroundingOptions, 'root' | 'requireFile'>,
): Promise<readonly GraphDocument[]> {
  const documents: GraphDocument[] = [];
  for (const name of names)
    documents.push(Object.hasOwn(SEEDS, name) ? SEEDS[name as SeedName] : await readSeed(resolve(root, name), requireFile));
  return documents;
}

async function readSeed(file: string, requireFile: RequireFile = () => undefined): Promise<GraphDocument> {
  requireFile(file, false);
  const text = readText(file);
  if (file.endsWith('.json')) return readGraphDocument(parsed(text, file));
  const { readGraphYaml } = await import('../policy/compile.ts');
  return readGraphYaml(text);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const message = `expected a seed (${Object.keys(SEEDS).join(', ')}) or a file, found nothing that can be read at \`${file}\``;
    throw new GovernanceError('store_unavailable', message, { cause });
  }
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new GovernanceError('store_unavailable', `expected JSON in the seed \`${file}\`, found something else`, { cause });
  }
}
