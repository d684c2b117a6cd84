import { readDuration } from '@licet/core/text';

/** So long lasts what never ends: a hundred years, in milliseconds. */
export const FOREVER_MS = 3_155_760_000_000;

/** Says how long a while is, in its largest whole unit: `90 seconds`, `2 hours`. Rounds up. */
export function durationText(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ] as const;
  const [name, size] = units.find(([, unit]) => ms >= 2 * unit || ms === unit) ?? (['second', 1_000] as const);
  const count = Math.max(1, Math.ceil(ms / size));
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Returns a time that has been checked, a text such as `15m` or milliseconds, in milliseconds. */
export function milliseconds(time: string | number): number;
export function milliseconds(time: string | number | undefined): number | undefined;
export function milliseconds(time: string | number | undefined): number | undefined {
  return typeof time === 'string' ? readDuration(time) : time;
}
