import type { ConceptGraph, GraphChange } from '../graph/conceptGraph.ts';
import type { PrimitiveMetrics } from '../model/primitive.ts';
import type { GroundingResult } from './result.ts';

/** Counts groundings and writes the counters in batches, off the path of the decisions. */
export interface MetricsRecorder {
  /** Takes down the result of a check. Nothing is written. */
  note(result: GroundingResult, now: number): void;
  /** Writes what was noted since the last time, in one write. Concepts that are gone are passed over. */
  flush(): Promise<void>;
}

interface Tally {
  grounded: number;
  failed: number;
  lastGrounded: number;
  lastFailed: number;
}

/**
 * Makes a recorder for a graph. A requested concept fails when a gap is about it, and is grounded otherwise; concepts
 * that were pulled in are not counted. Counters never change a grounding, and the version of the graph stays.
 */
export function metricsRecorder(graph: ConceptGraph): MetricsRecorder {
  let tallies = new Map<string, Tally>();
  return {
    note(result, now) {
      const failed = new Set(
        result.gaps.flatMap(gap =>
          gap.kind === 'AMBIGUITY' ? [] : [gap.kind === 'RELATIONAL' ? gap.target.id : gap.primitive.id],
        ),
      );
      for (const id of result.trace.conceptIds) {
        const tally = tallies.get(id) ?? { grounded: 0, failed: 0, lastGrounded: 0, lastFailed: 0 };
        tallies.set(
          id,
          failed.has(id)
            ? { ...tally, failed: tally.failed + 1, lastFailed: now }
            : { ...tally, grounded: tally.grounded + 1, lastGrounded: now },
        );
      }
    },
    async flush() {
      const noted = tallies;
      tallies = new Map();
      const changes: GraphChange[] = [];
      for (const [id, tally] of noted) {
        const known = await graph.find({ id });
        if (known !== undefined) changes.push({ type: 'metrics', id, metrics: added(known.metrics, tally) });
      }
      if (changes.length > 0) await graph.write(changes);
    },
  };
}

function added(before: PrimitiveMetrics | undefined, { grounded, failed, lastGrounded, lastFailed }: Tally): PrimitiveMetrics {
  return {
    groundingCount: (before?.groundingCount ?? 0) + grounded,
    failureCount: (before?.failureCount ?? 0) + failed,
    lastGrounded: grounded > 0 ? new Date(lastGrounded).toISOString() : (before?.lastGrounded ?? null),
    lastFailed: failed > 0 ? new Date(lastFailed).toISOString() : (before?.lastFailed ?? null),
  };
}
