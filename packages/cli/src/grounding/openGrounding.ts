import { InvariantError } from '@licet/core';
import type { FindResource, GraphSettings } from '@licet/core/policy';
import type { ConceptGraph, GroundingResult, PolicyRegistry } from '@licet/epistemic';
import { recalling } from '@licet/epistemic/store';
import { edgePoliciesDefinitionFor, groundedDefinitionFor, withoutDeclaration } from '@licet/epistemic/nodes';

import { dialogueOver } from './dialogue.ts';
import { deferredGraph, joinPeers, openGraph, remembering } from './openGraph.ts';
import { deferredCallbacks } from './policyCallbacks.ts';
import { graphPlace } from './graphPlace.ts';
import type { Grounding, GroundingOptions } from './groundingOptions.ts';

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
    const { recalled } = options;
    return remembered(graphs, name, () => {
      const graph = deferredGraph(name, found.store, open);
      return remembering(recalled === undefined ? graph : recalling(graph, recalled), found);
    });
  };
  const host = { onTrace, seesEffects: true, advice: (graph: string, result: GroundingResult) => advice.get(graph)?.(result) };
  return {
    definitions: [groundedDefinitionFor(host), edgePoliciesDefinitionFor(host)],
    resources,
    graphs,
    callbacks,
    ...dialogueOver(graphs),
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
