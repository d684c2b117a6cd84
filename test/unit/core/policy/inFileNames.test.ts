import { createRegistry, guard, pass } from '@licet/core';
import { defineNode, param, params } from '@licet/core/nodes';
import { inFileNames } from '@licet/core/policy';
import { expect, test } from 'vitest';

const limit = defineNode({
  kind: 'limit',
  doc: 'counts',
  params: params({
    halfLife: param.duration(),
    steps: param.optional(param.list(param.object({ lastsFor: param.either(param.duration(), param.text()) }))),
    names: param.optional(param.record(param.object({ earnedBy: param.match() }))),
  }),
  build: () => guard('limit', () => pass()),
});
const registry = createRegistry([limit]);
const told = (given: object): unknown => inFileNames({ kind: 'limit', params: given as never }, registry).params;

test.each([
  [{ halfLife: 5_400_000 }, { half_life: '90m' }],
  [{ halfLife: 172_800_000 }, { half_life: '2d' }],
  [{ halfLife: 1_500 }, { half_life: '1500ms' }],
  [{ steps: [{ lastsFor: 3_600_000 }, { lastsFor: 'ever' }] }, { steps: [{ lasts_for: '1h' }, { lasts_for: 'ever' }] }],
  [
    { names: { myFact: { earnedBy: { taskType: 'x', runs: ['a'] } } } },
    { names: { myFact: { earned_by: { task_type: 'x', runs: ['a'] } } } },
  ],
])('%j is told as the file has it', (given, wanted) => {
  expect(told(given)).toEqual(wanted);
});

test('a node that exists only in code, and one that the registry does not have, stay as they are', () => {
  const tree = {
    kind: 'all',
    children: [
      { kind: 'mine', opaque: true as const, params: { aB: 1 } },
      { kind: 'limit', params: { halfLife: 1_000 } },
    ],
  };

  expect(inFileNames(tree, registry).children).toEqual([
    { kind: 'mine', opaque: true, params: { aB: 1 } },
    { kind: 'limit', params: { half_life: '1s' } },
  ]);
});
