import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { MemoryInput } from './memory.ts';
import { defineMemory } from './memory.ts';

/**
 * The same graph, whose knowledge fades when it is not used: every grounding in it needs a time, and what has faded is a
 * `FadedGap`. The graph itself keeps everything. Throws as `defineMemory` does.
 *
 * @example
 * ```ts
 * import { SEEDS, ground, importGraph, memoryGraph, withMemory } from '@licet/epistemic';
 *
 * const graph = withMemory(memoryGraph(), { halfLife: '90d' });
 * await importGraph(graph, SEEDS.filesystem, { now: 0 });
 * (await ground(graph, ['delete', 'file'], { now: Date.UTC(2026, 1) })).grounded; // => true
 * (await ground(graph, ['delete', 'file'], { now: Date.UTC(2028, 1) })).gaps[0]?.kind; // => 'FADED'
 * ```
 */
export function withMemory(graph: ConceptGraph, memory: MemoryInput): ConceptGraph {
  return {
    kind: graph.kind,
    memory: defineMemory(memory),
    snapshot: concepts => graph.snapshot(concepts),
    find: key => graph.find(key),
    write: (changes, options) => graph.write(changes, options),
    turn: async work => (graph.turn === undefined ? work() : graph.turn(work)),
    proposals: () => graph.proposals(),
    clear: () => graph.clear(),
    close: () => graph.close(),
  };
}
