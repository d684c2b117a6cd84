import type { MaybePromise } from '@licet/core';
import { GovernanceError } from '@licet/core';
import { attempt, chain } from '@licet/core/nodes';
import type { ConceptGraph } from '@licet/epistemic';

/**
 * Stands for a graph that is opened when it is first used. What the store then throws becomes a `store_unavailable` that
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
