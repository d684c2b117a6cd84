import type { ConceptGraph, GraphChange, PendingProposal, WriteOptions } from './conceptGraph.ts';
import { graphClosed, versionConflict } from './refusals.ts';
import type { GraphSnapshot } from './snapshot.ts';
import { snapshotOf } from './buildSnapshot.ts';
import { makeTurns } from './turns.ts';
import { compareText, foldConceptName } from '../model/name.ts';
import type { Primitive } from '../model/primitive.ts';
import { applyChanges, emptyState } from './memoryState.ts';

/** A graph that always answers at once, never with a promise. */
export interface MemoryGraph extends ConceptGraph {
  snapshot(concepts?: readonly string[]): GraphSnapshot;
  find(key: { readonly id: string } | { readonly name: string }): Primitive | undefined;
  write(changes: readonly GraphChange[], options?: WriteOptions): string;
  proposals(): readonly PendingProposal[];
  clear(): number;
  close(): void;
}

/**
 * Makes a graph that lives in this process and is gone with it: for tests, for embedding, for knowledge that is loaded
 * from a file at start. It owns its knowledge, so reading costs no version probe; the snapshot is rebuilt by the first
 * read after a write.
 *
 * @example
 * ```ts
 * import { definePrimitive, groundIn, memoryGraph } from '@licet/epistemic';
 *
 * const graph = memoryGraph();
 * graph.write([{ type: 'put', primitive: definePrimitive({ name: 'file', depths: [{ level: 'D0' }] }) }]);
 * groundIn(graph.snapshot(), ['file', 'socket']).gaps.map(gap => gap.kind); // => ['EXISTENCE']
 * ```
 */
export function memoryGraph(): MemoryGraph {
  const state = emptyState();
  let version = 0;
  let loaded: GraphSnapshot | undefined;
  let closed = false;
  const open = (): void => {
    if (closed) throw graphClosed('memory');
  };
  return {
    kind: 'memory',
    snapshot() {
      open();
      loaded ??= snapshotOf(String(version), [...state.primitives.values()], state.aliases.values());
      return loaded;
    },
    find(key) {
      open();
      const id = 'id' in key ? key.id : state.names.get(foldConceptName(key.name));
      return id === undefined ? undefined : state.primitives.get(id);
    },
    write(changes, options) {
      open();
      const expected = options?.ifVersion;
      if (expected !== undefined && expected !== String(version)) throw versionConflict(expected, String(version));
      if (!applyChanges(state, changes)) return String(version);
      version += 1;
      loaded = undefined;
      return String(version);
    },
    turn: makeTurns(),
    proposals() {
      open();
      return [...state.proposals.values()].sort((a, b) => compareText(a.id, b.id));
    },
    clear() {
      open();
      const count = state.primitives.size;
      for (const map of [state.primitives, state.names, state.aliases, state.proposals]) map.clear();
      version += 1;
      loaded = undefined;
      return count;
    },
    close() {
      closed = true;
      loaded = undefined;
    },
  };
}
