import type { Match, Ruling, Zod } from '@licet/core';
import { MATCH_KEYS } from '@licet/core';
import type { ZodOptional, ZodType } from 'zod';
import type { PatternInput } from '@licet/effects/places';

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

/** The schema of a structural match: each member a text or a list of texts. */
export function matchSchema(z: Zod): ZodType<Match> {
  const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
  return z.strictObject(Object.fromEntries(MATCH_KEYS.map(key => [key, texts.exactOptional()]))) as ZodType<Match>;
}
