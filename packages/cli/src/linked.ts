import type * as Shaper from './hook/shaper.ts';
import type * as Graphs from './grounding/makeGraph.ts';
import type * as Grounding from './grounding/openGrounding.ts';

// The build replaces this module: a linked bundle is handed the modules that it shares with the bundle that loads it.

export const grounding = (): Promise<typeof Grounding> => import('./grounding/openGrounding.ts');

export const graphs = (): Promise<typeof Graphs> => import('./grounding/makeGraph.ts');

export const shaper = (): Promise<typeof Shaper> => import('./hook/shaper.ts');
