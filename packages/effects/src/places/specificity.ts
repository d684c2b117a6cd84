import type { PathPattern } from './pattern.ts';
import { patternCovers } from './segments.ts';

/** Whether everything that `narrow` matches is also matched by `wide`, as far as that can be shown. */
const isWithin = (narrow: PathPattern, wide: PathPattern): boolean =>
  narrow.alternatives.every(inner => wide.alternatives.some(outer => patternCovers(outer.segments, inner.written)));

/**
 * Whether `left` is more specific than `right`: all that it matches is matched by `right` too, and not the reverse. This is
 * a partial order on purpose. `src/gen/**` is more specific than `src/**`, and `config/.env.example` than `.env*`; but neither
 * of `secrets/**` and `*.md` is: a path that matches both is a tie, and ties go to the stricter rule.
 */
export const isMoreSpecific = (left: PathPattern, right: PathPattern): boolean => isWithin(left, right) && !isWithin(right, left);

/**
 * Of the rules that match one path, those that no other one is more specific than. The caller takes the strictest of them,
 * so "the most specific wins, ties go to the stricter" holds without a made-up score.
 */
export const mostSpecific = <T extends { readonly pattern: PathPattern }>(rules: readonly T[]): readonly T[] =>
  rules.filter(rule => !rules.some(other => isMoreSpecific(other.pattern, rule.pattern)));
