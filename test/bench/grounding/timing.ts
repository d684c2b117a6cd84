import { quantile } from '../measure.ts';

/** What calls took, in microseconds. */
export interface Times {
  readonly best: number;
  readonly p50: number;
  readonly p99: number;
}

/** Times calls one by one, after as many that are not counted. */
export async function timesOf(act: (at: number) => unknown, count: number): Promise<Times> {
  for (let at = 0; at < Math.min(count, 2_000); at += 1) await act(at);
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const started = process.hrtime.bigint();
    const going = act(at);
    if (going instanceof Promise) await going;
    times.push(Number(process.hrtime.bigint() - started) / 1_000);
  }
  return { best: quantile(times, 0), p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** How many rounds {@link inTurns} plays where the caller does not say. */
const ROUNDS = 25;

/** Times several acts in turns of `count` calls, so that what else the machine does meets each alike. The turns are sorted by their mean. Many short turns are the steadiest: most of
 * them are over before the machine turns to something else. */
export async function inTurns(acts: readonly ((at: number) => unknown)[], count: number, most = ROUNDS): Promise<Times[]> {
  const rounds = acts.map((): number[] => []);
  for (let round = -3; round < most; round += 1) {
    for (const [index, act] of acts.entries()) {
      const started = performance.now();
      for (let at = 0; at < count; at += 1) {
        const going = act(at);
        if (going instanceof Promise) await going;
      }
      if (round >= 0) rounds[index]!.push(((performance.now() - started) / count) * 1_000);
    }
  }
  return rounds.map(times => ({ best: quantile(times, 0), p50: quantile(times, 0.5), p99: quantile(times, 0.99) }));
}

/** One line of a table: the times, and how many times the base they are. */
export function line(label: string, { best, p50, p99 }: Times, base?: Times): string {
  const cell = (value: number): string => value.toFixed(1).padStart(9);
  const ratio = base === undefined ? '' : `${(p50 / base.p50).toFixed(2).padStart(8)}x`;
  return `${label.padEnd(56)}${cell(best)}${cell(p50)}${cell(p99)}${ratio}`;
}

/** The head of a table of lines. */
export const HEAD: string = `${'microseconds'.padEnd(56)}${'best'.padStart(9)}${'p50'.padStart(9)}${'p99'.padStart(9)}    p50 x`;
