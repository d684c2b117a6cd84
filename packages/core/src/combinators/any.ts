import { best } from '../algebra.ts';
import { defineNode } from '../policy/definition.ts';
import { distinctIntervals, evaluateChildren, intervalOf, restsOn, verdictFor } from '../engine/evaluator.ts';
import type { GuardInput } from '../model/guard.ts';
import type { GuardNode } from '../model/node.ts';
import { chain } from '../model/maybe.ts';
import type { Join } from '../model/node.ts';
import type { Verdict } from '../model/verdict.ts';
import {
  ALL_OPTIONS,
  applicable,
  combinator,
  firstBest,
  chosenShortCircuit,
  settledAs,
  shortCircuitParams,
  takeChildren,
  withoutOne,
} from './combinator.ts';
import type { CombinatorOptions } from './combinator.ts';

/**
 * Permit-overrides: the best child that applies.
 *
 * | a \ b     | pass | warn    | ask     | block   | error     | skipped |
 * |-----------|------|---------|---------|---------|-----------|---------|
 * | **pass**  | pass | pass    | pass    | pass    | pass      | pass    |
 * | **warn**  | pass | warn    | warn    | warn    | ≤ warn    | warn    |
 * | **ask**   | pass | warn    | ask     | ask     | ≤ ask     | ask     |
 * | **block** | pass | warn    | ask     | block   | error     | block   |
 * | **error** | pass | ≤ warn  | ≤ ask   | error   | error     | error   |
 *
 * With only skipped children it is skipped. An open ruling ends at its strictest: `≤ ask` as ask, `error` as block.
 * Every child is evaluated, in order; with `shortCircuit` it stops at a pass. An empty list throws. When the action goes
 * ahead the first best child commits, and no other.
 *
 * @example
 * ```ts
 * import { Any, PolicyEngine, block, guard, pass } from '@licet/core';
 *
 * const engine = new PolicyEngine(Any(guard('strict', () => block('not here', { fix: 'go there' })), guard('owner', () => pass())));
 * engine.evaluateSync({ kind: 'bash' }).ruling; // => 'pass'
 * ```
 */
export function Any(...guards: readonly (GuardInput | CombinatorOptions)[]): GuardNode {
  const { children, options } = takeChildren('Any', guards);
  const enough =
    options.shortCircuit === true ? (soFar: readonly Verdict[]): boolean => settledAs(soFar.at(-1), 'pass') : undefined;
  return combinator(
    'any',
    children,
    chosenShortCircuit(options),
    options,
    {
      join: JOIN,
      check: (_action, ctx) => chain(evaluateChildren(ctx, children, enough), judge),
      determining: theBest,
      committing: verdicts => firstBest(verdicts, 1),
    },
    ALL_OPTIONS,
  );
}

const JOIN: Join = Object.freeze({ by: 'best' });

function judge(verdicts: readonly Verdict[]): Verdict {
  return verdictFor(best(distinctIntervals(verdicts)), verdicts);
}

function theBest(verdicts: readonly (Verdict | undefined)[]): readonly number[] {
  const result = best(verdicts.map(verdict => verdict && intervalOf(verdict)));
  if (result === undefined) return [];
  const indices = applicable(verdicts).filter(index => restsOn(verdicts[index], result));
  return result.worst === 3 ? indices : firstBest(verdicts, 1);
}

/** `any` in governance.yaml. */
export const anyDefinition = defineNode({
  kind: 'any',
  doc: 'permit-overrides: the best child that applies',
  lifts: () => true,
  analysis: {
    joins: () => JOIN,
    mistakes: withoutOne,
  },
  rulings: [
    ['a child passes, warns or asks', 'the best of them'],
    ['every child that applies blocks', 'block'],
    ['no child applies', 'skipped'],
  ],
  example: 'any: [{ requires: reviewed }, { human_approval: {} }]',
  params: shortCircuitParams,
  children: { list: 'of', bare: true },
  build: (params, children) => Any(...children, params),
});
