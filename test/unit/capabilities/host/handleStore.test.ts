import { describe, expect, it } from 'vitest';

import { handleStore } from '../../../../packages/capabilities/src/host/handleStore.ts';
import type { HandleLimits } from '../../../../packages/capabilities/src/host/handleStore.ts';

const output = (id: string, data: unknown, more: object = {}) =>
  ({ id, principal: 'p', tool: 't', expiresAt: 1_000, owed: {}, shownRows: 0, data, ...more }) as never;
function stage(limits: HandleLimits) {
  const evicted: string[] = [];
  const store = handleStore({ ...limits, onEvict: ({ id }) => void evicted.push(id) });
  return { store, evicted };
}

describe('outputs that are kept', () => {
  it('are plain data, without the fields that may not be shown', () => {
    const { store } = stage({});
    store.keep(output('a', [{ id: 1, secret: 2 }], { owed: { fields: ['id'] } }), 0);

    expect(store.find('a')).toMatchObject({ data: [{ id: 1 }], total: 1 });
    expect(store.find('b')).toBeUndefined();
  });

  it('go, the oldest first, where there is no more room', () => {
    const { store, evicted } = stage({ maxEntries: 2 });
    for (const id of ['a', 'b', 'c']) store.keep(output(id, 1), 0);

    expect(evicted).toEqual(['a']);
    expect(store.stats()).toMatchObject({ entries: 2, evicted: 1 });
    expect(store.find('c')?.id).toBe('c');
  });

  it('go without a word when they have expired, before any that is good', () => {
    const { store, evicted } = stage({ maxEntries: 2 });
    store.keep(output('a', 1), 0);
    store.keep(output('b', 1, { expiresAt: 10 }), 0);
    store.keep(output('c', 1), 20);

    expect(evicted).toEqual([]);
    expect(['a', 'b', 'c'].map(id => store.find(id) !== undefined)).toEqual([true, false, true]);
  });

  it('are refused when they are too large, and leave the others', () => {
    const { store } = stage({ maxEntryBytes: 1_000 });
    store.keep(output('a', 'x'), 0);

    expect(store.keep(output('b', 'x'.repeat(1_000)), 0)).toBe(false);
    expect(store.stats()).toMatchObject({ entries: 1, refused: 1 });
  });

  it('free what they took', () => {
    const { store } = stage({ maxBytes: 5_000 });
    for (let turn = 0; turn < 50; turn++) store.keep(output(`${turn}`, 'x'.repeat(500)), 0);
    const { bytes, entries } = store.stats();

    expect(bytes).toBe(entries * (24 + 1_000));
    expect(bytes).toBeLessThanOrEqual(5_000);
  });
});
