import { PolicyEngine } from '@licet/core';
import { EdgePolicies, SEEDS, importGraph, memoryGraph, policiesFor, policyRegistry } from '@licet/epistemic';
import type { Cardinality } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';

async function files() {
  const graph = memoryGraph();
  await importGraph(graph, SEEDS.filesystem, { now: 0 });
  return graph;
}

describe('policiesFor', () => {
  it('lists the policies of an act by the number of objects, without an engine or an action', async () => {
    const graph = await files();
    const named = async (cardinality?: Cardinality | null) =>
      (await policiesFor(graph, ['delete', 'file'], { ...(cardinality !== undefined && { cardinality }) })).map(
        ({ policy, source, target }) => `${source} ${target} ${policy.name}`,
      );

    expect(await named('multiple')).toEqual(['delete file BulkFileDeletePolicy']);
    expect(await named('single')).toEqual([]);
    expect(await named(null)).toEqual(await named('multiple'));
    expect(await named()).toEqual(await named('multiple'));
    expect(await policiesFor(graph, ['read', 'file'])).toEqual([]);
  });

  it.each(['single', 'multiple', null] as const)('finds what EdgePolicies enforces for `%s`', async cardinality => {
    const graph = await files();
    const engine = new PolicyEngine(EdgePolicies({ graph, concepts: ['delete', 'file'], cardinality: () => cardinality }));
    const { ruling } = await engine.evaluate({ kind: 'bash' });

    expect((await policiesFor(graph, ['delete', 'file'], { cardinality })).length > 0).toBe(ruling === 'ask');
  });

  it('knows the policies that code has placed', async () => {
    const graph = await files();
    const registry = policyRegistry();
    registry.register(() => ({ passed: true }), { key: 'own', name: 'Own', source: 'read', target: 'file', sourceDepth: 2 });

    expect((await policiesFor(graph, ['read', 'file'], { registry })).map(({ policy }) => policy.name)).toEqual(['Own']);
  });

  it('refuses concepts that are not grounded, none at all, and a number that is none', async () => {
    const graph = await files();
    const refused = async (concepts: readonly string[]) => policiesFor(graph, concepts);

    await expect(refused(['delete', 'rocket'])).rejects.toThrow("'rocket' is not in the knowledge graph");
    await expect(refused([])).rejects.toThrow('found no concepts');
    expect(() => policiesFor(graph, ['delete', 'file'], { cardinality: 'many' as never })).toThrow(
      '`single`, `multiple` or null',
    );
  });
});
