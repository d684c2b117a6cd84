import { GovernanceError } from '../model/errors.ts';

/** A size as policies write it: `10MiB`, `500kB`, `1024B`. */
const SIZE: RegExp = /^(?<count>[1-9]\d{0,8})(?<unit>B|kB|MB|GB|KiB|MiB|GiB)$/;

/** A time as policies and commands write it: `90s`, `15m`, `1.5h`, `7d`, `2 weeks`. */
const DURATION: RegExp =
  /^(?<count>\d{1,9}(?:\.\d{1,6})?|\.\d{1,6}) ?(?<unit>ms|msecs?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)$/i;

const BYTES: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };
/** By the first letters that tell the units apart. */
const MS: readonly (readonly [prefix: string, ms: number])[] = [
  ['ms', 1],
  ['mil', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
];

/**
 * Returns how many bytes a size is: a whole number and a unit, `B`, `kB`, `MB`, `GB` (of 1,000) or `KiB`, `MiB`, `GiB` (of
 * 1,024). Throws for anything else.
 *
 * @example
 * ```ts
 * import { parseSize } from '@licet/core/text';
 *
 * parseSize('10MiB'); // => 10485760
 * ```
 */
export function parseSize(text: string): number {
  const { count, unit } = SIZE.exec(text)?.groups ?? {};
  const factor = unit === undefined ? undefined : BYTES[unit];
  if (factor === undefined) throw new GovernanceError('invalid_param', `expected a size like \`10MiB\`, found \`${text}\``);
  return Number(count) * factor;
}

/**
 * Reads a time: a number and a unit, `30s`, `15m`, `1.5h`, `7d`, `2w`. Returns whole milliseconds; undefined for anything else,
 * for a number without a unit, and for an empty text.
 *
 * @example
 * ```ts
 * import { readDuration } from '@licet/core/text';
 *
 * readDuration('1.5h'); // => 5400000
 * readDuration('15'); // => undefined
 * ```
 */
export function readDuration(text: string): number | undefined {
  const { count, unit = '' } = DURATION.exec(text)?.groups ?? {};
  const factor = MS.find(([prefix]) => unit.toLowerCase().startsWith(prefix))?.[1];
  const ms = factor === undefined ? 0 : Math.round(Number(count) * factor);
  return ms >= 1 ? ms : undefined;
}

/**
 * Returns how many milliseconds a time is, as {@link readDuration} reads it. Throws for anything else.
 *
 * @example
 * ```ts
 * import { parseDuration } from '@licet/core/text';
 *
 * parseDuration('2h'); // => 7200000
 * ```
 */
export function parseDuration(text: string): number {
  const ms = readDuration(text);
  if (ms === undefined) throw new GovernanceError('invalid_param', `expected a time like \`24h\`, found \`${text}\``);
  return ms;
}
