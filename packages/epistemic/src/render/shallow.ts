import type { EpistemicStep } from '../grounding/result.ts';
import type { Gap } from '../model/gap.ts';

/** True for an edge that asks more of its target than is known: only the edges a gap is about, not others between the same concepts. */
export function asksTooMuch(
  gaps: readonly Gap[],
  edge: Pick<EpistemicStep, 'sourceId' | 'targetId' | 'relation' | 'targetDepth'>,
): boolean {
  return gaps.some(
    gap =>
      gap.kind === 'RELATIONAL' &&
      gap.source.id === edge.sourceId &&
      gap.target.id === edge.targetId &&
      gap.relation === edge.relation &&
      edge.targetDepth > (gap.currentDepth ?? -1),
  );
}
