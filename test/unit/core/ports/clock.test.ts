import { systemClock } from '@licet/core';
import { describe, expect, it } from 'vitest';

describe('systemClock', () => {
  it('tells the time of day and a time that never goes back', () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
    expect(systemClock.elapsed()).toBeLessThanOrEqual(systemClock.elapsed());
  });

  it('calls once after its time, and not at all when it was called off', async () => {
    let calls = 0;
    systemClock.after(1, () => calls++);
    systemClock.after(1, () => calls++)();
    await new Promise(resolve => setTimeout(resolve, 20));

    expect(calls).toBe(1);
  });
});
