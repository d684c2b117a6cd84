import { kthBest } from '../algebra.ts';
import { defineNode } from '../policy/definition.ts';
import { InvariantError } from '../model/errors.ts';
import { evaluateChildren, intervalOf, verdictFor } from '../engine/evaluator.ts';
import type { GuardInput } from '../model/guard.ts';
import type { GuardNode } from '../model/node.ts';
import { chain } from '../model/maybe.ts';
import type { Join } from '../model/node.ts';
import type { ParamsOf } from '../model/params.ts';
import { rulingAt, severityOf } from '../model/ruling.ts';
import type { NodeData } from '../policy/policyData.ts';
import type { Verdict } from '../model/verdict.ts';
import { ask, block } from '../model/verdict.ts';
import {
  ALL_OPTIONS,
  applicable,
  combinator,
  firstBest,
  chosenShortCircuit,
  settledAs,
  takeChildren,
  thresholdParams,
  withoutOne,
} from './combinator.ts';
import type { CombinatorOptions } from './combinator.ts';

/** What a `threshold` node keeps: how many children must pass. */
export type ThresholdParams = ParamsOf<typeof thresholdParams>;

/**
 * Quorum: the k-th best of the children that apply.
 *
 * | of n children           | result                                        |
 * |-------------------------|-----------------------------------------------|
 * | k pass                  | pass                                          |
 * | k pass or warn          | warn                                          |
 * | k pass, warn or ask     | ask                                           |
 * | fewer                   | block                                         |
 * | fewer than k apply      | block, code `quorum_unreachable`              |
 * | none applies            | skipped                                       |
 * | errors                  | what the k-th best may be at best and at worst |
 *
 * `Threshold(1, …)` rules as `Any`, `Threshold(n, …)` as `All`, over the children that apply. A child that is listed
 * twice counts twice. Needs 1 ≤ k ≤ n, or it throws. Every child is evaluated, in order; with `shortCircuit` it stops
 * once k have passed or k no longer can. When the action goes ahead the first k best children commit.
 *
 * @example
 * ```ts
 * import { PolicyEngine, Threshold, block, guard, pass } from '@licet/core';
 *
 * const yes = guard('tests', () => pass());
 * const no = guard('review', () => block('it has no review', { fix: 'ask for a review' }));
 * new PolicyEngine(Threshold(1, yes, no)).evaluateSync({ kind: 'bash' }).ruling; // => 'pass'
 * new PolicyEngine(Threshold(2, yes, no)).evaluateSync({ kind: 'bash' }).ruling; // => 'block'
 * ```
 */
export function Threshold(k: number, ...guards: readonly (GuardInput | CombinatorOptions)[]): GuardNode {
  const { children, options } = takeChildren('Threshold', guards);
  if (!Number.isInteger(k) || k < 1 || k > children.length) {
    throw new InvariantError(
      'invalid_threshold',
      `\`Threshold\` needs a whole number from 1 to ${children.length}, found \`${k}\``,
      { path: ['pass'] },
    );
  }
  const enough =
    options.shortCircuit === true ? (soFar: readonly Verdict[]): boolean => settled(soFar, k, children.length) : undefined;
  return combinator(
    'threshold',
    children,
    { pass: k, ...chosenShortCircuit(options) },
    options,
    {
      join: joinOf(k),
      check: (_action, ctx) => chain(evaluateChildren(ctx, children, enough), verdicts => quorum(verdicts, k)),
      determining: verdicts => decisive(verdicts, k),
      committing: verdicts => firstBest(verdicts, k),
    },
    ALL_OPTIONS,
  );
}

const joinOf = (k: number): Join => Object.freeze({ by: 'kthBest', k });

function settled(soFar: readonly Verdict[], k: number, n: number): boolean {
  const passed = soFar.filter(verdict => settledAs(verdict, 'pass')).length;
  const blocked = soFar.filter(verdict => settledAs(verdict, 'block')).length;
  return passed >= k || blocked > n - k;
}

function quorum(verdicts: readonly Verdict[], k: number): Verdict {
  const interval = kthBest(verdicts.map(intervalOf), k);
  const applying = verdicts.filter(verdict => verdict.applicable !== false);
  if (interval === undefined || applying.length === 0) return verdictFor(undefined, verdicts);
  if (applying.length < k) {
    return block(`${k} of these checks must pass and only ${applying.length} apply`, {
      code: 'quorum_unreachable',
      recover: 'none',
      fix: 'this action cannot meet the policy as it is written; tell the person who runs the policy',
    });
  }
  const ruling = rulingAt(interval.worst);
  if (interval.best !== interval.worst || ruling === 'pass' || ruling === 'warn') return verdictFor(interval, verdicts);
  const missing = applying.filter(verdict => severityOf(verdict.ruling) >= 2);
  const reason = `${k} of ${applying.length} checks must pass and ${applying.length - missing.length} do: ${missing.map(said).join('; ')}`;
  const fix =
    missing
      .map(verdict => verdict.fix?.summary)
      .filter(summary => summary !== undefined)
      .join('; or: ') || 'meet one more of the checks';
  return (ruling === 'ask' ? ask : block)(reason, { code: 'quorum_not_reached', fix });
}

function said(verdict: Verdict): string {
  return verdict.reason ?? `\`${verdict.guard}\` says ${verdict.ruling}`;
}

/** What the ruling rests on: the k best where the quorum is reached, else the children that prevent it. */
function decisive(verdicts: readonly (Verdict | undefined)[], k: number): readonly number[] {
  const kth = firstBest(verdicts, k)[k - 1];
  if (kth !== undefined && verdicts[kth]?.ruling !== 'block') return firstBest(verdicts, k).toSorted((a, b) => a - b);
  return applicable(verdicts).filter(index => severityOf((verdicts[index] as Verdict).ruling) >= 2);
}

/** Asks for no more children than there are. */
const within = (node: NodeData): NodeData => ({
  ...node,
  params: { ...node.params, pass: Math.min(Number(node.params?.['pass']), node.children?.length ?? 0) },
});

/** `threshold` in governance.yaml: `{ pass: 2, of: [ … ] }`. */
export const thresholdDefinition = defineNode({
  kind: 'threshold',
  doc: 'quorum: so many of the children must pass',
  analysis: {
    joins: ({ pass }) => joinOf(Number(pass)),
    mistakes: node => withoutOne(node).map(([change, changed]) => [change, within(changed)]),
  },
  lifts: ({ pass }, _index, count) => Number(pass) < count,
  rulings: [
    ['so many children pass', 'pass'],
    ['so many pass, warn or ask', 'the ruling of the last that is needed'],
    ['fewer do', 'block'],
  ],
  example: 'threshold: { pass: 2, of: [{ requires: tests_passing }, { requires: reviewed }, { requires: staged }] }',
  params: thresholdParams,
  children: { list: 'of' },
  build: ({ pass, ...options }, children) => Threshold(pass, ...children, options),
});
