import type { Severity } from './model/ruling.ts';

/**
 * What is known of a node's ruling: its mildest and its strictest possible value. A definite ruling is an interval of
 * one point; an error is `[pass, block]`. `undefined` means that a node does not apply: it is skipped.
 */
export interface Interval {
  readonly best: Severity;
  readonly worst: Severity;
}

/** An interval, or `undefined` for a node that was skipped. */
export type Maybe<T> = T | undefined;

const POINTS: readonly [Interval, Interval, Interval, Interval] = [
  Object.freeze<Interval>({ best: 0, worst: 0 }),
  Object.freeze<Interval>({ best: 1, worst: 1 }),
  Object.freeze<Interval>({ best: 2, worst: 2 }),
  Object.freeze<Interval>({ best: 3, worst: 3 }),
];

/** Everything is possible: the interval of an error. */
export const UNKNOWN: Interval = Object.freeze({ best: 0, worst: 3 });

/** The interval of one point. */
export function definite(severity: Severity): Interval {
  return POINTS[severity];
}

/** Tells whether an interval is one point. */
export function isDefinite(interval: Interval): boolean {
  return interval.best === interval.worst;
}

function interval(best: Severity, worst: Severity): Interval {
  return best === worst ? POINTS[best] : { best, worst };
}

/** Deny-overrides: the worst of the children that apply. The unit is pass, the absorbing element block. */
export function worst(children: readonly Maybe<Interval>[]): Maybe<Interval> {
  let result: Maybe<Interval>;
  for (const child of children) {
    if (child === undefined || child === result) continue;
    result = result === undefined ? child : interval(higher(result.best, child.best), higher(result.worst, child.worst));
  }
  return result;
}

/** Permit-overrides: the best of the children that apply. The unit is block, the absorbing element pass. */
export function best(children: readonly Maybe<Interval>[]): Maybe<Interval> {
  let result: Maybe<Interval>;
  for (const child of children) {
    if (child === undefined || child === result) continue;
    result = result === undefined ? child : interval(lower(result.best, child.best), lower(result.worst, child.worst));
  }
  return result;
}

const higher = (a: Severity, b: Severity): Severity => (a > b ? a : b);

const lower = (a: Severity, b: Severity): Severity => (a < b ? a : b);

/**
 * Quorum: the k-th smallest severity of the children that apply, taken at both ends. With fewer than k of them the
 * quorum cannot be reached and the result is block; with none the node is skipped.
 */
export function kthBest(children: readonly Maybe<Interval>[], k: number): Maybe<Interval> {
  const applicable = children.filter(child => child !== undefined);
  if (applicable.length === 0) return undefined;
  if (applicable.length < k) return definite(3);
  const kth = (ends: Severity[]): Severity => ends.sort((a, b) => a - b)[k - 1] ?? 3;
  return interval(kth(applicable.map(child => child.best)), kth(applicable.map(child => child.worst)));
}

/** Order reversal: pass and block change places, warn and ask change places, the ends of an interval swap. */
export function reverse(child: Maybe<Interval>): Maybe<Interval> {
  if (child === undefined) return undefined;
  return interval((3 - child.worst) as Severity, (3 - child.best) as Severity);
}

/**
 * Escalation: the primary's ruling, unless that is block; then the fallback's. It is not monotone in its primary, so
 * the result is the hull over every ruling that the primary may have. A skipped primary skips the node; a skipped
 * fallback leaves the primary's block.
 */
export function escalated(primary: Maybe<Interval>, fallback: () => Maybe<Interval>): Maybe<Interval> {
  if (primary === undefined || primary.worst < 3) return primary;
  const instead = fallback() ?? definite(3);
  if (primary.best === 3) return instead;
  const mildest = Math.min(primary.best, instead.best) as Severity;
  const strictest = Math.max(2, instead.worst) as Severity;
  return interval(mildest, strictest);
}
