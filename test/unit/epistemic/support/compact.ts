import type { Gap, GroundingResult } from '@licet/epistemic';

/** A gap in one comparable line: `RELATIONAL create→file D3/D1`. */
export function compact(gap: Gap): string {
  const depth = (level: number | null): string => (level === null ? 'none' : `D${level}`);
  if (gap.kind === 'AMBIGUITY') return `AMBIGUITY ${gap.name}: ${gap.candidates.join(', ')}`;
  if (gap.kind === 'RELATIONAL') {
    return `RELATIONAL ${gap.source.name}→${gap.target.name} ${depth(gap.requiredDepth)}/${depth(gap.currentDepth)}`;
  }
  if (gap.kind === 'DEPTH') return `DEPTH ${gap.primitive.name} ${depth(gap.requiredDepth)}/${depth(gap.currentDepth)}`;
  return `${gap.kind} ${gap.primitive.name}`;
}

/** All gaps of a result, as lines. */
export function gapsOf(result: GroundingResult): string[] {
  return result.gaps.map(compact);
}
