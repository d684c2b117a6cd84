import { GovernanceError } from '../model/errors.ts';

/** A size as policies write it: `10MiB`, `500kB`, `1024B`. */
export const SIZE: RegExp = /^(?<count>[1-9]\d{0,8})(?<unit>B|kB|MB|GB|KiB|MiB|GiB)$/;

/** A time as policies and commands write it: `90s`, `15m`, `24h`, `7d`. */
export const DURATION: RegExp = /^(?<count>[1-9]\d{0,8})(?<unit>ms|s|m|h|d)$/;

const BYTES: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};
const MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Returns how many bytes a size is: a whole number and a unit, `B`, `kB`, `MB`, `GB` (of 1,000) or `KiB`, `MiB`, `GiB` (of
 * 1,024). Throws for anything else.
 *
 * @example
 * ```ts
 * import { parseSize } from '@licet/core';
 *
 * parseSize('10MiB'); // => 10485760
 * ```
 */
export function parseSize(text: string): number {
  return parsed(text, SIZE, BYTES, 'a size like `10MiB`');
}

/**
 * Returns how many milliseconds a time is: a whole number and a unit, `ms`, `s`, `m`, `h` or `d`. Throws for anything else.
 *
 * @example
 * ```ts
 * import { parseDuration } from '@licet/core';
 *
 * parseDuration('2h'); // => 7200000
 * ```
 */
export function parseDuration(text: string): number {
  return parsed(text, DURATION, MS, 'a time like `24h`');
}

function parsed(text: string, shape: RegExp, units: Readonly<Record<string, number>>, expected: string): number {
  const { count, unit } = shape.exec(text)?.groups ?? {};
  const factor = unit === undefined ? undefined : units[unit];
  if (factor === undefined) throw new GovernanceError('invalid_param', `expected ${expected}, found \`${text}\``);
  return Number(count) * factor;
}
