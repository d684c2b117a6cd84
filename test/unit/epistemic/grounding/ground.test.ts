import { ground, groundIn, memoryGraph } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { describeGroundingCases } from '../../../contract/groundingCases.ts';
import { puts } from '../support/shorthand.ts';
import { STORES } from '../support/stores.ts';

for (const store of STORES) describeGroundingCases(store);

describe('ground', () => {
  it('lets a generated stand-in replace an unknown concept, and reports it', () => {
    const result = groundIn(memoryGraph().snapshot(), ['frobnicate']);

    const wanted = { source: 'synthetic', detail: expect.stringContaining('frobnicate') };
    expect(result.gaps).toMatchObject([{ kind: 'EXISTENCE', primitive: { provenance: wanted, levels: [] } }]);
    expect(result.trace.primitives).toMatchObject([{ name: 'frobnicate', depths: [], provenance: wanted }]);
  });

  it('shows of a gap what may be seen, and nothing deeper', () => {
    const graph = memoryGraph();
    graph.write(puts(['file 0134', 'delete 0123 3:A>file@4']));

    const result = groundIn(graph.snapshot(), ['delete', 'file']);

    expect(result.gaps).toMatchObject([
      { kind: 'RELATIONAL', source: { levels: [0, 1, 2, 3] }, target: { name: 'file', levels: [0, 1] }, missingLevels: [2] },
    ]);
    expect(JSON.stringify(result.gaps)).not.toContain('known');
    expect(result.trace.primitives[1]!.depths.map(depth => depth.level)).toEqual([0, 1]);
  });

  it.each([
    ['a 01', 'D4', [2, 3, 4]],
    ['a 014', 'D4', [2, 3]],
    ['a 024', 'D4', [1, 3]],
    ['a', 'D1', [0, 1]],
  ] as const)('says which levels of %j are missing up to %s', (text, minDepth, missingLevels) => {
    const graph = memoryGraph();
    graph.write(puts([text]));

    expect(groundIn(graph.snapshot(), ['a'], { minDepth }).gaps).toMatchObject([{ kind: 'DEPTH', missingLevels }]);
  });

  it('refuses a minimum depth that is none, for it could mean no minimum', () => {
    expect(() => groundIn(memoryGraph().snapshot(), ['a'], { minDepth: 'D5' as 'D4' })).toThrow('D0 to D4');
  });

  it('follows the way of the graph: at once where that answers at once', () => {
    expect(ground(memoryGraph(), ['a'])).toMatchObject({ grounded: false });
  });
});
