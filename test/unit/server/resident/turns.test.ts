import { expect, it } from 'vitest';

import { turns } from '../../../../packages/server/src/resident/turns.ts';

it('lets one in at a time, in their order', async () => {
  const all = turns();
  const order: string[] = [];
  const first = await all.take(1_000);
  const others = ['a', 'b'].map(async name => {
    const give = await all.take(60_000);
    order.push(name);
    give?.();
  });
  expect(order).toEqual([]);
  first?.();
  await Promise.all(others);

  expect(order).toEqual(['a', 'b']);
  expect(await all.take(0)).toBeDefined();
});

it('does not wait for ever, and gives no turn to who has left', async () => {
  const all = turns();
  const give = await all.take(0);
  expect(await all.take(1)).toBeUndefined();
  give?.();

  expect(await all.take(0)).toBeDefined();
});

it('gives a turn back once, however often that is said', async () => {
  const all = turns();
  const first = await all.take(0);
  first?.();
  const second = await all.take(0);
  first?.();

  expect(await all.take(1)).toBeUndefined();
  second?.();
});
