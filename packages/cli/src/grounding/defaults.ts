/** Where a graph in a file lies when the policy does not say so, from the policy's folder: where `licet concepts` looks too. */
export const DEFAULT_GRAPH = '.licet/concepts.db';
