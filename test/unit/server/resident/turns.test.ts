import { expect, it } from 'vitest';

import { turns } from '../../../../packages/server/src/resident/turns.ts';

it('lets one in at a time, in their order', async () => {
  const { take } = turns();
  const order: string[] = [];
  const first = await take(1_000);
  const others = ['a', 'b'].map(async name => {
    const give = await take(60_000);
    order.push(name);
    give?.();
  });
  expect(order).toEqual([]);
  first?.();
  await Promise.all(others);

  expect(order).toEqual(['a', 'b']);
  expect(await take(0)).toBeDefined();
});

it('does not wait for ever, and gives no turn to who has left', async () => {
  const { take } = turns();
  const give = await take(0);
  expect(await take(1)).toBeUndefined();
  give?.();

  expect(await take(0)).toBeDefined();
});

it('gives a turn back once, however often that is said', async () => {
  const { take } = turns();
  const first = await take(0);
  first?.();
  const second = await take(0);
  first?.();

  expect(await take(1)).toBeUndefined();
  second?.();
});
