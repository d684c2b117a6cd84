import type { ActionInput, Guard, Verdict } from '@licet/core';
import { All, Any, PolicyEngine, block, guard, pass } from '@licet/core';

import { leafAt } from './leaves.ts';
import type { Leaf } from './leaves.ts';

/** Decides about an action: 0 for pass to 3 for block. */
export type Decide = (action: ActionInput) => number | Promise<number>;

const BLOCKED: Verdict = block('the comparison does not hold', { fix: 'do something else' });
const SEVERITY = { pass: 0, warn: 1, ask: 2, block: 3 } as const;

/** An `All` of `Any`s of five leaves each, or of single leaves when there are fewer. */
function shape<T>(leaves: readonly T[], all: (children: readonly T[]) => T, any: (children: readonly T[]) => T): T {
  if (leaves.length < 5) return all(leaves);
  const groups: T[] = [];
  for (let at = 0; at < leaves.length; at += 5) groups.push(any(leaves.slice(at, at + 5)));
  return all(groups);
}

/** The baseline: the same tree as nested closures over severities, with no verdicts, no names and no trace. */
export function closures(count: number): Decide {
  const leaf =
    (test: Leaf): ((action: ActionInput) => number) =>
    action =>
      test(action) ? 0 : 3;
  const leaves = Array.from({ length: count }, (_, index) => leaf(leafAt(index)));
  type Node = (action: ActionInput) => number;
  const all =
    (children: readonly Node[]): Node =>
    action => {
      let worst = 0;
      for (const child of children) worst = Math.max(worst, child(action));
      return worst;
    };
  const any =
    (children: readonly Node[]): Node =>
    action => {
      let best = 3;
      for (const child of children) best = Math.min(best, child(action));
      return best;
    };
  return shape(leaves, all, any);
}

function engineOf(count: number, toGuard: (test: Leaf, index: number) => Guard): PolicyEngine {
  const leaves = Array.from({ length: count }, (_, index) => toGuard(leafAt(index), index));
  return new PolicyEngine(
    shape(
      leaves,
      children => All(...children),
      children => Any(...children),
    ),
    { default: 'pass' },
  );
}

/** The engine with synchronous guards. */
export function licetSync(count: number): Decide {
  const engine = engineOf(count, (test, index) => guard(`leaf_${index}`, action => (test(action) ? pass() : BLOCKED)));
  return action => SEVERITY[engine.evaluateSync(action).ruling];
}

/** The same, and the trace tree is read each time. */
export function licetTrace(count: number): Decide {
  const engine = engineOf(count, (test, index) => guard(`leaf_${index}`, action => (test(action) ? pass() : BLOCKED)));
  return action => SEVERITY[engine.evaluateSync(action).trace.ruling ?? 'block'];
}

/** The asynchronous entry with synchronous guards. */
export function licetAwaited(count: number): Decide {
  const engine = engineOf(count, (test, index) => guard(`leaf_${index}`, action => (test(action) ? pass() : BLOCKED)));
  return async action => SEVERITY[(await engine.evaluate(action)).ruling];
}

/** Every guard really asynchronous: each one has its own deadline. */
export function licetAsync(count: number): Decide {
  const engine = engineOf(count, (test, index) => guard(`leaf_${index}`, async action => (test(action) ? pass() : BLOCKED)));
  return async action => SEVERITY[(await engine.evaluate(action)).ruling];
}
