import { EpistemicError, memoryGraph } from '@licet/epistemic';
import { deferredGraph } from 'licet/source/grounding/openGraph.ts';
import { describe, expect, it } from 'vitest';

describe('deferredGraph', () => {
  it('is opened when it is first used, and once', () => {
    let opened = 0;
    const graph = deferredGraph('main', 'memory', () => {
      opened += 1;
      return memoryGraph();
    });

    expect([opened, graph.kind]).toEqual([0, 'memory']);
    expect(graph.close()).toBeUndefined();
    expect(graph.snapshot()).toMatchObject({ size: 0 });
    expect(graph.find({ name: 'file' })).toBeUndefined();
    expect([graph.proposals(), graph.write([]), graph.clear(), opened]).toEqual([[], '0', 0, 1]);
  });

  it.each([
    ['throws at once', () => fault('graph_corrupt')],
    ['rejects', async () => Promise.reject(new EpistemicError('graph_corrupt', 'it is torn'))],
  ])('says which graph it is when opening %s', async (_how, open) => {
    const graph = deferredGraph('main', 'sqlite', open);

    await expect((async () => graph.snapshot(['file']))()).rejects.toMatchObject({
      name: 'GovernanceError',
      code: 'store_unavailable',
      message: 'the knowledge graph `main` cannot be used: it is torn (graph_corrupt)',
    });
    expect(await graph.close()).toBeUndefined();
  });

  it('lets a stale snapshot through, which grounding answers by looking again', () => {
    const stale = deferredGraph('main', 'sqlite', () => ({ ...memoryGraph(), snapshot: () => fault('snapshot_stale') }));

    expect(() => stale.snapshot()).toThrow(expect.objectContaining({ code: 'snapshot_stale' }));
  });
});

function fault(code: 'graph_corrupt' | 'snapshot_stale'): never {
  throw new EpistemicError(code, 'it is torn');
}
