import { importGraph, memoryGraph, policyRegistry, SEEDS } from '@licet/epistemic';
import { validatePlacements } from '../../../../packages/epistemic/src/policies/registry.ts';
import { describe, expect, it } from 'vitest';

const place = { source: 'delete', target: 'file', sourceDepth: 'D3', name: 'P' } as const;
const allow = () => ({ passed: true });

describe('policyRegistry', () => {
  it('finds a placement by folded names and exact depth, keyed by the function', () => {
    const registry = policyRegistry();
    registry.register(allow, { ...place, source: 'straße' });

    expect(registry.placements('STRASSE', 'FILE', 3)).toMatchObject([{ key: 'allow', policy: { name: 'P', callback: 'allow' } }]);
    expect(registry.placements('STRASSE', 'FILE', 2)).toEqual([]);
  });

  it('refuses a key twice, a nameless callback and anything once frozen', () => {
    const registry = policyRegistry();
    registry.register(allow, place);

    expect(() => registry.register(allow, place)).toThrow('distinct');
    expect(() => registry.provide('allow', allow)).toThrow('distinct');
    expect(() => registry.register(() => ({ passed: true }), place)).toThrow('key');
    expect(() => registry.provide('x', 'os.system' as never)).toThrow(expect.objectContaining({ code: 'invalid_param' }));
    registry.freeze();
    expect(() => registry.register(allow, { ...place, key: 'other' })).toThrow('before constructing VRE');
    registry.clear();
    expect([registry.size, registry.register(allow, place) === allow, registry.size]).toEqual([0, true, 1]);
  });

  it('lets registrations be stacked, and holds any number of placements', () => {
    const registry = policyRegistry();
    const same = registry.register(registry.register(allow, { ...place, key: 'a', name: 'A' }), {
      ...place,
      key: 'b',
      name: 'B',
    });

    expect(same).toBe(allow);
    expect(registry.placements('delete', 'file', 3).map(each => each.policy.name)).toEqual(['A', 'B']);
  });

  it('keeps registries apart', () => {
    const [one, two] = [policyRegistry(), policyRegistry()];
    one.register(allow, place);

    expect([two.size, two.callback('allow')]).toEqual([0, undefined]);
  });
});

describe('a placement without a depth', () => {
  const anywhere = { source: place.source, target: place.target, name: place.name };

  it('is on every edge between its two concepts, and an orphan only where there is none', async () => {
    const graph = memoryGraph();
    await importGraph(graph, SEEDS.filesystem, { now: 0 });
    const registry = policyRegistry();
    registry.register(allow, anywhere);
    const names = (depth: 2 | 3): readonly string[] => registry.placements('DELETE', 'file', depth).map(each => each.policy.name);

    expect([names(2), names(3)]).toEqual([['P'], ['P']]);
    expect(registry.orphans(graph.snapshot())).toEqual([]);
    registry.register(allow, { ...anywhere, key: 'x', source: 'file', target: 'delete' });
    expect(registry.orphans(graph.snapshot()).map(each => [each.sourceDepth, each.reason])).toEqual([
      [null, 'no APPLIES_TO edge'],
    ]);
  });
});

describe('validatePlacements', () => {
  it('names every policy that no edge carries', async () => {
    const graph = memoryGraph();
    await importGraph(graph, SEEDS.filesystem, { now: 0 });
    const registry = policyRegistry();
    registry.register(allow, place);
    expect(() => validatePlacements(registry, graph.snapshot())).not.toThrow();

    registry.register(allow, { ...place, key: 'a', name: 'WrongDepth', sourceDepth: 'D2' });
    registry.register(allow, { ...place, key: 'b', name: 'NoSource', source: 'launch' });
    registry.register(allow, { ...place, key: 'c', name: 'NoTarget', target: 'rocket' });

    expect(registry.orphans(graph.snapshot()).map(each => [each.name, each.reason])).toEqual([
      ['WrongDepth', 'no APPLIES_TO edge at this source depth'],
      ['NoSource', 'source primitive not found'],
      ['NoTarget', 'target primitive not found'],
    ]);
    expect(() => validatePlacements(registry, graph.snapshot())).toThrow(/WrongDepth.*NoSource.*NoTarget/);
  });
});
