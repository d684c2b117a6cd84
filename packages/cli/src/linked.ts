import type * as Shaper from './hook/shaper.ts';
import type * as Graphs from './grounding/makeGraph.ts';
import type * as Containing from './sandbox/containing.ts';
import type * as Grounding from './grounding/openGrounding.ts';

// The build replaces this module: a linked bundle is handed the modules that it shares with the bundle that loads it.

/** What a policy that grounds is built with. */
export const grounding = (): Promise<typeof Grounding> => import('./grounding/openGrounding.ts');

/** Graphs that are no file, and seeds. */
export const graphs = (): Promise<typeof Graphs> => import('./grounding/makeGraph.ts');

/** What puts commands into a sandbox. */
export const containing = (): Promise<typeof Containing> => import('./sandbox/containing.ts');

/** What policies demand of outputs. */
export const shaper = (): Promise<typeof Shaper> => import('./hook/shaper.ts');
