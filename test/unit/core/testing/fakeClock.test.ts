import { fakeClock, hastyClock } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

describe('fakeClock', () => {
  it('runs timers in the order of their times and no earlier', async () => {
    const clock = fakeClock(1_000);
    const rang: (readonly [string, number])[] = [];
    clock.after(30, () => rang.push(['late', clock.now()]));
    clock.after(10, () => {
      rang.push(['early', clock.now()]);
      clock.after(5, () => rang.push(['nested', clock.now()]));
    });
    clock.after(20, () => rang.push(['called off', 0]))();

    await clock.advance(29);

    expect(rang).toEqual([
      ['early', 1_010],
      ['nested', 1_015],
    ]);
    expect([clock.now(), clock.elapsed()]).toEqual([1_029, 29]);
    await expect(clock.advance(-1)).rejects.toThrow(/expected milliseconds/u);
  });

  it('can be set back without a timer ringing', () => {
    const clock = fakeClock(5);
    clock.set(1);

    expect([clock.now(), clock.elapsed()]).toEqual([1, 0]);
  });
});

describe('hastyClock', () => {
  it('rings in order, as soon as nothing else is left to do', async () => {
    const clock = hastyClock();
    const rang: string[] = [];
    clock.after(1_000_000, () => rang.push('late'));
    clock.after(10, () => rang.push('early'));
    clock.after(5, () => rang.push('called off'))();

    await expect.poll(() => rang).toEqual(['early', 'late']);
  });
});
