import type { Json } from '@licet/core';
import { InvariantError } from '@licet/core';
import type { DepthLevel } from '../model/depth.ts';
import type { Gap } from '../model/gap.ts';
import type { RelationType } from '../model/relation.ts';

/** An edge that a learner proposes along with a level. */
export interface ProposedRelatum {
  readonly relation: RelationType;
  /** The name of a concept that the graph knows. */
  readonly target: string;
  readonly targetDepth: DepthLevel;
  readonly metadata?: Readonly<Record<string, Json>>;
}

/** A level that a learner proposes. It must carry content: properties that are not empty. */
export interface ProposedDepth {
  readonly level: DepthLevel;
  readonly properties: Readonly<Record<string, Json>>;
  readonly relata?: readonly ProposedRelatum[];
}

/** A new concept with its identity. Existence itself is written by the engine. */
export interface ExistenceCandidate {
  readonly kind: 'EXISTENCE';
  readonly name: string;
  readonly d1: ProposedDepth | null;
}

/** Levels that a concept lacks. */
export interface DepthCandidate {
  readonly kind: 'DEPTH';
  readonly newDepths: readonly ProposedDepth[];
}

/** Levels that the target of an edge lacks. */
export interface RelationalCandidate {
  readonly kind: 'RELATIONAL';
  readonly newDepths: readonly ProposedDepth[];
}

/** An edge that connects the concept of the gap with another one, in either direction. */
export interface ReachabilityCandidate {
  readonly kind: 'REACHABILITY';
  readonly sourceName: string | null;
  readonly targetName: string | null;
  readonly relation: RelationType | null;
  readonly sourceDepth: DepthLevel | null;
  readonly targetDepth: DepthLevel | null;
}

/** Which concept an ambiguous word means from now on: an alias. */
export interface AmbiguityCandidate {
  readonly kind: 'AMBIGUITY';
  readonly alias: string;
  readonly targetName: string | null;
}

/** Whether what was known and has faded is still true: a yes renews it. */
export interface FadedCandidate {
  readonly kind: 'FADED';
  readonly isStillTrue: boolean | null;
}

/** What a learner may propose for a gap. */
export type LearningCandidate =
  | ExistenceCandidate
  | DepthCandidate
  | RelationalCandidate
  | ReachabilityCandidate
  | AmbiguityCandidate
  | FadedCandidate;

/** The form to fill in for a gap: what is known of the answer, with an empty slot for everything that is not. */
export function templateFor(gap: Gap): LearningCandidate {
  switch (gap.kind) {
    case 'EXISTENCE':
      return { kind: 'EXISTENCE', name: gap.primitive.name, d1: { level: 1, properties: {} } };
    case 'DEPTH':
    case 'RELATIONAL':
      return { kind: gap.kind, newDepths: gap.missingLevels.map(level => ({ level, properties: {} })) };
    case 'REACHABILITY':
      return { kind: 'REACHABILITY', sourceName: null, targetName: null, relation: null, sourceDepth: null, targetDepth: null };
    case 'AMBIGUITY':
      return { kind: 'AMBIGUITY', alias: gap.name, targetName: null };
    case 'FADED':
      return { kind: 'FADED', isStillTrue: null };
    default:
      throw new InvariantError('invalid_param', `unknown gap type \`${String((gap as { kind?: unknown }).kind)}\``);
  }
}
