import { InvariantError } from '@licet/core';
import type { AnyDefinition } from '@licet/core/nodes';
import type { FindResource, GraphSettings } from '@licet/core/policy';
import type { ConceptGraph, GroundingResult, PolicyRegistry } from '@licet/epistemic';
import type { OpenDriver } from '@licet/adapters/sqlite';
import type { ConceptSuggestion } from '@licet/epistemic/learning';
import { conceptsText } from '@licet/epistemic/render';
import { edgePoliciesDefinitionFor, groundedDefinitionFor, withoutDeclaration } from '@licet/epistemic/nodes';

import { answerFrom, recallFrom } from './answerFrom.ts';
import { loadGraphs } from './loadGrounding.ts';
import { deferredGraph, joinPeers, openGraph, remembering } from './openGraph.ts';
import { deferredCallbacks } from './policyCallbacks.ts';
import { graphPlace } from './graphPlace.ts';
import type { Suggested } from './proposeTo.ts';

/** Everything that a policy with `grounded` or `edge_policies` needs of this process. */
export interface Grounding {
  readonly definitions: readonly AnyDefinition[];
  readonly resources: FindResource;
  /** The graphs that nodes of the policy have named, by name. */
  readonly graphs: ReadonlyMap<string, ConceptGraph>;
  /** The callbacks that nodes of the policy have named, by the path of their module. */
  readonly callbacks: ReadonlyMap<string, PolicyRegistry>;
  /** Names what the graphs know, for a model at the start of a session; undefined when the policy names no graph. */
  introduction(): Promise<string | undefined>;
  /** Tells a model what the graphs know of an intended action; undefined when the policy names no graph. */
  answer(action: string): Promise<string | undefined>;
  /** Tells a model what the graphs know of a task that it plans, below 1,500 characters; undefined where they know nothing of it. */
  recall(task: string): Promise<string | undefined>;
  /** Keeps a concept that an agent suggests, in the first graph of the policy, until a person decides. */
  propose(suggestion: ConceptSuggestion): Promise<Suggested>;
  /** What the last decisions were grounded on, each once; they are forgotten with that. */
  taken(): readonly GroundingResult[];
  /** A command without its first-line declaration; undefined when it has none. */
  readonly withoutDeclaration: (command: string) => string | undefined;
  close(): Promise<void>;
}

/** How long what is told of a task may be, in UTF-16 units. */
const MOST_RECALLED = 1_499;

/** Throws for a file that may not be used: a module, which is code, or a seed. */
export type RequireFile = (file: string, isCode: boolean) => void;

/** How {@link openGrounding} works. */
export interface GroundingOptions {
  /** The policy's folder; absolute. */
  readonly root: string;
  /** Whether graphs may be changed: a fresh one filled, an edge proposed. A process that only asks changes nothing. */
  readonly writes: boolean;
  /** The SQLite to use: the one that this process uses for its state. @defaultValue `installedSqlite` */
  readonly sqlite?: OpenDriver;
  /** Throws for a module or a seed that may not be used. @defaultValue each may */
  readonly requireFile?: RequireFile;
  /** Whether the graph has memory: the seeds of the policy then count as confirmed when they fill it. @defaultValue false */
  readonly fades?: boolean;
}

/**
 * Makes what a policy with a knowledge graph is built with. Nothing is opened yet: a graph is when a guard first looks
 * into it, and what is wrong with it is then a fault of that guard, which blocks.
 */
export function openGrounding(options: GroundingOptions): Grounding {
  const { root, requireFile } = options;
  const graphs = new Map<string, ConceptGraph>();
  const callbacks = new Map<string, PolicyRegistry>();
  const results = new Map<string, GroundingResult>();
  const advice = new Map<string, ReturnType<typeof adviceFor>>();
  const onTrace = (result: GroundingResult): void => void results.set(identity(result), result);
  const resources: FindResource = (category, name, settings) => {
    if (category === 'policies') return remembered(callbacks, name, () => deferredCallbacks(root, name, requireFile));
    const { graphs: declared = {} } = settings;
    const found = category === 'graph' && Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (found === undefined) throw new InvariantError('unknown_reference', `there is no ${category} \`${name}\``);
    advice.set(name, adviceFor(found));
    const place = graphPlace(found, root);
    const kept = { writes: options.writes, ...(place.lies === 'in a file' && { file: place.file }) };
    const open = (): ReturnType<typeof openGraph> => joinPeers(openGraph(found, options), found, kept);
    return remembered(graphs, name, () => remembering(deferredGraph(name, found.store, open), found));
  };
  const host = { onTrace, seesEffects: true, advice: (graph: string, result: GroundingResult) => advice.get(graph)?.(result) };
  return {
    definitions: [groundedDefinitionFor(host), edgePoliciesDefinitionFor(host)],
    resources,
    graphs,
    callbacks,
    introduction: async () => joined(graphs, introduce, '\n'),
    answer: async action => joined(graphs, async (name, graph) => answerFrom(name, graph, action), '\n\n'),
    async recall(task) {
      const known = await joined(graphs, async (name, graph) => (await recallFrom(name, graph, task)) ?? '', '\n');
      return known?.trim().slice(0, MOST_RECALLED) || undefined;
    },
    async propose(suggestion) {
      const [first] = graphs;
      if (first === undefined) return { isKept: false, text: 'The policy has no knowledge graph.' };
      return (await loadGraphs()).proposeTo(...first, suggestion);
    },
    taken() {
      const taken = [...results.values()];
      results.clear();
      return taken;
    },
    withoutDeclaration,
    async close() {
      for (const graph of graphs.values()) await graph.close();
    },
  };
}

/** What is said of each graph, together; undefined without a graph. */
async function joined(
  graphs: ReadonlyMap<string, ConceptGraph>,
  say: (name: string, graph: ConceptGraph) => Promise<string>,
  between: string,
): Promise<string | undefined> {
  const parts: string[] = [];
  for (const [name, graph] of graphs) parts.push(await say(name, graph));
  return parts.length === 0 ? undefined : parts.join(between);
}

/** A graph that cannot be read is said to be so: every call that needs it is stopped. */
async function introduce(name: string, graph: ConceptGraph): Promise<string> {
  try {
    const known = conceptsText(await graph.snapshot());
    return `You may act on what the knowledge graph \`${name}\` knows: ${known === '' ? 'nothing yet' : known}. Only the user can teach it more.`;
  } catch {
    return `The knowledge graph \`${name}\` cannot be read, so calls that need it are stopped: tell the user to run \`licet doctor\`.`;
  }
}

function remembered<T>(known: Map<string, T>, name: string, make: () => T): T {
  const made = known.get(name) ?? make();
  known.set(name, made);
  return made;
}

const identity = ({ resolved, minDepth, version }: GroundingResult): string => JSON.stringify([resolved, minDepth, version]);

/** Words that a person may copy into a shell as they stand. An agent can name concepts, and names could be commands. */
const HARMLESS = /^[\p{L}\p{N}_]+(?:[ -][\p{L}\p{N}_]+)*$/u;

/** Says how a person teaches a graph what an action was missing. Concepts with doubtful names are not spelt out. */
export function adviceFor(settings: GraphSettings): (result: GroundingResult) => string {
  const place = graphPlace(settings, '');
  const named = 'named' in place ? place.named : undefined;
  const option = named === undefined ? '' : ` --store "${named}"`;
  return ({ resolved, gaps }) => {
    if (place.lies === 'in memory') return 'only the user can teach concepts, in the seeds of the graph';
    const words = [...new Set(resolved)];
    const concepts = words.every(word => HARMLESS.test(word))
      ? words.map(word => (word.includes(' ') ? `'${word}'` : word)).join(' ')
      : 'CONCEPT…';
    const way = gaps.some(gap => gap.kind === 'FADED') ? 'renew --all' : 'learn';
    return `only the user can teach concepts, with \`licet concepts ${way} ${concepts}${option}\``;
  };
}
