import { worst } from '../algebra.ts';
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
  chosenShortCircuit,
  settledAs,
  shortCircuitParams,
  takeChildren,
  withoutOne,
} from './combinator.ts';
import type { CombinatorOptions } from './combinator.ts';

/**
 * Deny-overrides: the worst child that applies.
 *
 * | a \ b     | pass    | warn    | ask     | block | error     | skipped |
 * |-----------|---------|---------|---------|-------|-----------|---------|
 * | **pass**  | pass    | warn    | ask     | block | error     | pass    |
 * | **warn**  | warn    | warn    | ask     | block | ≥ warn    | warn    |
 * | **ask**   | ask     | ask     | ask     | block | ≥ ask     | ask     |
 * | **block** | block   | block   | block   | block | block     | block   |
 * | **error** | error   | ≥ warn  | ≥ ask   | block | error     | error   |
 *
 * With only skipped children it is skipped. An open ruling (`error`, `≥ …`) ends as block at the root. Children are
 * evaluated in order, every one of them, so that all reasons are reported; with `shortCircuit` it stops at a block, the
 * only ruling that nothing can worsen. An empty list throws. When the action goes ahead every child commits.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine, ask, guard, pass } from '@licet/core';
 *
 * const engine = new PolicyEngine(All(guard('fine', () => pass()), guard('careful', () => ask('it is Friday', { fix: 'wait for Monday' }))));
 * engine.evaluateSync({ kind: 'bash' }).ruling; // => 'ask'
 * ```
 */
export function All(...guards: readonly (GuardInput | CombinatorOptions)[]): GuardNode {
  const { children, options } = takeChildren('All', guards);
  const enough =
    options.shortCircuit === true ? (soFar: readonly Verdict[]): boolean => settledAs(soFar.at(-1), 'block') : undefined;
  return combinator(
    'all',
    children,
    chosenShortCircuit(options),
    options,
    {
      join: JOIN,
      check: (_action, ctx) => chain(evaluateChildren(ctx, children, enough), judge),
      determining: theWorst,
      committing: applicable,
    },
    ALL_OPTIONS,
  );
}

const JOIN: Join = Object.freeze({ by: 'worst' });

function judge(verdicts: readonly Verdict[]): Verdict {
  return verdictFor(worst(distinctIntervals(verdicts)), verdicts);
}

function theWorst(verdicts: readonly (Verdict | undefined)[]): readonly number[] {
  const result = worst(verdicts.map(verdict => verdict && intervalOf(verdict)));
  return result === undefined ? [] : applicable(verdicts).filter(index => restsOn(verdicts[index], result));
}

/** `all` in governance.yaml. */
export const allDefinition = defineNode({
  kind: 'all',
  doc: 'deny-overrides: the worst child that applies',
  analysis: {
    joins: () => JOIN,
    mistakes: withoutOne,
  },
  rulings: [
    ['a child blocks, asks or warns', 'the worst of them'],
    ['every child that applies passes', 'pass'],
    ['no child applies', 'skipped'],
  ],
  example: 'all: [{ self_protection: {} }, { budget: { max: 100 } }]',
  params: shortCircuitParams,
  children: { list: 'of', bare: true },
  build: (params, children) => All(...children, params),
});
