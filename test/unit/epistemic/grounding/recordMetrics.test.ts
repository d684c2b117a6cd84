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
});
