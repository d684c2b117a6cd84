import type { Interval } from '../algebra.ts';
import { reverse } from '../algebra.ts';
import { defineNode } from '../policy/definition.ts';
import { evaluateChild, intervalOf } from '../engine/evaluator.ts';
import { InvariantError } from '../model/errors.ts';
import type { GuardInput } from '../model/guard.ts';
import type { GuardNode, Join, NodeLabels } from '../model/node.ts';
import { toGuard } from '../model/guard.ts';
import { chain } from '../model/maybe.ts';
import { rulingAt } from '../model/ruling.ts';
import type { Verdict } from '../model/verdict.ts';
import { ask, block, pass, skip, warn } from '../model/verdict.ts';
import { combinator, noParams } from './combinator.ts';

/**
 * Order reversal, for turning an allow-list into a deny-list.
 *
 * | child   | pass  | warn | ask  | block | error | skipped |
 * |---------|-------|------|------|-------|-------|---------|
 * | **Not** | block | ask  | warn | pass  | error | skipped |
 *
 * `Not(Not(g))` rules as `g` does. An error stays open and ends as block: no fault becomes a pass by being denied. A
 * partly open ruling is reversed at both ends. Nothing below `Not` ever commits, so a guard that counts, such as a budget, is refused there:
 * `InvariantError` with the code `never_counted`.
 *
 * @example
 * ```ts
 * import { Not, PolicyEngine, guard, pass } from '@licet/core';
 *
 * const engine = new PolicyEngine(Not(guard('knownHost', () => pass())));
 * engine.evaluateSync({ kind: 'network' }).ruling; // => 'block'
 * ```
 */
export function Not(guard: GuardInput, options: NodeLabels = {}): GuardNode {
  const child = toGuard(guard);
  refuseCounting(child);
  const name = child.id ?? child.name;
  return combinator('not', Object.freeze([child]), {}, options, {
    join: JOIN,
    check: (_action, ctx) => chain(evaluateChild(ctx, child), verdict => inverted(name, verdict)),
    determining: () => [0],
    committing: () => [],
  });
}

/** Throws if a guard, or one below it, rules by what it takes when actions go ahead. */
function refuseCounting({ name, id, counts, children = [] }: GuardNode): void {
  if (counts === true)
    throw new InvariantError(
      'never_counted',
      `\`${id ?? name}\` counts nothing below \`not\`: put it beside \`not\`, or reverse a condition with \`when\` instead`,
    );
  children.forEach(refuseCounting);
}

const JOIN: Join = Object.freeze({ by: 'reverse' });

function inverted(name: string, verdict: Verdict): Verdict {
  const interval = reverse(intervalOf(verdict));
  if (interval === undefined) return skip();
  if (verdict.range !== undefined) return reopened(verdict, interval);
  const details = { code: 'inverted', evidence: { inverted: verdict.ruling, guard: verdict.guard } };
  const fix = `do something that \`${name}\` does not let through`;
  switch (rulingAt(interval.worst)) {
    case 'pass':
      return pass(details);
    case 'warn':
      return warn(`\`${name}\` would ask, and the policy says the opposite`, details);
    case 'ask':
      return ask(`\`${name}\` only warns, and the policy says the opposite`, { ...details, fix });
    case 'block':
      return block(`\`${name}\` lets this through, and the policy says the opposite`, { ...details, fix });
  }
}

function reopened(verdict: Verdict, interval: Interval): Verdict {
  const { range: _open, ...rest } = verdict;
  const ruling = rulingAt(interval.worst);
  return Object.freeze(interval.best === interval.worst ? { ...rest, ruling } : { ...rest, ruling, range: interval });
}

/** `not` in governance.yaml. */
export const notDefinition = defineNode({
  kind: 'not',
  doc: 'order reversal: pass becomes block, warn becomes ask, and back',
  analysis: {
    joins: () => JOIN,
  },
  lifts: () => true,
  rulings: [
    ['the child passes, warns, asks or blocks', 'block, ask, warn or pass'],
    ['the child is skipped', 'skipped'],
  ],
  example: 'not: { requires: frozen }',
  params: noParams,
  children: { body: true },
  build: (_params, [child]) => Not(child as GuardNode),
});
