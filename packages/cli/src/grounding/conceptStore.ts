import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

import type { GraphSettings } from '@licet/core/policy';
import type { ConceptGraph } from '@licet/epistemic';
import type { ConceptProgram } from '@licet/epistemic/commands';
import { EpistemicError, writeInTurn } from '@licet/epistemic';

import { loadGraphs } from './loadGrounding.ts';
import { UsageError } from '@licet/core/command';
import { PolicyError } from '../exit.ts';
import { DEFAULT_GRAPH, graphPlace } from './graphPlace.ts';
import { joinPeers, remembering } from './openGraph.ts';
import { requireHuman, systemUser } from '../human.ts';
import { peerProgram } from '../peers/peerProgram.ts';
import { nearestPolicy } from '../policy/readPolicy.ts';
import { readNamedFile } from '../text/inputFile.ts';
import { printDrawing } from '../text/picture.ts';

/** Where a graph is kept, and what a fresh one is filled from. */
interface Place {
  /** A file, or the address of a server. */
  readonly store: string;
  /** The graph as the policy declares it, where it is on a server. */
  readonly declared?: GraphSettings;
  readonly seeds: readonly string[];
  /** How its knowledge fades, as the policy declares it. */
  readonly memory?: GraphSettings['memory'];
  /** The peers that the policy declares for it. */
  readonly peers?: GraphSettings['peers'] | undefined;
  /** The folder that seeds and files are named from; absolute. */
  readonly root: string;
}

/**
 * Opens a graph, works on it and closes it. `--store` names a graph of the policy's `graphs`, a SQLite file, or a server
 * by a `neo4j:` or `bolt:` address, with `NEO4J_USER`, `NEO4J_PASSWORD` and `NEO4J_DATABASE` from the environment.
 * Without it the graph is the one that the policy declares, and `.licet/concepts.db` where it declares none or there is
 * no policy. A file must exist unless the policy declares it with seeds. What is wrong with a store or a change is a
 * mistake of the command line, said in one line.
 *
 * A file that nothing was written to, and that the policy declares with seeds, is filled from them first: what a person
 * teaches it must not keep the seeds out.
 */
async function withGraph<T>(store: string | undefined, work: (graph: ConceptGraph) => Promise<T>): Promise<T> {
  return workOn(await existingPlace(store), work);
}

/** The same, for a command that only reads: the graph with the peers that the policy declares for it. */
async function withKnowledge<T>(store: string | undefined, work: (graph: ConceptGraph) => Promise<T>): Promise<T> {
  const place = await existingPlace(store);
  return workOn(place, async graph => work(await joinPeers(graph, place)));
}

async function existingPlace(store: string | undefined): Promise<Place> {
  const place = await placeOf(store);
  const isThere = isAddress(place.store) || place.store === ':memory:' || existsSync(place.store);
  if (!isThere && place.seeds.length === 0) {
    throw new UsageError(
      `there is no concept graph at \`${shown(place)}\`: make one with \`licet concepts seed\`, \`add\` or \`import\``,
    );
  }
  return place;
}

/** The same for a command that may make the graph. */
async function withNewGraph<T>(store: string | undefined, work: (graph: ConceptGraph) => Promise<T>): Promise<T> {
  return workOn(await placeOf(store), work);
}

async function workOn<T>(place: Place, work: (graph: ConceptGraph) => Promise<T>): Promise<T> {
  try {
    const graph = remembering(await open(place), place);
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

/** Works on a graph that is there, and starts over from what is there now when another process has changed it meanwhile. */
async function changeGraph<T>(store: string | undefined, change: (graph: ConceptGraph) => Promise<T>): Promise<T> {
  return withGraph(store, async graph => writeInTurn(graph, async () => change(graph)));
}

/** The same for a command that may make the graph. */
async function changeNewGraph<T>(store: string | undefined, change: (graph: ConceptGraph) => Promise<T>): Promise<T> {
  return withNewGraph(store, async graph => writeInTurn(graph, async () => change(graph)));
}

function isServer(store: string): boolean {
  return /^(?:neo4j|bolt)(?:\+s|\+ssc)?:/.test(store);
}

/** True for anything that looks like an address, also one that no store has. */
function isAddress(store: string): boolean {
  return isServer(store) || /^\w[\w+.-]*:\/\//.test(store);
}

async function open(place: Place): Promise<ConceptGraph> {
  const { store, declared } = place;
  const seeding = { root: place.root, writes: true, fades: place.memory !== undefined };
  if (declared !== undefined) return (await loadGraphs()).makeGraph(declared, seeding);
  if (isServer(store)) return openServer(store);
  if (isAddress(store))
    throw new UsageError(`expected a file, or an address that begins with \`neo4j://\` or \`bolt://\`, found \`${store}\``);
  const { sqliteGraph } = await import('@licet/adapters/sqlite/graph');
  const graph = sqliteGraph(store);
  if (store === ':memory:' || place.seeds.length === 0 || graph.snapshot([]).version !== '0') return graph;
  const { fillFresh } = await loadGraphs();
  return fillFresh(() => graph, place.seeds, seeding);
}

async function openServer(uri: string): Promise<ConceptGraph> {
  const { neo4jGraph } = await import('@licet/adapters/neo4j');
  return neo4jGraph(serverPlace(uri, process.env));
}

/** How a server is reached: `NEO4J_USER`, `NEO4J_PASSWORD` and `NEO4J_DATABASE` beside its address. */
function serverPlace(
  uri: string,
  { NEO4J_USER: user = 'neo4j', NEO4J_PASSWORD: password, NEO4J_DATABASE: database }: NodeJS.ProcessEnv,
): { readonly uri: string; readonly user: string; readonly password: string; readonly database?: string } {
  if (!isServer(uri)) throw new UsageError(`expected an address that begins with \`neo4j://\` or \`bolt://\`, found \`${uri}\``);
  if (password === undefined) throw new UsageError('a Neo4j store needs `NEO4J_PASSWORD` in the environment');
  return { uri, user, password, ...(database !== undefined && { database }) };
}

async function placeOf(store: string | undefined): Promise<Place> {
  const here = process.cwd();
  if (store !== undefined && (isAddress(store) || store === ':memory:')) return { store, seeds: [], root: here };
  const { graphs, root } = await declaredGraphs(store === undefined);
  const names = Object.keys(graphs);
  if (store === undefined && names.length > 1) {
    throw new UsageError(`the policy declares several graphs: choose one with \`--store\`: ${names.join(', ')}`);
  }
  const name = store ?? names[0];
  if (name !== undefined && Object.hasOwn(graphs, name) && (store === undefined || !existsSync(resolve(here, store))))
    return declaredPlace(name, graphs[name]!, root);
  const file = resolve(here, store ?? DEFAULT_GRAPH);
  const own = Object.values(graphs).find(each => {
    const place = graphPlace(each, root);
    return place.lies === 'in a file' && place.file === file;
  });
  return { store: file, seeds: own?.seeds ?? [], peers: own?.peers, root, ...memoryOf(own) };
}

function declaredPlace(name: string, declared: GraphSettings, root: string): Place {
  const { seeds = [], peers } = declared;
  const place = graphPlace(declared, root);
  if (place.lies === 'in memory') {
    throw new UsageError(`the graph \`${name}\` is kept in memory and created each time: change its seeds, or give it a store`);
  }
  const more = { seeds, peers, root, ...memoryOf(declared) };
  return place.lies === 'in a file' ? { store: place.file, ...more } : { store: place.named, declared, ...more };
}

const memoryOf = (declared: GraphSettings | undefined): Pick<Place, 'memory'> =>
  declared?.memory === undefined ? {} : { memory: declared.memory };

/**
 * The graphs of the policy of the working folder. Concepts are kept without a policy too. One that does not load is for
 * `licet validate` to tell, unless it alone says which graph is meant.
 */
async function declaredGraphs(
  isNeeded: boolean,
): Promise<{ readonly graphs: Readonly<Record<string, GraphSettings>>; readonly root: string }> {
  const none = { graphs: {}, root: process.cwd() };
  try {
    const { kept, file } = await nearestPolicy(undefined);
    const root = dirname(file);
    return { graphs: kept.compiled.settings.graphs ?? {}, root };
  } catch (cause) {
    if (!isNeeded || (cause instanceof PolicyError && cause.code === 'policy_not_found')) return none;
    const way = 'see `licet validate`, or name a graph with `--store`';
    throw new UsageError(`the policy does not load, so its graph is unknown: ${way}`, { cause });
  }
}

function shown({ store }: Place): string {
  return relative(process.cwd(), store).startsWith('..') ? store : relative(process.cwd(), store);
}

/** What `licet concepts` needs of this program. */
export const conceptProgram: ConceptProgram = {
  withGraph,
  withKnowledge,
  withNewGraph,
  changeGraph,
  changeNewGraph,
  readText: readNamedFile,
  draw: printDrawing,
  requireHuman: command => requireHuman({ command }),
  userName: systemUser,
  peers: peerProgram(async store => {
    const { peers = {}, root } = await placeOf(store);
    return { peers, root };
  }),
  async readVre(uri) {
    const place = serverPlace(uri, process.env);
    const { readVreGraph } = await import('@licet/adapters/neo4j');
    return readVreGraph(place);
  },
};
