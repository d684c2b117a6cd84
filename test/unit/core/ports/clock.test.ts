import { systemClock } from '@licet/core';
import { describe, expect, it } from 'vitest';

describe('systemClock', () => {
  it('tells the time of day and a time that never goes back', () => {
    const before = Date.now();
    const now = systemClock.now();
    expect([before <= now, now <= Date.now()]).toEqual([true, true]);
    expect(systemClock.elapsed()).toBeLessThanOrEqual(systemClock.elapsed());
  });

  it('calls once after its time, and not at all when it was called off', async () => {
    let calls = 0;
    systemClock.after(1, () => calls++);
    systemClock.after(1, () => calls++)();
    await new Promise(resolve => setTimeout(resolve, 20));

    expect(calls).toBe(1);
  });

  it('does not call at once where the time is longer than a timer of the platform', async () => {
    let calls = 0;
    const cancel = systemClock.after(2 ** 31, () => calls++);
    await new Promise(resolve => setTimeout(resolve, 20));
    cancel();

    expect(calls).toBe(0);
  });

  it('keeps the process alive until a timer rings where its caller asks for that, and only then', () => {
    const timers = (): number => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
    const before = timers();
    const cancels = [systemClock.after(60_000, () => undefined), systemClock.after(60_000, () => undefined, true)];

    expect(timers() - before).toBe(1);
    for (const cancel of cancels) cancel();
    expect(timers()).toBe(before);
  });
});
