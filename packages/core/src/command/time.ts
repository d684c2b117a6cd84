import { parseDuration } from '../text/quantity.ts';
import { UsageError } from './exit.ts';

const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** Returns the time of an option, a date or how long ago, in epoch milliseconds. Throws a {@link UsageError} for other text. */
export function readTime(option: string, text: string, now: number): number {
  const time = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(time)) return time;
  try {
    return now - parseDuration(text);
  } catch {
    throw new UsageError(
      `\`${option}\` must be a time like \`2026-01-31T12:00:00Z\`, or \`2h\` for two hours ago, found \`${text}\``,
    );
  }
}
