import { attempt, chain, isPromiseLike } from '@licet/core/nodes';
import { describe, expect, it } from 'vitest';

import { Suspension } from '../../../../packages/core/src/model/maybe.ts';

const fail = (): never => {
  throw new Error('no');
};

describe('chain', () => {
  it('goes on at once with a value and later with a promise', async () => {
    expect(chain(1, n => n + 1)).toBe(2);
    expect(await chain(Promise.resolve(1), n => n + 1)).toBe(2);
  });
});

describe('attempt', () => {
  it('catches what is thrown now and what is rejected later', async () => {
    expect(attempt<number>(fail, () => 7)).toBe(7);
    expect(
      await attempt<number>(
        async () => fail(),
        () => 7,
      ),
    ).toBe(7);
    expect(attempt(() => 1, fail)).toBe(1);
  });
});

describe('isPromiseLike', () => {
  it('knows a promise by its then', () => {
    expect([Promise.resolve(), null, undefined, {}, 7].map(value => isPromiseLike<unknown>(value))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

it('does not end the process where a guard catches what it should have waited for', async () => {
  const unhandled: unknown[] = [];
  const hear = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', hear);
  const { ready } = new Suspension(Promise.reject(new Error('the store is gone')));
  await new Promise(resolve => setTimeout(resolve, 5));
  process.off('unhandledRejection', hear);

  expect(unhandled).toEqual([]);
  await expect(ready).rejects.toThrow('gone');
});
