import { memorySessions } from '@licet/core';
import { describe, expect, it } from 'vitest';

describe('memorySessions', () => {
  it('settles and releases everything that a holder has, under every key', () => {
    const store = memorySessions();
    for (const key of ['x', 'y']) {
      for (const holder of ['a', 'b']) void store.reserve({ key, holder, amount: 1, now: 0, expiresAt: 10 });
    }
    void store.settle({ holder: 'a', now: 5 });
    void store.release('b');

    expect(['x', 'y'].map(key => store.used({ key, now: 1_000 }))).toEqual([1, 1]);
  });

  it('forgets who held what once it has lapsed', () => {
    const store = memorySessions();
    for (let call = 0; call < 20_000; call++) {
      void store.reserve({ key: 'k', holder: `${call}`, amount: 1, now: call, expiresAt: call + 10 });
    }

    expect(store.used({ key: 'k', now: 20_000 })).toBe(9);
    expect(store.used({ key: 'k', now: 50_000 })).toBe(0);
  });

  it('folds events without being asked, too', () => {
    const store = memorySessions();
    for (let at = 0; at < 500; at++) void store.append('s', [{ type: 'fact', at, name: 'n', value: at }]);

    expect(store.load('s')).toMatchObject({ version: 500, facts: { n: 499 } });
  });
});
