import { createRegistry, PolicyEngine } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { edgePoliciesDefinition, groundedDefinition, importGraph, memoryGraph, policyRegistry, SEEDS } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';

const registry = createRegistry([groundedDefinition, edgePoliciesDefinition]);

async function load(text: string) {
  const graph = memoryGraph();
  await importGraph(graph, SEEDS.filesystem, { now: 0 });
  const resources = (category: string, name: string): unknown => {
    if (category === 'graph' && name === 'main') return graph;
    if (category === 'policies' && name === 'ours') return policyRegistry();
    throw new Error(`there is no ${category} \`${name}\``);
  };
  return loadPolicy(text, { registry, root: '/', home: '/home', resources });
}

describe('the nodes of governance.yaml', () => {
  it('load, and decide as the constructors do', async () => {
    const { policy, data } = await load(`
version: 1
policy:
  all:
    - grounded: { graph: main, min_depth: D3, concepts: [delete, file] }
    - edge_policies: { graph: main, registry: ours, concepts: [delete, file], cardinality: multiple }
`);

    const evaluation = await new PolicyEngine(policy).evaluate({ kind: 'bash' });

    expect(evaluation).toMatchObject({ ruling: 'ask', guard: 'BulkFileDeletePolicy' });
    expect(data.children?.[0]).toMatchObject({ kind: 'grounded', params: { graph: 'main', minDepth: 'D3' } });
  });

  it.each([
    ['an unknown graph', 'grounded: { graph: other }'],
    ['no graph', 'grounded: {}'],
    ['a depth that is none', 'grounded: { graph: main, min_depth: D7 }'],
    ['no concepts', 'grounded: { graph: main, concepts: [] }'],
    ['an unknown key', 'edge_policies: { graph: main, callback: os.system }'],
    ['a cardinality that is none', 'edge_policies: { graph: main, cardinality: plenty }'],
  ])('refuse %s', async (_, node) => {
    await expect(load(`version: 1\npolicy:\n  ${node}\n`)).rejects.toMatchObject({ code: 'policy_invalid' });
  });
});
