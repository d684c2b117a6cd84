import { describe, expect, it } from 'vitest';

import { currentPolicy } from '../../../packages/server/src/servedPolicy.ts';
import type { ServedPolicy } from '../../../packages/server/src/servedPolicy.ts';

/** Policies whose files change when they are told to: each has the number of its opening. */
function opening() {
  const closed: number[] = [];
  let opened = 0;
  const open = () => {
    const number = ++opened;
    const sources = [{ file: '/there/is/no/such/file', text: 'x' }];
    return { engine: number, settings: {}, sources, close: () => void closed.push(number) } as unknown as ServedPolicy;
  };
  return { open, closed, count: () => opened };
}
const numberOf = ({ engine }: ServedPolicy): number => engine as unknown as number;

describe('the policy as its files stand now', () => {
  it('is opened again once a file has changed, and the old one is closed', async () => {
    const { open, closed } = opening();
    const policy = currentPolicy(open, () => undefined);

    expect([await policy.use(numberOf), await policy.use(numberOf)]).toEqual([1, 2]);
    expect(closed).toEqual([1]);
    await policy.close();
    expect(closed).toEqual([1, 2]);
  });

  it('stays open for those who still work under it', async () => {
    const { open, closed } = opening();
    const policy = currentPolicy(open, () => undefined);
    const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = policy.use(() => {
      begun.resolve();
      return done.promise;
    });
    await begun.promise;
    expect(await policy.use(numberOf)).toBe(2);
    expect(closed).toEqual([]);
    done.resolve();
    await slow;

    expect(closed).toEqual([1]);
  });

  it('is opened once for all who wait for it', async () => {
    const { open, count } = opening();
    const policy = currentPolicy(
      async () => open(),
      () => undefined,
    );

    expect(await Promise.all([policy.use(numberOf), policy.use(numberOf)])).toEqual([1, 1]);
    expect(count()).toBe(1);
  });

  it('is never an older one instead of one that does not load, and may load the next time', async () => {
    const { open } = opening();
    const faults: unknown[] = [];
    let fails = false;
    const policy = currentPolicy(
      () => {
        if (fails) throw new Error('broken');
        return open();
      },
      error => faults.push(error),
    );
    await policy.use(numberOf);
    fails = true;

    await expect(policy.use(numberOf)).rejects.toMatchObject({ code: 'policy_unavailable' });
    expect(faults).toEqual([new Error('broken')]);
    fails = false;
    expect(await policy.use(numberOf)).toBe(2);
  });
});
