import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import type { SqliteGraph } from '@licet/adapters/sqlite/graph';
import { GovernanceError } from '@licet/core';
import type { MaybePromise } from '@licet/core';
import { attempt, chain } from '@licet/core/nodes';
import type { GraphSettings } from '@licet/core/policy';
import { withMemory } from '@licet/epistemic';
import type { ConceptGraph } from '@licet/epistemic';

import { fileOptions, graphPlace, hasContent } from './graphPlace.ts';
import { loadGraphs } from './loadGrounding.ts';
import type { GroundingOptions } from './groundingOptions.ts';

/**
 * Opens the graph that a policy describes, and fills it with its seeds if it is fresh. A process that may not change
 * anything sees a fresh graph as it would be filled. Throws for a file that is not there and has no seeds, for a variable
 * that is not set, and for whatever the store refuses.
 *
 * The everyday case, a file that is there, needs no code but this; the others are loaded when they occur.
 */
export function openGraph(settings: GraphSettings, given: GroundingOptions): MaybePromise<ConceptGraph> {
  const options = { ...given, fades: settings.memory !== undefined };
  const { seeds = [] } = settings;
  const place = graphPlace(settings, options.root);
  if (place.lies !== 'in a file') return loadGraphs().then(({ makeGraph }) => makeGraph(settings, options));
  const { file } = place;
  const isThere = hasContent(file);
  if (!isThere && seeds.length === 0)
    throw new GovernanceError(
      'store_unavailable',
      `expected a concept graph in \`${file}\`, found none: fill one with \`licet concepts seed filesystem --store ${file}\`, or name \`seeds\` in the policy`,
    );
  if (isThere) return fileGraph(file, settings, options);
  return loadGraphs().then(async ({ makeFile }) => {
    const standIn = await makeFile(file, seeds, options);
    return standIn ?? fileGraph(file, settings, options);
  });
}

/** The graph with the peers that its policy declares, if any. */
export function joinPeers(
  graph: MaybePromise<ConceptGraph>,
  { peers, memory }: { readonly [K in 'peers' | 'memory']?: GraphSettings[K] | undefined },
  kept: { readonly file?: string; readonly writes?: boolean } = {},
): MaybePromise<ConceptGraph> {
  if (peers === undefined) return graph;
  const joining = { writes: false, ...kept, peers, fades: memory !== undefined };
  return loadGraphs().then(async ({ joinedGraph }) => joinedGraph(await graph, joining));
}

/** Reads without the right to write; the few calls that do write, after an action failed, open the file once more. */
function fileGraph(file: string, { seeds = [] }: GraphSettings, options: GroundingOptions): ConceptGraph {
  const settings = fileOptions(options);
  const reader = sqliteGraph(file, { ...settings, readOnly: true });
  let opened: SqliteGraph | undefined;
  const writer = (): SqliteGraph => (opened ??= sqliteGraph(file, settings));
  let filled: Promise<ConceptGraph> | undefined;
  const graph: ConceptGraph = {
    ...reader,
    ...(options.writes && {
      write: (changes, conditions) => writer().write(changes, conditions),
      clear: () => writer().clear(),
    }),
    snapshot(concepts) {
      const snapshot = reader.snapshot(concepts);
      if (snapshot.version !== '0' || seeds.length === 0) return snapshot;
      filled ??= loadGraphs().then(({ fillFresh }) => fillFresh(writer, seeds, options));
      return filled.then(full => full.snapshot(concepts));
    },
    close() {
      reader.close();
      opened?.close();
    },
  };
  return graph;
}

/**
 * A placeholder for a graph that is opened when it is first used. What the store then throws becomes a `store_unavailable` that
 * names the graph, with the store's own code in it: a guard that throws that is errored, and an errored guard blocks.
 */
export function deferredGraph(name: string, kind: string, open: () => MaybePromise<ConceptGraph>): ConceptGraph {
  let opened: MaybePromise<ConceptGraph> | undefined;
  const use = <T>(work: (graph: ConceptGraph) => MaybePromise<T>): MaybePromise<T> =>
    attempt<T>(
      () => chain((opened ??= open()), work),
      error => {
        throw unavailable(name, error);
      },
    );
  return {
    kind,
    snapshot: concepts => use(graph => graph.snapshot(concepts)),
    find: key => use(graph => graph.find(key)),
    write: (changes, options) => use(graph => graph.write(changes, options)),
    async turn(work) {
      const graph = await use(each => each);
      return graph.turn === undefined ? work() : graph.turn(work);
    },
    proposals: () => use(graph => graph.proposals()),
    clear: () => use(graph => graph.clear()),
    close: () =>
      attempt<void>(
        () => (opened === undefined ? undefined : chain(opened, graph => graph.close())),
        // What could not be opened, or no longer answers, has nothing left to release.
        () => undefined,
      ),
  };
}

function unavailable(name: string, error: unknown): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (code === 'snapshot_stale') return error;
  const known = typeof code === 'string' && code !== 'store_unavailable' ? ` (${code})` : '';
  return new GovernanceError(
    'store_unavailable',
    `the knowledge graph \`${name}\` cannot be used: ${String(message ?? error)}${known}`,
    { cause: error },
  );
}

/** The graph with the memory that its policy gives it, if any. */
export function remembering(
  graph: ConceptGraph,
  { memory }: { readonly memory?: GraphSettings['memory'] | undefined },
): ConceptGraph {
  return memory === undefined ? graph : withMemory(graph, memory);
}
