import type { Effect } from '@licet/core';
import { createRegistry, PolicyEngine } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import type { GroundingHost } from '@licet/epistemic/nodes';
import type { GroundingResult } from '@licet/epistemic';
import {
  edgePoliciesDefinition,
  edgePoliciesDefinitionFor,
  groundedDefinition,
  groundedDefinitionFor,
} from '@licet/epistemic/nodes';
import { importGraph, memoryGraph, policyRegistry, SEEDS } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';

const known = createRegistry([groundedDefinition, edgePoliciesDefinition]);

async function load(text: string, registry = known) {
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

describe('the nodes of a host', () => {
  const POLICY = 'version: 1\npolicy:\n  all:\n    - grounded: { graph: main }\n    - edge_policies: { graph: main }\n';
  const remove: Effect = {
    kind: 'delete',
    target: { type: 'file', lexical: '/a', resolved: '/a' },
    via: [],
    certainty: 'certain',
  };

  async function decide(host: GroundingHost, command: string) {
    const registry = createRegistry([groundedDefinitionFor(host), edgePoliciesDefinitionFor(host)]);
    const { policy } = await load(POLICY, registry);
    return new PolicyEngine(policy, { effects: () => [remove] }).evaluate({ kind: 'bash', payload: { command } });
  }

  it('show it every grounding, and pay no heed to what it throws', async () => {
    const seen: string[][] = [];

    const evaluation = await decide(
      {
        onTrace: ({ resolved }) => {
          seen.push([...resolved]);
          throw new Error('broken on purpose');
        },
      },
      'rm a',
    );

    expect(evaluation.passed).toBe(true);
    expect(seen).toEqual([
      ['delete', 'file'],
      ['delete', 'file'],
    ]);
  });

  it('end the fix of an action that is not grounded with its advice', async () => {
    const advice = (graph: string, { resolved }: GroundingResult): string => `teach ${resolved.join(' and ')} to ${graph}`;

    expect((await decide({ advice }, '# vre: delete, file, rocket\nrm a')).fix?.summary).toMatch(
      /^add the concept 'rocket' .*; teach delete and file and delete and file and rocket to main$/,
    );
    expect((await decide({ advice }, 'rm a')).fix).toBeUndefined();
  });

  it('hold a declaration against what is derived, without being told to', async () => {
    expect(await decide({}, '# vre: list\nrm a')).toMatchObject({ ruling: 'block', code: 'under_declared' });
    expect(await decide({}, '# vre: delete, file\nrm a')).toMatchObject({ ruling: 'pass' });
  });
});
