import { edgePrerequisites, learnGap, templateFor } from '@licet/epistemic/learning';
import { ground, memoryGraph } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { describeLearningCases, origin } from '../../../contract/learningCases.ts';
import { puts } from '../support/shorthand.ts';
import { STORES } from '../support/stores.ts';

for (const store of STORES) describeLearningCases(store);

describe('learnGap', () => {
  const depthOf = (level: 1 | 2 | 3) => ({ level, properties: { new: 1 } });

  it('judges by the live graph, not by the gap it was given', async () => {
    const graph = memoryGraph();
    graph.write(puts(['a 01']));
    const [gap] = (await ground(graph, ['a'], { minDepth: 'D3' })).gaps;

    graph.write(puts(['a 012']));
    await expect(learnGap(graph, gap!, { kind: 'DEPTH', newDepths: [depthOf(2), depthOf(3)] }, origin)).rejects.toThrow(
      'already-grounded',
    );
    graph.write(puts(['a 0']));
    await expect(learnGap(graph, gap!, { kind: 'DEPTH', newDepths: [depthOf(2), depthOf(3)] }, origin)).rejects.toThrow(
      'contiguous chain',
    );
    graph.write(puts(['a 0123']));
    await expect(learnGap(graph, gap!, { kind: 'DEPTH', newDepths: [depthOf(2), depthOf(3)] }, origin)).rejects.toMatchObject({
      code: 'gap_resolved',
    });
    graph.clear();
    await expect(learnGap(graph, gap!, { kind: 'DEPTH', newDepths: [depthOf(2)] }, origin)).rejects.toThrow('not found');
  });

  it('says that a gap is closed when somebody else has closed it', async () => {
    const graph = memoryGraph();
    graph.write(puts(['b 0', 'a 01 1:REQ>b@1']));
    const [existence, relational] = (await ground(graph, ['new', 'a'])).gaps;
    graph.write(puts(['b 01', 'NEW 0']));
    const before = graph.snapshot().version;

    const d1 = depthOf(1);
    await expect(learnGap(graph, relational!, { kind: 'RELATIONAL', newDepths: [d1] }, origin)).rejects.toMatchObject({
      code: 'gap_resolved',
    });
    await expect(learnGap(graph, existence!, { kind: 'EXISTENCE', name: 'new', d1 }, origin)).rejects.toMatchObject({
      code: 'gap_resolved',
    });
    graph.clear();
    await expect(learnGap(graph, relational!, { kind: 'RELATIONAL', newDepths: [d1] }, origin)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect([before, graph.snapshot().size]).toEqual(['2', 0]);
  });

  it('looks again when another writer was faster, and loses neither write', async () => {
    const graph = memoryGraph();
    graph.write(puts(['a 01', 'b 01']));
    const [one, two] = (await ground(graph, ['a', 'b'], { minDepth: 'D2' })).gaps;

    await Promise.all([one, two].map(async gap => learnGap(graph, gap!, { kind: 'DEPTH', newDepths: [depthOf(2)] }, origin)));

    expect((await ground(graph, ['a', 'b'], { minDepth: 'D2' })).gaps.map(gap => gap.kind)).toEqual(['REACHABILITY']);
  });
});

describe('templateFor', () => {
  it('has a slot for everything that is missing', async () => {
    const graph = memoryGraph();
    graph.write(puts(['b 0', 'a 014 1:REQ>b@2', 'lone 0', 'leaf 0', 'leave 0']));
    const { gaps } = await ground(graph, ['new', 'a', 'lone', 'leaves'], { minDepth: 'D1', reachability: 'component' });

    expect(gaps.map(templateFor)).toEqual([
      { kind: 'EXISTENCE', name: 'new', d1: { level: 1, properties: {} } },
      { kind: 'AMBIGUITY', alias: 'leaves', targetName: null },
      { kind: 'DEPTH', newDepths: [{ level: 1, properties: {} }] },
      { kind: 'RELATIONAL', newDepths: [1, 2].map(level => ({ level, properties: {} })) },
      { kind: 'REACHABILITY', sourceName: null, targetName: null, relation: null, sourceDepth: null, targetDepth: null },
    ]);
    expect(() => templateFor({ kind: 'OTHER' } as never)).toThrow('unknown gap type');
  });
});

describe('edgePrerequisites', () => {
  it.each([
    ['none', 1, 1, []],
    ['the source', 2, 1, ['a D2/D1']],
    ['the target', 1, 3, ['b D3/D1']],
    ['both, source first', 3, 2, ['a D3/D1', 'b D2/D1']],
  ] as const)('names %s', async (_, sourceDepth, targetDepth, wanted) => {
    const graph = memoryGraph();
    graph.write(puts(['a 013', 'b 01']));
    const gap = (await ground(graph, ['a', 'b'])).gaps[0]!;
    if (gap.kind !== 'REACHABILITY') throw new Error('expected a reachability gap');
    const edge = {
      kind: 'REACHABILITY',
      sourceName: 'a',
      targetName: 'b',
      relation: 'APPLIES_TO',
      sourceDepth,
      targetDepth,
    } as const;

    const needs = await edgePrerequisites(graph, gap, edge);

    expect(needs.map(need => `${need.primitive.name} D${need.requiredDepth}/D${need.currentDepth}`)).toEqual(wanted);
    await expect(edgePrerequisites(graph, gap, { ...edge, relation: null })).rejects.toThrow('missing relation');
  });
});
