import type { Ruling, Zod } from '@licet/core';
import type { ZodOptional, ZodType } from 'zod';

import type { PatternInput } from './place.ts';

/** The schema of a list of patterns, each alone or with `match` and `not_match` examples. */
export function patternsSchema(z: Zod, doc: string): ZodType<readonly PatternInput[]> {
  const examples = z.array(z.string().min(1)).exactOptional();
  const withExamples = z.strictObject({ pattern: z.string().min(1), match: examples, notMatch: examples });
  return z
    .array(z.union([z.string().min(1), withExamples]))
    .min(1)
    .describe(doc);
}

/** The schema of a ruling. */
export function rulingSchema(z: Zod, doc: string): ZodType<Ruling> {
  return z.enum(['pass', 'warn', 'ask', 'block']).describe(doc);
}

/** An optional ruling. */
export function optionalRuling(z: Zod, doc: string): ZodOptional<ZodType<Ruling>> {
  return rulingSchema(z, doc).optional();
}
