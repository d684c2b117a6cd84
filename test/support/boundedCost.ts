import { expect } from 'vitest';

const measured = process.env['LICET_COSTS'] === '1';

function cpuMs(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
}

/** The processor time of one `JSON.parse` of 1 MB, in milliseconds: the shortest of seven. */
function peerMs(): number {
  const records = Array.from({ length: 20_000 }, (_none, at) => ({ id: at, name: `name of ${at}`, tags: ['a', 'b'] }));
  const text = JSON.stringify(records);
  const parseOnce = (): number => {
    const begun = process.threadCpuUsage();
    JSON.parse(text);
    return cpuMs(begun);
  };
  return Math.min(...Array.from({ length: 7 }, parseOnce));
}

/**
 * Starts a timer of this thread's processor time. The function that it returns ends it, and fails where the time is more than `times`
 * the time of `JSON.parse` of 1 MB in the same run. It compares only in `pnpm bench:hostile`: in a test run, where other work and
 * the counting of coverage slow the two differently, the work has to end, and that is all.
 */
export function boundedCost(): (times: number) => void {
  const begun = process.threadCpuUsage();
  return times => {
    const spent = cpuMs(begun);
    if (!measured) return;
    const ratio = spent / peerMs();
    console.log(`${ratio.toFixed(1).padStart(8)} of ${times}  ${expect.getState().currentTestName ?? ''}`);
    expect(ratio).toBeLessThan(times);
  };
}
