import { EpistemicError, exportGraph, graphJson, importGraph, memoryGraph, readGraphDocument, SEEDS } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { puts } from '../support/shorthand.ts';

describe('exportGraph', () => {
  it('gives the same bytes after an import of its own output', async () => {
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

    expect(graph.find({ name: 'file' })).toMatchObject({ id: 'id-file', name: 'FILE', depths: [{ level: 0 }, { level: 1 }] });
  });

  it('writes nothing when one edge leads nowhere', async () => {
    const graph = memoryGraph();
    const relata = [{ relation: 'REQUIRES', target: 'nowhere', target_depth: 'D1' }] as const;
    const document = { version: 1, primitives: [{ name: 'a' }, { name: 'b', depths: [{ level: 'D0', relata }] }] } as const;

    await expect(importGraph(graph, document, { now: 0 })).rejects.toMatchObject({ code: 'dangling_target' });
    expect(graph.snapshot().size).toBe(0);
  });
});

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
