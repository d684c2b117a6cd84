import type { GraphDocument, MemoryGraph } from '@licet/epistemic';
import { edgePolicy, EpistemicError, exportGraph, importGraph, memoryGraph, SEEDS } from '@licet/epistemic';
import { exportSnapshot, graphJson, readGraphDocument } from '@licet/epistemic/exchange';
import { describe, expect, it } from 'vitest';
import { puts } from '../support/shorthand.ts';

describe('exportGraph', () => {
  it('gives the same bytes after an import of its output', async () => {
    const first = memoryGraph();
    await importGraph(first, SEEDS.filesystem, { now: 0 });
    first.write([{ type: 'alias', alias: 'Folder', targetId: 'seed:directory' }]);
    const text = graphJson(await exportGraph(first));

    const second = memoryGraph();
    await importGraph(second, readGraphDocument(JSON.parse(text)), { now: 99 });

    expect(graphJson(await exportGraph(second))).toBe(text);
    expect(text).toContain('"folder": "directory"');
    expect(text).toContain('BulkFileDeletePolicy');
  });

  it('does not depend on the order in which concepts were written', async () => {
    const texts = ['c 01', 'b 012 1:REQ>c@1 2:A>c@2', 'a 01 1:DEP>b@1'];
    const [one, two] = [memoryGraph(), memoryGraph()];
    one.write(puts(texts));
    two.write(puts([...texts].reverse()));

    expect(graphJson(await exportGraph(two))).toBe(graphJson(await exportGraph(one)));
  });
});

describe('importGraph', () => {
  it('keeps the id of a concept that the graph knows by name', async () => {
    const graph = memoryGraph();
    graph.write(puts(['file 0']));
    await importGraph(
      graph,
      { version: 1, primitives: [{ name: 'FILE', id: 'other', depths: [{ level: 'D0' }, { level: 'D1' }] }] },
      { now: 0 },
    );

    expect(graph.find({ name: 'file' })).toMatchObject({ id: 'id-file', name: 'file', depths: [{ level: 0 }, { level: 1 }] });
  });

  it('keeps every edge, level, policy and alias that people have taught', async () => {
    const graph = await taught();
    const before = exportSnapshot(graph.snapshot());

    for (const seed of [SEEDS.filesystem, SEEDS.gaps, SEEDS.filesystem]) {
      expect((await importGraph(graph, seed, { now: 9 })).lost).toEqual([]);
    }

    expect(exportSnapshot(graph.snapshot())).toEqual(before);
  });

  it('gives the same graph in whatever order seeds are loaded', async () => {
    const orders = [
      [SEEDS.filesystem, SEEDS.gaps],
      [SEEDS.gaps, SEEDS.filesystem],
    ];
    const texts = orders.map(async order => {
      const graph = memoryGraph();
      for (const seed of order) await importGraph(graph, seed, { now: 0 });
      return graphJson(await exportGraph(graph));
    });

    expect(await texts[1]).toBe(await texts[0]);
  });

  it('writes nothing for a document that brings nothing new', async () => {
    const graph = await taught();
    const { version } = graph.snapshot();

    await importGraph(graph, SEEDS.filesystem, { now: 9 });

    expect(graph.snapshot().version).toBe(version);
  });

  it('refuses a document that contradicts the graph, names every contradiction, and writes nothing', async () => {
    const graph = await taught();
    const before = exportSnapshot(graph.snapshot());

    await expect(importGraph(graph, contrary, { now: 0 })).rejects.toMatchObject({
      code: 'import_conflict',
      message:
        'expected a document that agrees with the graph, found other values for: file D1, the property description; delete D3 APPLIES_TO file@D2, the policy BulkFileDeletePolicy',
    });
    expect(exportSnapshot(graph.snapshot())).toEqual(before);
  });

  it("takes the document's word where that is wanted, and keeps the rest", async () => {
    const graph = await taught();

    const { lost } = await importGraph(graph, contrary, { now: 0, mode: 'update' });

    expect(lost).toEqual(['file D1, the property description', 'delete D3 APPLIES_TO file@D2, the policy BulkFileDeletePolicy']);
    expect(graph.find({ name: 'file' })!.depths[1]!.properties).toMatchObject({
      description: 'a page',
      attributes: expect.anything(),
    });
    expect(policiesOf(graph, 'delete')).toEqual([
      ['BulkFileDeletePolicy', false],
      ['Taught', true],
    ]);
  });

  it('gives concepts exactly the content of the document where that is wanted, and lists what is lost', async () => {
    const graph = await taught();

    const { lost } = await importGraph(graph, contrary, { now: 0, mode: 'replace' });

    expect(lost).toContain('file D2, the whole level');
    expect(lost).toContain('delete D3 APPLIES_TO file@D2, the policy Taught');
    expect(lost).toContain('delete D3 APPLIES_TO directory@D2, the edge');
    expect(policiesOf(graph, 'delete')).toEqual([['BulkFileDeletePolicy', false]]);
    expect(graph.find({ name: 'copy' })!.depths).toHaveLength(4);
  });

  it('writes nothing when one edge leads nowhere', async () => {
    const graph = memoryGraph();
    const relata = [{ relation: 'REQUIRES', target: 'nowhere', target_depth: 'D1' }] as const;
    const document = { version: 1, primitives: [{ name: 'a' }, { name: 'b', depths: [{ level: 'D0', relata }] }] } as const;

    await expect(importGraph(graph, document, { now: 0 })).rejects.toMatchObject({ code: 'dangling_target' });
    expect(graph.snapshot().size).toBe(0);
  });
});

async function taught(): Promise<MemoryGraph> {
  const graph = memoryGraph();
  await importGraph(graph, SEEDS.filesystem, { now: 0 });
  const remove = graph.find({ name: 'delete' })!;
  const policies = [edgePolicy({ name: 'Taught' })];
  const depths = remove.depths.map(depth =>
    Object.assign({}, depth, {
      relata: depth.relata.map(each =>
        each.targetId === 'seed:file' ? { ...each, policies: [...each.policies, ...policies] } : each,
      ),
    }),
  );
  graph.write([
    { type: 'put', primitive: { ...remove, depths } },
    { type: 'alias', alias: 'folder', targetId: 'seed:directory' },
    ...puts(['shred 012']),
  ]);
  return graph;
}

function policiesOf(graph: MemoryGraph, name: string): readonly unknown[] {
  const policies = graph.find({ name })!.depths.flatMap(depth => depth.relata.flatMap(each => each.policies));
  return policies.map(policy => [policy.name, policy.requiresConfirmation]);
}

const contrary: GraphDocument = {
  version: 1,
  primitives: [
    { name: 'file', depths: [{ level: 'D0' }, { level: 'D1', properties: { description: 'a page' } }] },
    {
      name: 'delete',
      depths: [
        {
          level: 'D3',
          relata: [
            {
              relation: 'APPLIES_TO',
              target: 'file',
              target_depth: 'D2',
              policies: [{ name: 'BulkFileDeletePolicy', requires_confirmation: false }],
            },
          ],
        },
      ],
    },
  ],
};

describe('readGraphDocument', () => {
  it('reports every issue with its path', () => {
    const bad = {
      version: 2,
      primitives: [
        { name: '', depth: [] },
        { name: 'a', depths: [{ level: 'D9', relata: [{ relation: 'LIKES', target: 'b' }] }] },
        7,
      ],
    };

    const error = catchError(() => readGraphDocument(bad));

    expect(error).toMatchObject({ code: 'invalid_document' });
    expect(error.message.split('\n')).toEqual([
      'graph.version: expected one of 1, found `2`',
      'graph.primitives[0].depth: expected one of name, id, provenance, depths, found `depth`',
      'graph.primitives[0].name: expected a text, found ``',
      'graph.primitives[1].depths[0].level: expected one of D0, D1, D2, D3, D4, found `D9`',
      expect.stringContaining('graph.primitives[1].depths[0].relata[0].relation: expected one of APPLIES_TO'),
      'graph.primitives[1].depths[0].relata[0].target_depth: expected a value, found none',
      'graph.primitives[2]: expected a map, found `7`',
    ]);
  });

  it.each([null, undefined, 'x', [], 3])('refuses %j', value => {
    expect(catchError(() => readGraphDocument(value)).code).toBe('invalid_document');
  });
});

function catchError(act: () => unknown): EpistemicError {
  try {
    act();
  } catch (error) {
    if (error instanceof EpistemicError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
