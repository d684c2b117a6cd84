import { uuids } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;

describe('uuids', () => {
  it('makes version 7 UUIDs that carry the time', () => {
    const id = uuids(() => 0x0123456789ab)();

    expect(id).toMatch(UUID_7);
    expect(id.startsWith('01234567-89ab-7')).toBe(true);
  });

  it('sorts by order of making, also when the clock stops, runs backwards or is fractional', () => {
    let now = 1_000.75;
    const next = uuids(() => now);
    const ids = Array.from({ length: 10_000 }, (_each, index) => {
      if (index === 5_000) now = 10;
      return next();
    });

    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(UUID_7);
  });

  it('makes different ids in two makers at the same time', () => {
    expect(uuids(() => 5)()).not.toBe(uuids(() => 5)());
  });
});
