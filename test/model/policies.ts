import { RULINGS } from '@licet/core';
import * as fc from 'fast-check';

import type { LeafSays, PolicySpec } from './policySpec.ts';

/** Which policies are wanted. Everything is in unless it is left out. */
export interface PolicyArbitraryOptions {
  /** Leaves that throw or return no verdict, and conditions that fail. @defaultValue true */
  readonly errors?: boolean;
  /** Leaves that skip, and `When` without `otherwise`. @defaultValue true */
  readonly skips?: boolean;
  /** Leaves that answer by promise, reject or hang. @defaultValue true */
  readonly later?: boolean;
  /** Nodes with `onError`. @defaultValue true */
  readonly onError?: boolean;
  /** The most levels below the root. @defaultValue 4 */
  readonly maxDepth?: number;
}

/** Leaves as specs: what `options` allow, in equal parts, but hanging ones rarely, because they cost time. */
export function leafSpecs(options: PolicyArbitraryOptions = {}): fc.Arbitrary<PolicySpec> {
  const { errors = true, skips = true, later = true } = options;
  const says: readonly LeafSays[] = [
    ...RULINGS,
    ...(skips ? (['skip'] as const) : []),
    ...(errors ? (['throw', 'nonsense'] as const) : []),
    ...(errors && later ? (['reject'] as const) : []),
  ];
  const common = { weight: 24, arbitrary: fc.constantFrom(...says) };
  const rare = { weight: errors && later ? 1 : 0, arbitrary: fc.constant('hang' as const) };
  return fc.record({
    kind: fc.constant('leaf' as const),
    says: fc.oneof(common, rare),
    later: later ? fc.boolean() : fc.constant(false),
  });
}

/**
 * Policy trees of every node and every sort of leaf, as data. Shrinks towards a single passing leaf. Build one with
 * `buildSpec`.
 */
export function policySpecs(options: PolicyArbitraryOptions = {}): fc.Arbitrary<PolicySpec> {
  const { maxDepth = 4, onError = true } = options;
  const depthIdentifier = fc.createDepthIdentifier();
  return fc.letrec<{ tree: PolicySpec }>(tie => {
    const nodes = nodeArbitraries(tie('tree'), options);
    const tree = fc.oneof({ maxDepth, depthIdentifier, depthSize: 'small' }, leafSpecs(options), ...nodes);
    return { tree: onError ? labelled(tree) : tree };
  }).tree;
}

function labelled(tree: fc.Arbitrary<PolicySpec>): fc.Arbitrary<PolicySpec> {
  const onError = fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constantFrom('ask' as const, 'warn' as const));
  return fc
    .tuple(tree, onError)
    .map(([spec, ruling]) => (ruling === undefined ? spec : Object.assign({ onError: ruling }, spec)));
}

function nodeArbitraries(tree: fc.Arbitrary<PolicySpec>, options: PolicyArbitraryOptions): fc.Arbitrary<PolicySpec>[] {
  const { errors = true, skips = true } = options;
  const children = fc.array(tree, { minLength: 1, maxLength: 4 });
  const answers = [true, false, ...(errors ? (['throws', 'nonsense'] as const) : [])];
  const branches = skips ? fc.oneof(fc.tuple(tree, tree), fc.tuple(tree)) : fc.tuple(tree, tree);
  const shortCircuit = fc.boolean();
  return [
    fc.record({ kind: fc.constantFrom('all' as const, 'any' as const), of: children, shortCircuit }),
    children.chain(of =>
      fc.record({
        kind: fc.constant('threshold' as const),
        pass: fc.integer({ min: 1, max: of.length }),
        of: fc.constant(of),
        shortCircuit,
      }),
    ),
    fc.record({ kind: fc.constant('not' as const), of: fc.tuple(tree) }),
    fc.record({ kind: fc.constant('when' as const), if: fc.constantFrom(...answers), of: branches }),
    fc.record({ kind: fc.constant('escalate' as const), of: fc.tuple(tree, tree) }),
  ];
}
