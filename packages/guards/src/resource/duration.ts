import type { Zod } from '@licet/core';
import { InvariantError } from '@licet/core';
import { parse } from '@lukeed/ms';
import type { ZodType } from 'zod';

const EXPECTED = 'expected a duration such as `30s`, `15m`, `4h` or `1d`';

/**
 * Reads a duration: one number and one unit, `30s`, `15m`, `4h`, `1d`, `2w`. Returns milliseconds; undefined for anything
 * else, for a number without a unit, and for nothing at all.
 *
 * @example
 * ```ts
 * import { parseDuration } from '@licet/guards';
 *
 * parseDuration('15m'); // => 900000
 * parseDuration('15'); // => undefined
 * ```
 */
export function parseDuration(text: string): number | undefined {
  const ms = /[a-z]$/i.test(text) && text.length <= 40 ? parse(text) : undefined;
  return ms !== undefined && Number.isFinite(ms) && ms >= 1 ? Math.round(ms) : undefined;
}

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

/** A span of time in one of its two forms: milliseconds, or a text such as `15m`. */
export interface Span {
  readonly ms: number | undefined;
  readonly text: string | undefined;
}

/** Returns the milliseconds of a span that may be given in either form, but not in both. Throws for what is no time. */
export function spanMs(name: string, { ms, text }: Span): number | undefined {
  if (ms !== undefined && text !== undefined)
    throw new InvariantError('invalid_param', `\`${name}\` and \`${name}Ms\` exclude each other`, { path: [name] });
  if (text !== undefined) {
    const read = parseDuration(text);
    if (read === undefined)
      throw new InvariantError('invalid_param', `\`${name}\`: ${EXPECTED}, found \`${text}\``, { path: [name] });
    return read;
  }
  if (ms === undefined || (Number.isFinite(ms) && ms > 0)) return ms;
  throw new InvariantError('invalid_param', `\`${name}Ms\` must be a number of milliseconds above 0, found \`${ms}\``, {
    path: [`${name}Ms`],
  });
}

/** The schema of a duration as text. */
export function durationSchema(z: Zod, doc: string): ZodType<string> {
  return z
    .string()
    .refine(text => parseDuration(text) !== undefined, EXPECTED)
    .describe(doc);
}

/** The schema of a duration in milliseconds. */
export function milliseconds(z: Zod, doc: string): ZodType<number> {
  return z.number().positive().describe(doc);
}

/** Returns options with a span in milliseconds alone, as params keep it: nothing has to read the text again. */
export function inMilliseconds(options: object, name: string, ms: number | undefined): object {
  const { [name]: _text, [`${name}Ms`]: _ms, ...rest } = options as Readonly<Record<string, unknown>>;
  return ms === undefined ? rest : { ...rest, [`${name}Ms`]: ms };
}

/** Makes a schema of params write a span in milliseconds, and refuse one that is given in both forms. */
export function withSpan(schema: ZodType<object>, name: string): ZodType {
  const given = (params: object, key: string): unknown => (params as Readonly<Record<string, unknown>>)[key];
  const msKey = `${name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}_ms`;
  return schema
    .refine(params => given(params, name) === undefined || given(params, `${name}Ms`) === undefined, {
      error: `expected one of \`${msKey.slice(0, -3)}\` and \`${msKey}\`, found both`,
    })
    .transform(params => {
      const text = given(params, name);
      return typeof text === 'string' ? inMilliseconds(params, name, parseDuration(text)) : params;
    });
}
