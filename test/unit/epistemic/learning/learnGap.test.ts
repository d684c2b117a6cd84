import { readFileSync } from 'node:fs';
import type { LearningCandidate } from '@licet/epistemic';
import {
  edgePrerequisites,
  exportGraph,
  graphJson,
  ground,
  learnGap,
  memoryGraph,
  provenance,
  templateFor,
} from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { puts } from '../support/shorthand.ts';
import { STORES } from '../support/stores.ts';

interface Case {
  readonly id: string;
  readonly note: string;
  readonly graph: readonly string[];
  readonly query: readonly string[];
  readonly minDepth?: 'D2';
  readonly answer: LearningCandidate;
  readonly refused?: string;
  readonly levels?: Readonly<Record<string, string>>;
  readonly edges?: readonly string[];
  readonly grounded?: boolean;
}

const lines = readFileSync(new URL('../../../golden/epistemic/learning.jsonl', import.meta.url), 'utf8');
const cases = lines
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Case);
const origin = provenance('learned', 5, 'accepted');

for (const store of STORES) {
  describe(`learnGap in ${store.name}`, () => {
    it.each(cases)('$id: $note', async wanted => {
      await using open = await store.open();
      const { graph } = open;
      await graph.write(puts(wanted.graph));
      const ask = async () => ground(graph, wanted.query, { minDepth: wanted.minDepth });
      const { gaps } = await ask();
      const gap = gaps.find(each => each.kind === wanted.answer.kind) ?? gaps.at(-1)!;
      const before = graphJson(await exportGraph(graph));

      if (wanted.refused !== undefined) {
        await expect(learnGap(graph, gap, wanted.answer, origin)).rejects.toThrow(wanted.refused);
        expect(graphJson(await exportGraph(graph))).toBe(before);
        return;
      }
      await learnGap(graph, gap, wanted.answer, origin);

      for (const [name, levels] of Object.entries(wanted.levels ?? {})) {
        const depths = (await graph.find({ name }))!.depths;
        expect(depths.map(depth => depth.level).join('')).toBe(levels);
        for (const depth of depths) {
          const isNew = 'new' in depth.properties || 'is' in depth.properties || 'exists' in depth.properties;
          expect(depth.provenance.source).toBe(isNew ? 'learned' : 'authored');
        }
      }
      const pathway = (await ask()).trace.pathway.map(step => `${step.source} ${step.relation} ${step.target}`);
      expect(pathway).toEqual(expect.arrayContaining([...(wanted.edges ?? [])]));
      if (wanted.grounded !== undefined) expect((await ask()).grounded).toBe(wanted.grounded);
      await expect(learnGap(graph, gap, wanted.answer, origin)).rejects.toMatchObject({ name: 'EpistemicError' });
    });
  });
}

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
