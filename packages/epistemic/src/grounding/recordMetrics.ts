import { InvariantError } from '@licet/core';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import { subjectOfGap } from '../model/gap.ts';
import type { PrimitiveMetrics } from '../model/primitive.ts';
import { addMetrics, failureAt, successAt } from '../model/primitive.ts';
import type { GroundingResult } from './result.ts';

/** Counts groundings and writes the counters in batches, off the path of the decisions. */
export interface MetricsRecorder {
  /** Takes down the result of a check. Nothing is written. */
  note(result: GroundingResult, now: number): void;
  /**
   * Adds what was noted since the last time to the counters of the graph, in one write. Concepts that are gone are
   * passed over. What a failed write could not add is kept for the next.
   */
  flush(): Promise<void>;
}

/**
 * Makes a recorder for a graph. A requested concept fails when a gap is about it, and is grounded otherwise; concepts
 * that were pulled in are not counted. Counters never change a grounding, the version of the graph stays, and what
 * several recorders have counted adds up. Throws an `InvariantError` for a graph with memory: there the counters decide,
 * and being asked for must not confirm a concept.
 */
export function metricsRecorder(graph: ConceptGraph): MetricsRecorder {
  if (graph.memory !== undefined)
    throw new InvariantError('invalid_param', 'a graph with memory counts outcomes, not groundings: use `Grounded`, which does');
  let noted = new Map<string, PrimitiveMetrics>();
  const add = (id: string, metrics: PrimitiveMetrics): void => void noted.set(id, addMetrics(noted.get(id), metrics));
  return {
    note(result, now) {
      const failed = new Set(result.gaps.flatMap(gap => (gap.kind === 'AMBIGUITY' ? [] : [subjectOfGap(gap).id])));
      for (const id of result.trace.conceptIds) add(id, failed.has(id) ? failureAt(now) : successAt(now));
    },
    async flush() {
      const taken = noted;
      if (taken.size === 0) return;
      noted = new Map();
      try {
        await graph.write([...taken].map(([id, metrics]) => ({ type: 'count', id, metrics })));
      } catch (error) {
        for (const [id, metrics] of taken) add(id, metrics);
        throw error;
      }
    },
  };
}
