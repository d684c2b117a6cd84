import type { Certainty } from '@licet/core/nodes';
import type { PathPattern } from './pattern.ts';

/** What judging a target needs to know of a matcher. */
export interface PatternIndex {
  readonly patterns: readonly PathPattern[];
  match(path: string): readonly PathPattern[];
  /** The one spelling that patterns are compared with. */
  readonly spell: (path: string) => string;
  /** Where protected files are searched when a file has several names; nothing for a permission. */
  readonly linkRoot?: string | undefined;
}

/** A pattern that a target may reach. */
export interface PathHit {
  readonly pattern: PathPattern;
  /** A path that matches; for a `possible` hit the target's own, since the match is somewhere in it. */
  readonly path: string;
  /** `possible` when a glob or a folder could not be looked through to the end. */
  readonly certainty: Certainty;
}
