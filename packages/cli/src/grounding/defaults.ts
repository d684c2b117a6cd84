/** Where a graph in a file lies when the policy does not say so, from the policy's folder: where `licet concepts` looks too. */
export const DEFAULT_GRAPH = '.licet/concepts.db';

/** How long a writer of the file, and a server, is waited for, in milliseconds: less than a guard may take. */
export const PATIENCE: { readonly file: number; readonly server: number } = Object.freeze({ file: 2_000, server: 3_000 });
