/** What one subject in one process measured. Times are nanoseconds for one decision; passes are CPU time, single calls wall time. */
export interface Measurement {
  /** Of the median pass over all inputs. */
  readonly median: number;
  /** Of the best pass: what a quiet machine would show. */
  readonly best: number;
  /** Of single calls, each timed alone with the cost of the timer taken off; absent where that makes no sense. */
  readonly p50?: number;
  readonly p99?: number;
}

type Pass = () => void | Promise<void>;

const WARM_UP_MS = 600;
const MEASURE_MS = 1_200;

/** Runs `pass`, which makes `decisions` decisions, until the time is up. */
export async function measure(
  pass: Pass,
  decisions: number,
  single: ((index: number) => unknown) | undefined,
): Promise<Measurement> {
  await repeat(pass, WARM_UP_MS);
  const passes = await repeat(pass, MEASURE_MS);
  const [median, best] = [quantile(passes, 0.5) / decisions, quantile(passes, 0) / decisions];
  if (single === undefined) return { median, best };
  const calls = await timeCalls(single, decisions);
  return { median, best, p50: quantile(calls, 0.5), p99: quantile(calls, 0.99) };
}

/** The CPU time of this process in nanoseconds, all threads: what the neighbours on the machine do is not in it. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1_000;
}

/** Repeats a pass and returns the CPU time of each. */
async function repeat(pass: Pass, forMs: number): Promise<readonly number[]> {
  const times: number[] = [];
  const until = performance.now() + forMs;
  do {
    const startedAt = cpuTime();
    const going = pass();
    if (going !== undefined) await going;
    times.push(cpuTime() - startedAt);
  } while (performance.now() < until);
  return times;
}

async function timeCalls(single: (index: number) => unknown, count: number): Promise<readonly number[]> {
  const costs = Array.from({ length: 1_000 }, () => {
    const startedAt = process.hrtime.bigint();
    return Number(process.hrtime.bigint() - startedAt);
  });
  const timer = quantile(costs, 0.5);
  const calls: number[] = [];
  for (let index = 0; index < count; index++) {
    const startedAt = process.hrtime.bigint();
    const going = single(index);
    if (going instanceof Promise) await going;
    calls.push(Math.max(0, Number(process.hrtime.bigint() - startedAt) - timer));
  }
  return calls;
}

/** Returns the value below which the given share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
