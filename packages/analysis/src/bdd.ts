import { GovernanceError } from '@licet/core';

import type { Booleans } from './symbolic.ts';

/** A Boolean function of numbered variables, as the number of its node: equal functions have equal numbers. */
export type Bool = number;

/** Boolean functions as reduced, ordered binary decision diagrams. */
export interface Diagrams extends Booleans<Bool> {
  /** The function that is a new variable. Variables are asked in the order in which they are made. */
  readonly variable: () => Bool;
}

/** Three numbers below it make one number that is still exact. */
const MOST = 200_000;

/** Makes a room for Boolean functions that holds `most` nodes at the most, and throws an error of code `work_exceeded` past them. `most` is at most 200,000. */
export function diagrams(most: number = MOST): Diagrams {
  const level: number[] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const low: Bool[] = [0, 1];
  const high: Bool[] = [0, 1];
  const unique = new Map<number, Bool>();
  const known = new Map<number, Bool>();
  const keyOf = (a: number, b: Bool, c: Bool): number => (a * MOST + b) * MOST + c;
  let variables = 0;
  const node = (at: number, zero: Bool, one: Bool): Bool => {
    if (zero === one) return zero;
    const key = keyOf(at, zero, one);
    const found = unique.get(key);
    if (found !== undefined) return found;
    if (level.length >= most) throw new GovernanceError('work_exceeded', `the comparison needs more than ${most} nodes`);
    unique.set(key, level.length);
    low.push(zero);
    high.push(one);
    return level.push(at) - 1;
  };
  const levelOf = (a: Bool): number => level[a] ?? Number.POSITIVE_INFINITY;
  const branch = (a: Bool, at: number, side: readonly Bool[]): Bool => (levelOf(a) === at ? (side[a] ?? 0) : a);
  const choose = (condition: Bool, then: Bool, otherwise: Bool): Bool => {
    if (condition === 1 || then === otherwise) return then;
    if (condition === 0) return otherwise;
    if (then === 1 && otherwise === 0) return condition;
    const key = keyOf(condition, then, otherwise);
    const found = known.get(key);
    if (found !== undefined) return found;
    const at = Math.min(levelOf(condition), levelOf(then), levelOf(otherwise));
    const on = (side: readonly Bool[]): Bool =>
      choose(branch(condition, at, side), branch(then, at, side), branch(otherwise, at, side));
    const result = node(at, on(low), on(high));
    known.set(key, result);
    return result;
  };
  return {
    no: 0,
    yes: 1,
    variable: () => node(variables++, 0, 1),
    not: a => choose(a, 0, 1),
    and: (...of) => of.reduce((a, b) => choose(a, b, 0), 1),
    or: (...of) => of.reduce((a, b) => choose(a, 1, b), 0),
    choose,
  };
}
