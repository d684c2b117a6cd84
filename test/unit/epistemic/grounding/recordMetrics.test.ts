import { ground, metricsRecorder } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { puts } from '../support/shorthand.ts';
import { STORES } from '../support/stores.ts';

describe.each(STORES)('metricsRecorder on $name', store => {
  it('counts requested concepts, in one write that leaves the version alone', async () => {
    await using open = await store.open();
    await open.graph.write(puts(['b 0', 'a 01 1:REQ>b@1', 'c 01']));
    const recorder = metricsRecorder(open.graph);
    const { version } = await open.graph.snapshot();

    recorder.note(await ground(open.graph, ['a']), 1_000);
    recorder.note(await ground(open.graph, ['c', 'unknown']), 2_000);
    recorder.note(await ground(open.graph, ['c'], { minDepth: 'D4' }), 3_000);
    await recorder.flush();
    await recorder.flush();

    const metricsOf = async (name: string) => (await open.graph.find({ name }))?.metrics;
    expect(await metricsOf('a')).toEqual({
      groundingCount: 1,
      failureCount: 0,
      lastGrounded: '1970-01-01T00:00:01.000Z',
      lastFailed: null,
    });
    expect(await metricsOf('b')).toBeUndefined();
    expect(await metricsOf('c')).toMatchObject({ groundingCount: 1, failureCount: 1, lastFailed: '1970-01-01T00:00:03.000Z' });
    expect((await open.graph.snapshot()).version).toBe(version);
  });

  it('adds up with another recorder of the same graph', async () => {
    await using open = await store.open();
    await open.graph.write(puts(['a 01']));
    const [first, second] = [metricsRecorder(open.graph), metricsRecorder(open.graph)];
    const result = await ground(open.graph, ['a']);

    for (const recorder of [first, second, second]) recorder.note(result, 1_000);
    await Promise.all([first.flush(), second.flush()]);

    expect((await open.graph.find({ name: 'a' }))?.metrics?.groundingCount).toBe(3);
  });

  it('keeps what a failed write could not add', async () => {
    await using open = await store.open();
    await open.graph.write(puts(['a 01']));
    const { graph } = open;
    const faults = [new Error('away')];
    const recorder = metricsRecorder({
      kind: graph.kind,
      snapshot: concepts => graph.snapshot(concepts),
      find: key => graph.find(key),
      proposals: () => graph.proposals(),
      clear: () => graph.clear(),
      close: () => graph.close(),
      write: changes => {
        const fault = faults.pop();
        if (fault !== undefined) throw fault;
        return graph.write(changes);
      },
    });

    recorder.note(await ground(graph, ['a']), 1_000);
    await expect(recorder.flush()).rejects.toThrow('away');
    await recorder.flush();

    expect((await graph.find({ name: 'a' }))?.metrics?.groundingCount).toBe(1);
  });
});
