import { buildPolicy, buildTree, describeTree, digestPolicy } from '@licet/core/policy';
import type { Json } from '@licet/core';
import type { BuildContext, Match } from '@licet/core/nodes';
import type { NodeData } from '@licet/core/policy';
import { match } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import { printPolicy, toSpec } from '@licet/core/yaml';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { load, options } from './support/loading.ts';
import { cases } from '../../../support/longRuns.ts';

const { registry } = options;
const context: BuildContext = {
  root: '/project',
  home: '/home/me',
  condition: source => (typeof source === 'string' ? celCondition(source) : match(source as Match)),
  resource: () => undefined,
};

// Any text: quotes, colons, line ends, controls, marks that reorder text, emoji; sometimes long enough to be folded.
const unit = fc.oneof(
  fc.constantFrom(
    ...Array.from('\0\x07\t\n\r\x7f\x85\u200b\u2028\u202e\u2066\ufeff\ufffd\u00ad\u200d\ufe0f\u{e0041} \'"\\:#-?&*!|>%@`{}[],~'),
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom('null', 'true', '0x1f', '.inf', '1e3', 'a long word ', '<<', '=', '---'),
);
const text = fc.array(unit, { minLength: 1, maxLength: 30 }).map(units => units.join(''));
const leaf: fc.Arbitrary<NodeData> = fc.oneof(
  text.map(fact => ({ kind: 'named', params: { fact } })),
  fc
    .record(
      {
        maxItems: fc.integer({ min: 1, max: 1e9 }),
        perUnit: fc.constantFrom('session', 'agent'),
        byTool: fc.dictionary(
          text.filter(key => key !== '__proto__' && key !== '<<'),
          fc.integer({ min: -5, max: 5 }),
          { minKeys: 1, maxKeys: 3 },
        ),
        nested: fc.record({ innerName: text, evenDeeper: fc.array(fc.record({ lastOne: fc.boolean() }), { maxLength: 2 }) }),
      },
      { requiredKeys: [] },
    )
    .map(params => (Object.keys(params).length === 0 ? { kind: 'limits' } : { kind: 'limits', params: { ...params } })),
);
const condition: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom('action.task_type == "deploy"', 'risk > 0.5 && session.evaluated < 10', '"x" in action.payload'),
  fc.record({ kind: text, taskType: fc.array(text, { minLength: 1, maxLength: 2 }) }),
);

const labelled = (node: fc.Arbitrary<NodeData>): fc.Arbitrary<NodeData> =>
  fc
    .tuple(
      node,
      fc.record({ layer: fc.constantFrom('boundary', 'intent'), onError: fc.constantFrom('ask', 'warn') }, { requiredKeys: [] }),
    )
    .map(([data, labels]): NodeData => ({ ...data, ...labels }));

const { tree } = fc.letrec<{ tree: NodeData }>(tie => {
  const some = fc.array(tie('tree'), { minLength: 1, maxLength: 3 });
  const shortCircuit = fc.constantFrom({}, { params: { shortCircuit: true } });
  return {
    tree: labelled(
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc
          .tuple(fc.constantFrom('all', 'any'), some, shortCircuit)
          .map(([kind, children, params]) => ({ kind, ...params, children })),
        tie('tree').map(child => ({ kind: 'not', children: [child] })),
        fc.tuple(tie('tree'), tie('tree')).map(children => ({ kind: 'escalate', children })),
        fc
          .tuple(some, fc.nat())
          .map(([children, n]) => ({ kind: 'threshold', params: { pass: 1 + (n % children.length) }, children })),
        fc
          .tuple(condition, fc.array(tie('tree'), { minLength: 1, maxLength: 2 }))
          .map(([source, children]) => ({ kind: 'when', params: { if: source }, children })),
      ),
    ),
  };
});

/** Gives every second node an id, so that ids are many and never the same. */
function withIds(data: NodeData, next = { id: 0 }): NodeData {
  const id = next.id++;
  const children = data.children?.map(child => withIds(child, next));
  return { ...data, ...(id % 2 === 1 && { id: `node-${id}` }), ...(children !== undefined && { children }) };
}

describe('toSpec', () => {
  it('is undone by loading, for any tree', () => {
    fc.assert(
      fc.property(
        tree.map(data => withIds(data)),
        data => {
          const loaded = load(printPolicy({ data, settings: { default: 'ask', guardTimeoutMs: 7 } }, registry));

          expect(loaded.data).toEqual(data);
          expect(loaded.settings).toEqual({ default: 'ask', guardTimeoutMs: 7 });
          expect(toSpec(loaded.data, registry)).toEqual(toSpec(data, registry));
        },
      ),
      { numRuns: cases(150) },
    );
  });

  it('describes a tree that is the same when it is built again, for any tree', () => {
    fc.assert(
      fc.property(
        tree.map(data => withIds(data)),
        data => {
          const built = buildTree(data, registry, context);
          const again = buildTree(describeTree(built), registry, context);
          const loaded = load(printPolicy({ data }, registry));
          const compiled = buildPolicy(JSON.parse(JSON.stringify(loaded.compiled)), { ...options, conditions: celCondition });

          const digest = digestPolicy(built);
          expect([again, loaded.policy, compiled.policy].map(digestPolicy)).toEqual([digest, digest, digest]);
        },
      ),
      { numRuns: cases(150) },
    );
  });

  it.each([' \n', '\t\n', '  \n\n', ' a\n', '\n a', '\u0000'])('carries the text %j there and back', fact => {
    const data = { kind: 'named', params: { fact } };

    expect(load(printPolicy({ data }, registry)).data).toEqual(data);
  });

  it('uses the shortest form of a node', () => {
    expect(toSpec({ kind: 'all', children: [{ kind: 'named', id: 'a', params: { fact: 'x' } }] }, registry)).toEqual({
      all: [{ id: 'a', named: 'x' }],
    });
    expect(toSpec({ kind: 'any', params: { shortCircuit: true }, children: [{ kind: 'limits' }] }, registry)).toEqual({
      any: { short_circuit: true, of: [{ limits: {} }] },
    });
  });

  it('refuses a node that exists only in code, and a kind that is not defined', () => {
    expect(() => toSpec({ kind: 'guard', name: 'mine', opaque: true }, registry)).toThrow('node `mine` exists only in code');
    expect(() => toSpec({ kind: 'stranger' }, registry)).toThrow('there is no node `stranger`');
  });
});
