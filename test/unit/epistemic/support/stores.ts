import type { ConceptGraph } from '@licet/epistemic';
import { memoryGraph } from '@licet/epistemic';

/** A graph for one test, released when the test ends. */
export interface OpenGraph extends AsyncDisposable {
  readonly graph: ConceptGraph;
}

/** A way to get an empty graph of one kind. */
export interface Store {
  readonly name: string;
  open(): Promise<OpenGraph>;
}

/** Every store that needs no server. */
export const STORES: readonly Store[] = [
  {
    name: 'memory',
    open: async () => {
      const graph = memoryGraph();
      return { graph, [Symbol.asyncDispose]: async () => graph.close() };
    },
  },
];
