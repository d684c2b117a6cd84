import { edgePolicy, importGraph, lintGraph, memoryGraph, policyRegistry, SEEDS } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { primitive, puts } from '../support/shorthand.ts';

function codes(...texts: string[]): string[] {
  const graph = memoryGraph();
  graph.write(puts(texts));
  return lintGraph(graph.snapshot()).map(each => `${each.code} ${each.subject}`);
}

describe('lintGraph', () => {
  it.each([
    ['nothing in a whole pair', ['b 01', 'a 01 1:REQ>b@1'], []],
    ['a hole, and the edge behind it', ['b 01', 'a 013 3:A>b@1'], ['hole a', 'gated_edge a']],
    ['a level that holds nothing', ['b 01', 'a 012- 1:REQ>b@1'], ['empty_depth a']],
    ['a concept without existence', ['b 01 1:REQ>a@0', 'a 1'], ['no_existence a', 'shallow_target b']],
    ['an edge that asks too much', ['b 01', 'a 01 1:REQ>b@4'], ['shallow_target a']],
    ['a concept that is alone', ['a 01'], ['unreachable a']],
  ])('finds %s', (_, texts, wanted) => {
    expect(codes(...texts)).toEqual(wanted);
  });

  it('finds policies that never fire or cannot run', () => {
    const graph = memoryGraph();
    const source = primitive('a 01 1:REQ>b@1 1:A>b@1');
    const policies = [edgePolicy({ name: 'P', callback: 'gone' })];
    const depths = source.depths.map(depth =>
      Object.assign({}, depth, { relata: depth.relata.map(each => Object.assign({}, each, { policies })) }),
    );
    graph.write([...puts(['b 01']), { type: 'put', primitive: { ...source, depths } }]);
    const registry = policyRegistry();
    registry.register(() => ({ passed: true }), { key: 'k', source: 'a', target: 'b', sourceDepth: 'D3', name: 'Misplaced' });

    const found = lintGraph(graph.snapshot(), { registry }).map(each => `${each.code} ${each.subject}`);

    expect(found.toSorted()).toEqual(['inert_policy P', 'missing_callback P', 'orphan_policy Misplaced']);
  });

  it('finds declarations that leave out the object of a policy', async () => {
    const graph = memoryGraph();
    await importGraph(graph, SEEDS.filesystem, { now: 0 });
    const declarations = [['delete'], ['delete', 'user'], ['Delete', 'FILE'], ['read'], ['unknown']];

    expect(lintGraph(graph.snapshot(), { declarations }).filter(each => each.code === 'under_declared')).toHaveLength(2);
    expect(lintGraph(graph.snapshot())).toEqual([]);
  });
});
