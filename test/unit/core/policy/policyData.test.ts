import { All, Any, Escalate, Not, PolicyEngine, Threshold, When, createRegistry, guard, match, pass } from '@licet/core';
import { label } from '@licet/core/nodes';
import { buildTree, describeTree, digestPolicy } from '@licet/core/policy';
import type { GuardNode } from '@licet/core';
import type { BuildContext } from '@licet/core/nodes';
import type { NodeData } from '@licet/core/policy';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cases } from '../../../support/longRuns.ts';

const context: BuildContext = { root: '/', home: '/', condition: source => match(source as never), resource: () => undefined };
const registry = createRegistry([
  {
    kind: 'leaf',
    doc: 'a leaf',
    params: () => undefined,
    build: (params: object) => ({ name: 'leaf', kind: 'leaf', params, check: () => pass() }),
  } as never,
]);

const leaf = (n: number): GuardNode => ({ name: 'leaf', kind: 'leaf', params: { n, list: [n, null] }, check: () => pass() });
const trees = fc.letrec<{ tree: GuardNode }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.nat(9).map(leaf),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map(children => All(...children, { shortCircuit: true })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map(children => Any(...children)),
    fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map(children => Threshold(2, ...children)),
    tie('tree').map(child => Not(child, { layer: 'intent' })),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => Escalate(a, b, { onError: 'ask' })),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => When({ kind: ['bash', 'r*'] }, a, b)),
  ),
})).tree;

describe('describeTree and buildTree', () => {
  it('are each other reversed, with the same digest', () => {
    fc.assert(
      fc.property(trees, tree => {
        const data = JSON.parse(JSON.stringify(describeTree(tree))) as NodeData;
        const again = buildTree(data, registry, context);

        expect(describeTree(again)).toEqual(data);
        expect(digestPolicy(again)).toBe(digestPolicy(tree));
      }),
      { numRuns: cases(200) },
    );
  });

  it('keep labels', () => {
    const data = describeTree(label(All(leaf(1)), { id: 'top', layer: 'boundary', onError: 'warn' }));

    expect(data).toMatchObject({ id: 'top', layer: 'boundary', onError: 'warn' });
    expect(buildTree(data, registry, context)).toMatchObject({ id: 'top', layer: 'boundary', onError: 'warn' });
  });

  it('refuse code and nodes that are unknown', () => {
    const opaque = describeTree(
      All(
        guard('mine', () => pass()),
        When(function isLate() {
          return true;
        }, leaf(1)),
      ),
    );

    expect(opaque.children).toMatchObject([
      { kind: 'guard', name: 'mine', opaque: true },
      { opaque: true, params: { if: { function: 'isLate' } } },
    ]);
    expect(() => buildTree(opaque, registry, context)).toThrow(expect.objectContaining({ code: 'not_portable' }) as Error);
    expect(() => buildTree({ kind: 'unheard_of' }, registry, context)).toThrow(
      expect.objectContaining({ code: 'unknown_node' }) as Error,
    );
  });

  it('tell policies apart by whatever their params hold', () => {
    const holding = (value: unknown): GuardNode => ({ name: 'odd', kind: 'odd', params: { value }, check: () => pass() });
    const values = [
      /a/u,
      /b/u,
      new Set([1]),
      new Set([2]),
      new Map([[1, 2]]),
      Infinity,
      Number.NaN,
      1n,
      'Infinity ',
      [1],
      { a: 1 },
    ];

    const digests = values.map(value => new PolicyEngine(holding(value)).policyDigest);

    expect(new Set(digests).size).toBe(values.length);
  });
});
