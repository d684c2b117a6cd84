import { GovernanceError } from '@licet/core';
import type { Ruling } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import type { Comparison, Join, NodeRange } from '@licet/core/nodes';

import { diagrams } from './bdd.ts';
import type { Bool, Diagrams } from './bdd.ts';
import { symbolicAlgebra } from './symbolic.ts';
import type { Booleans, Steps, Symbolic, SymbolicAlgebra } from './symbolic.ts';

/** A tree over named leaves and conditions: leaves of one name, in both trees of a comparison, say the same. */
export type Formula = { readonly onError?: 'ask' | 'warn' | undefined } & (
  | { readonly leaf: string }
  | { readonly join: Exclude<Join, Branch>; readonly of: readonly Formula[] }
  | { readonly join: Branch; readonly if: ConditionName; readonly of: readonly Formula[] }
);

type Branch = { readonly by: 'branch' };

/** A condition by its name. `fails` names what makes it unanswerable; undefined for one that always has an answer. */
export interface ConditionName {
  readonly name: string;
  readonly fails: string | undefined;
}

/** The flag of what holds where the effects of an action cannot be found. */
export const EFFECTS_FAIL = 'effects fail';

/** One of the two sides of a comparison. `observes` lets everything pass. */
export interface Side {
  readonly tree: Formula;
  readonly default: Ruling;
  readonly observes?: boolean;
}

/** What is known of leaves of different names, and of conditions. */
export interface KnownOrders {
  readonly leaves: readonly (readonly [older: string, newer: string, comparison: Comparison])[];
  /** What leaves may say, of which that is known. */
  readonly ranges?: ReadonlyMap<string, NodeRange>;
  /** Where the first condition holds the second one does too. */
  readonly implied: readonly (readonly [narrow: string, wide: string])[];
}

/** What is proven of two trees, for everything that their leaves may say within the known orders. */
export interface TreeProof {
  /** The new tree is never milder. */
  readonly neverMilder: boolean;
  /** The new tree is never stricter. */
  readonly neverStricter: boolean;
  /** Whether the comparison was given up because it needs too much. */
  readonly gaveUp: boolean;
}

interface Leaf extends Symbolic<Bool> {
  readonly fails: Bool;
}

/**
 * Compares two trees exactly: what it says holds for every combination of what leaves may say, faults included; what it does not say
 * has a counterexample among them, which real leaves may or may not come to.
 */
export function compareTrees(
  older: Side,
  newer: Side,
  { leaves: known, implied, ranges }: KnownOrders,
  most?: number,
): TreeProof {
  try {
    const d = diagrams(most);
    const leaves = remember(() => leafOf(d));
    const flags = remember(() => d.variable());
    const says: Says<Bool> = {
      leaf: leaves,
      holds: ({ name }) => flags(name),
      fails: ({ fails }) => (fails === undefined ? d.no : flags(fails)),
    };
    const [before, after] = [rulingOf(older, says, d), rulingOf(newer, says, d)];
    const limits = [
      ...known.map(([a, b, comparison]) => constraint(leaves(a), leaves(b), comparison, d)),
      ...[...(ranges ?? [])].map(([name, range]) => withinRange(leaves(name), range, flags, d)),
      ...implied.map(([narrow, wide]) => d.or(d.not(flags(narrow)), flags(wide))),
    ];
    const within = d.and(...limits, ...leaves.all().map(leaf => inOrder(leaf, d)));
    const never = (a: Steps<Bool>, b: Steps<Bool>): boolean =>
      ([0, 1, 2] as const).every(step => d.and(within, a[step], d.not(b[step])) === d.no);
    return { neverMilder: never(before, after), neverStricter: never(after, before), gaveUp: false };
  } catch (error) {
    if (!(error instanceof GovernanceError && error.code === 'work_exceeded')) throw error;
    return { neverMilder: false, neverStricter: false, gaveUp: true };
  }
}

interface Remembered<T> {
  (name: string): T;
  all(): readonly T[];
}

function remember<T>(make: () => T): Remembered<T> {
  const made = new Map<string, T>();
  const find = (name: string): T => {
    const found = made.get(name) ?? make();
    made.set(name, found);
    return found;
  };
  return Object.assign(find, { all: () => [...made.values()] });
}

/** A leaf is skipped, has one of the four rulings, or fails, which leaves its ruling open. */
function leafOf(d: Diagrams): Leaf {
  const [applies, fails] = [d.variable(), d.variable()];
  const rulings: Steps<Bool> = [d.variable(), d.variable(), d.variable()];
  const ends = (make: (step: Bool) => Bool): Steps<Bool> => [make(rulings[0]), make(rulings[1]), make(rulings[2])];
  return { applies, fails, best: ends(step => d.and(step, d.not(fails))), worst: ends(step => d.or(step, fails)) };
}

/** The steps of one ruling: block is also ask, and ask also warn. A leaf that does not apply does not fail. */
function inOrder({ applies, fails, worst }: Leaf, d: Diagrams): Bool {
  const implies = (a: Bool, b: Bool): Bool => d.or(d.not(a), b);
  return d.and(implies(worst[2], worst[1]), implies(worst[1], worst[0]), implies(fails, applies));
}

/** A leaf that does not fail has one of its rulings. */
function withinRange(
  { applies, fails, worst: [warn, ask, block] }: Leaf,
  range: NodeRange,
  flags: (name: string) => Bool,
  d: Diagrams,
): Bool {
  const steps: Readonly<Record<Ruling, Bool>> = {
    pass: d.not(warn),
    warn: d.and(warn, d.not(ask)),
    ask: d.and(ask, d.not(block)),
    block,
  };
  return d.and(
    d.or(d.not(applies), fails, ...range.rulings.map(ruling => steps[ruling])),
    d.or(fails, appliesWhere(range, applies, flags, d)),
    failsWhere(range, fails, flags, d),
  );
}

/** Where a node fails: those that ask for the effects of every action share a flag. */
function failsWhere({ fails: where }: NodeRange, fails: Bool, flags: (name: string) => Bool, d: Diagrams): Bool {
  if (where === undefined) return d.yes;
  if (where === 'never') return d.not(fails);
  return d.choose(fails, flags(EFFECTS_FAIL), d.not(flags(EFFECTS_FAIL)));
}

/** Where a node applies that does not fail: nodes that apply to the same share a flag. */
function appliesWhere({ applies: where }: NodeRange, applies: Bool, flags: (name: string) => Bool, d: Diagrams): Bool {
  if (where === undefined) return d.yes;
  if (where === 'always') return applies;
  return d.choose(applies, flags(where), d.not(flags(where)));
}

function constraint(older: Leaf, newer: Leaf, comparison: Comparison, d: Diagrams): Bool {
  if (comparison === 'unknown') return d.yes;
  if (comparison === 'wider' || comparison === 'wider_or_no_longer')
    return constraint(newer, older, comparison === 'wider' ? 'narrower' : 'narrower_or_newly', d);
  const same = (a: Bool, b: Bool): Bool => d.choose(a, b, d.not(b));
  const implies = (a: Bool, b: Bool): Bool => d.or(d.not(a), b);
  const eachStep = (relate: (a: Bool, b: Bool) => Bool): Bool =>
    d.and(...([0, 1, 2] as const).map(step => relate(older.worst[step], newer.worst[step])));
  const together = d.and(same(older.fails, newer.fails), implies(older.applies, newer.applies));
  if (comparison === 'equal') return d.and(together, same(older.applies, newer.applies), implies(older.applies, eachStep(same)));
  const newly = comparison === 'narrower' ? d.and(newer.best[2]) : d.not(newer.fails);
  return d.and(together, implies(older.applies, eachStep(implies)), implies(d.and(newer.applies, d.not(older.applies)), newly));
}

/** What the leaves and conditions of a tree say. */
export interface Says<B> {
  readonly leaf: (name: string) => Symbolic<B>;
  readonly holds: (condition: ConditionName) => B;
  /** Where it cannot be answered. */
  readonly fails: (condition: ConditionName) => B;
}

/** Returns the ruling of a side: whether it is at least warn, ask and block. */
export function rulingOf<B>({ tree, ...root }: Side, says: Says<B>, d: Booleans<B>): Steps<B> {
  return collapsed(root, symbolic(tree, symbolicAlgebra(d), says, d), d);
}

function symbolic<B>(tree: Formula, algebra: SymbolicAlgebra<B>, says: Says<B>, d: Booleans<B>): Symbolic<B> {
  const said = inner(tree, algebra, says, d);
  return tree.onError === undefined ? said : algebra.onError(said, tree.onError);
}

function inner<B>(tree: Formula, algebra: SymbolicAlgebra<B>, says: Says<B>, d: Booleans<B>): Symbolic<B> {
  if ('leaf' in tree) return says.leaf(tree.leaf);
  const children = tree.of.map(child => symbolic(child, algebra, says, d));
  const [first, second] = children as [Symbolic<B>, Symbolic<B>?];
  if ('if' in tree) {
    return algebra.branch(says.holds(tree.if), says.fails(tree.if), first, second);
  }
  const { join } = tree;
  switch (join.by) {
    case 'worst':
      return algebra.worst(children);
    case 'best':
      return algebra.kthBest(children, 1);
    case 'kthBest':
      return algebra.kthBest(children, join.k);
    case 'reverse':
      return algebra.reverse(first);
    case 'escalated':
      return algebra.escalated(first, second as Symbolic<B>);
  }
}

/** The ruling of the root: an open ruling at its strictest, nothing that applies at the default. */
function collapsed<B>(
  { default: fallback, observes }: Omit<Side, 'tree'>,
  { applies, worst }: Symbolic<B>,
  d: Booleans<B>,
): Steps<B> {
  if (observes === true) return [d.no, d.no, d.no];
  const at = (step: 0 | 1 | 2): B => d.choose(applies, worst[step], severityOf(fallback) > step ? d.yes : d.no);
  return [at(0), at(1), at(2)];
}
