import type { Json } from '@licet/core';
import type { DepthLevel } from './depth.ts';
import type { EdgePolicy } from './policy.ts';
import type { Provenance } from './provenance.ts';
import type { RelationType } from './relation.ts';

/** An edge: the concept that owns it, understood to the depth that owns it, bears on another one understood to `targetDepth`. */
export interface Relatum {
  readonly relation: RelationType;
  readonly targetId: string;
  readonly targetDepth: DepthLevel;
  readonly metadata: Readonly<Record<string, Json>>;
  readonly policies: readonly EdgePolicy[];
  readonly provenance: Provenance;
}

/** What is known of a concept at one level, with the edges that this level justifies. */
export interface Depth {
  readonly level: DepthLevel;
  readonly properties: Readonly<Record<string, Json>>;
  readonly relata: readonly Relatum[];
  readonly provenance: Provenance;
}

/** How often a concept was asked for, and with what result. Kept beside the knowledge: it changes a grounding only in a graph with memory. */
export interface PrimitiveMetrics {
  readonly groundingCount: number;
  readonly failureCount: number;
  readonly lastGrounded: string | null;
  readonly lastFailed: string | null;
}

/** The counters of one success. */
export const successAt = (now: number): PrimitiveMetrics => ({
  groundingCount: 1,
  failureCount: 0,
  lastGrounded: new Date(now).toISOString(),
  lastFailed: null,
});

/** The counters of one failure. */
export const failureAt = (now: number): PrimitiveMetrics => ({
  groundingCount: 0,
  failureCount: 1,
  lastGrounded: null,
  lastFailed: new Date(now).toISOString(),
});

/** The counters of two recorders together: their sums, and the later of their times. */
export function addMetrics(before: PrimitiveMetrics | undefined, added: PrimitiveMetrics): PrimitiveMetrics {
  const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);
  return {
    groundingCount: (before?.groundingCount ?? 0) + added.groundingCount,
    failureCount: (before?.failureCount ?? 0) + added.failureCount,
    lastGrounded: later(before?.lastGrounded ?? null, added.lastGrounded),
    lastFailed: later(before?.lastFailed ?? null, added.lastFailed),
  };
}

/** A concept. Its name is unique in its graph under folding; it holds at most one depth record per level. */
export interface Primitive {
  readonly id: string;
  readonly name: string;
  readonly depths: readonly Depth[];
  readonly provenance: Provenance;
  readonly metrics?: PrimitiveMetrics;
}

/** True when a depth counts: existence always does, a deeper level only when it has properties or relata. */
export function grounds(depth: Depth): boolean {
  return depth.level === 0 || depth.relata.length > 0 || Object.keys(depth.properties).length > 0;
}

/** The levels that count, as a bit mask: bit n is set for Dn. */
export function levelMask(primitive: Pick<Primitive, 'depths'>): number {
  let mask = 0;
  for (const depth of primitive.depths) if (grounds(depth)) mask |= 1 << depth.level;
  return mask;
}

/** The deepest level with an unbroken chain of counting levels from D0; -1 when D0 itself is missing. */
export function contiguousOf(mask: number): number {
  const lowestAbsent = ~mask & (mask + 1);
  return 30 - Math.clz32(lowestAbsent);
}

/** The deepest level with an unbroken chain of counting levels from D0; null when D0 itself is missing. */
export function contiguousDepth(primitive: Pick<Primitive, 'depths'>): DepthLevel | null {
  const level = contiguousOf(levelMask(primitive));
  return level < 0 ? null : (level as DepthLevel);
}

/** The levels above `current` up to `required` that do not count yet, ascending. */
export function missingLevels(mask: number, current: number, required: number): DepthLevel[] {
  const missing: DepthLevel[] = [];
  for (let level = current + 1; level <= required; level += 1) if ((mask & (1 << level)) === 0) missing.push(level as DepthLevel);
  return missing;
}

/** The stable identity of an edge: its source, its level and what it points at. Two edges of a primitive never share it. */
export function relatumId(
  sourceId: string,
  level: DepthLevel,
  relatum: Pick<Relatum, 'relation' | 'targetId' | 'targetDepth'>,
): string {
  return `${sourceId}/D${level}/${relatum.relation}/${relatum.targetId}/D${relatum.targetDepth}`;
}
