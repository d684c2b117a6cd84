import { Any, PolicyEngine, block, createRegistry, guard, memoryAudit, pass } from '@licet/core';
import type { GuardNode } from '@licet/core';
import { collectCoverage, comparePolicies, mutantsOf, readVerdictTree } from '@licet/analysis';
import { defineNode, param, params } from '@licet/core/nodes';
import type { AnyDefinition } from '@licet/core/nodes';
import { buildTree } from '@licet/core/policy';
import type { NodeData } from '@licet/core/policy';
import type { EvaluationRecord } from '@licet/core/store';
import { guardDefinitions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

describe('defineNode', () => {
  it('freezes the definition and changes nothing', () => {
    const definition = { kind: 'mine', doc: 'mine', params: () => ({}) as never, build: () => guard('mine', () => pass()) };

    expect(defineNode(definition)).toBe(definition);
    expect(Object.isFrozen(definition)).toBe(true);
  });
});

const silent = defineNode({
  kind: 'one_of',
  doc: 'an `any` of somebody else',
  params: params({ note: param.optional(param.text()) }),
  children: { list: 'of' },
  build: (_given, children): GuardNode => Object.freeze({ ...Any(...children), name: 'one_of', kind: 'one_of' }),
});
const one: AnyDefinition = {
  ...silent,
  analysis: {
    joins: () => ({ by: 'best' }),
    mistakes: node => [['`one_of` is empty', { ...node, children: [] }]],
  },
};
const gate = defineNode({
  kind: 'gate',
  doc: 'a `when` of somebody else',
  params: params({ if: param.condition() }),
  children: { fields: [{ name: 'then' }, { name: 'otherwise', optional: true }] },
  analysis: {
    joins: () => ({ by: 'branch' }),
  },
  build: (_given, [then]) => then as GuardNode,
});
const registry = createRegistry([...guardDefinitions, one, gate]);
const context = { root: '/', home: '/', condition: () => ({ test: () => true, text: '' }), resource: () => undefined };

describe('a combinator that the core does not know', () => {
  const budget = (max: number): NodeData => ({ kind: 'budget', params: { max } });
  const of = (...children: readonly NodeData[]): NodeData => ({ kind: 'one_of', children });
  const within = (child: NodeData): NodeData => ({ kind: 'gate', params: { if: { kind: 'bash' } }, children: [child] });

  it.each([of, within])('is compared by what its definition says of it', put => {
    const proof = comparePolicies({ policy: put(budget(5)), settings: {} }, { policy: put(budget(4)), settings: {} }, registry);

    expect(proof).toEqual({ neverMilder: true, neverStricter: false, obstacles: [] });
  });

  it('is compared as a whole where its definition does not say how it joins', () => {
    const nodes = createRegistry([...guardDefinitions, silent]);
    const proof = (older: NodeData, newer: NodeData) =>
      comparePolicies({ policy: older, settings: {} }, { policy: newer, settings: {} }, nodes);

    expect(proof(of(budget(5)), of(budget(5)))).toMatchObject({ neverMilder: true, neverStricter: true });
    expect(proof(of(budget(5)), of(budget(4)))).toMatchObject({ neverMilder: false, neverStricter: false });
  });

  it('is recorded with what its children said', () => {
    const audit = memoryAudit();
    const [yes, no] = [guard('yes', () => pass()), guard('no', () => block('no', { fix: 'go' }))];
    new PolicyEngine(silent.build({}, [no, yes], context), { audit }).evaluateSync({ kind: 'bash' });
    const { verdicts = '' } = audit.records[0] as EvaluationRecord;

    expect(verdicts).toBe('|(bp)');
    expect(readVerdictTree(verdicts).ruling).toBe('pass');
  });

  it('is mistaken and covered as it says', () => {
    const compiled = { format: 1 as const, policy: of({ kind: 'floor' }), settings: {}, sources: [], usesCel: false };

    expect(mutantsOf(compiled, registry).map(({ change }) => change)).toEqual(['`one_of` is empty']);
    expect(collectCoverage().result(within(budget(5)), registry).nodes[0]?.missing).toEqual(['applies', 'otherwise']);
  });
});

describe('a definition of a combinator', () => {
  const leaf: NodeData = { kind: 'requires', params: { fact: 'a' } };

  it.each<NodeData>([
    { kind: 'all', children: [leaf, leaf] },
    { kind: 'any', params: { shortCircuit: true }, children: [leaf, leaf] },
    { kind: 'threshold', params: { pass: 2 }, children: [leaf, leaf, leaf] },
    { kind: 'not', children: [leaf] },
    { kind: 'when', params: { if: { kind: 'bash' } }, children: [leaf] },
    { kind: 'escalate', children: [leaf, leaf] },
  ])('joins as the node that it builds: %j', data => {
    const { join } = buildTree(data, registry, context);

    expect(join).toBeDefined();
    expect(registry.get(data.kind)?.analysis?.joins?.(data.params ?? {})).toEqual(join);
  });
});
