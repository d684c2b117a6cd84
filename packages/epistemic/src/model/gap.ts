import type { DepthLevel } from './depth.ts';
import type { Provenance } from './provenance.ts';
import type { RelationType } from './relation.ts';

/**
 * The concept a gap is about. It carries what grounding may see of the concept and nothing deeper: the levels that
 * count and form an unbroken chain. An unknown concept has a synthetic provenance and no levels.
 */
export interface GapSubject {
  readonly id: string;
  readonly name: string;
  readonly levels: readonly DepthLevel[];
  readonly provenance: Provenance;
}

/** The concept is not in the graph. */
export interface ExistenceGap {
  readonly kind: 'EXISTENCE';
  readonly primitive: GapSubject;
}

/** The concept is known, but not to the depth that is required of it. */
export interface DepthGap {
  readonly kind: 'DEPTH';
  readonly primitive: GapSubject;
  readonly requiredDepth: DepthLevel;
  readonly currentDepth: DepthLevel | null;
  readonly missingLevels: readonly DepthLevel[];
}

/** An edge that the source justifies asks more of its target than is known. All figures are those of the target. */
export interface RelationalGap {
  readonly kind: 'RELATIONAL';
  readonly source: GapSubject;
  readonly target: GapSubject;
  readonly relation: RelationType;
  readonly requiredDepth: DepthLevel;
  readonly currentDepth: DepthLevel | null;
  readonly missingLevels: readonly DepthLevel[];
}

/**
 * The concept is known but is apart from the others that were asked for: no visible edges connect it (`isolated`),
 * it is an action that applies to none of them (`no_object`), or no action among them reaches it (`no_action`).
 */
export interface ReachabilityGap {
  readonly kind: 'REACHABILITY';
  readonly primitive: GapSubject;
  readonly reason: 'isolated' | 'no_object' | 'no_action';
}

/** The word fits several concepts; picking one would be a guess. */
export interface AmbiguityGap {
  readonly kind: 'AMBIGUITY';
  readonly name: string;
  /** The names it fits, in canonical order. */
  readonly candidates: readonly string[];
}

/**
 * The concept was known to the required depth, and is no longer: it was not used, or the level has expired. Its
 * provenance tells who knew it and when. A person renews it; use alone does not bring it back.
 */
export interface FadedGap {
  readonly kind: 'FADED';
  readonly primitive: GapSubject;
  readonly requiredDepth: DepthLevel;
  /** The depth that counts now. */
  readonly currentDepth: DepthLevel | null;
  /** The depth that the graph holds. */
  readonly claimedDepth: DepthLevel;
  /** `unused`: no use confirmed it for a half-life. `expired`: a level is older than it may be. */
  readonly reason: 'unused' | 'expired';
  /** When it was last written, renewed or successfully used, ISO 8601 in UTC. */
  readonly lastConfirmed: string;
}

/**
 * Why the knowledge of a peer does not count: there is none (`missing`), it is too old (`stale`), its signature does not
 * fit (`tampered`) or it has none (`unsigned`); the peer does not know the concept (`unknown`), rests on a graph that is no
 * peer here (`undeclared`), only refers back to itself (`circle`), or contradicts what is known here (`conflict`).
 */
export type PeerFault = 'missing' | 'stale' | 'tampered' | 'unsigned' | 'unknown' | 'undeclared' | 'circle' | 'conflict';

/** The concept rests on what a peer knows, and that does not count now. */
export interface PeerGap {
  readonly kind: 'PEER';
  readonly primitive: GapSubject;
  /** The name that this graph gives the peer. */
  readonly peer: string;
  readonly reason: PeerFault;
  readonly detail: string;
}

/** One thing the agent does not know. */
export type Gap = ExistenceGap | DepthGap | RelationalGap | ReachabilityGap | AmbiguityGap | FadedGap | PeerGap;

/** The concept that must become better known for a gap to close. */
export const subjectOfGap = (gap: Exclude<Gap, AmbiguityGap>): GapSubject =>
  gap.kind === 'RELATIONAL' ? gap.target : gap.primitive;

/** The identity of a gap across rounds of grounding: same kind, same concepts, same edge. Depth figures are not part of it. */
export function gapIdentity(gap: Gap): string {
  if (gap.kind === 'AMBIGUITY') return `AMBIGUITY/${gap.name}`;
  if (gap.kind === 'RELATIONAL') return `RELATIONAL/${gap.source.id}/${gap.relation}/${gap.target.id}`;
  return `${gap.kind}/${gap.primitive.id}`;
}
