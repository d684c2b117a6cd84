import * as z from 'zod';
import type { ZodType } from 'zod';

import { MATCH_KEYS } from '../model/condition.ts';
import { EFFECT_KINDS } from '../model/effects.ts';
import type { Param, ParamMembers, ParamShape } from '../model/params.ts';
import { matchesWildcard } from '../model/wildcard.ts';
import type { AnyDefinition } from '../policy/definition.ts';
import { readDuration } from '../text/quantity.ts';

/** What a policy may say where only some words mean anything, in addition to what the specs list. */
export interface Vocabulary {
  /** The marks that effects may have; none means that they are not known. */
  readonly marks: readonly string[];
}

/** Returns the schema of a node's params: made of its spec, or the one that the definition makes itself. */
export function paramsSchema({ params }: Pick<AnyDefinition, 'params'>, vocabulary: Vocabulary): ZodType<object> {
  return typeof params === 'function' ? params(z) : objectOf(params.members, vocabulary);
}

/** Options that only code can give are unknown to it. */
function objectOf(members: ParamMembers, vocabulary: Vocabulary): ZodType<object> {
  const entries = Object.entries(members).filter(([, { shape }]) => shape.type !== 'code');
  return z.strictObject(Object.fromEntries(entries.map(([name, member]) => [name, memberOf(member, vocabulary)])));
}

function memberOf({ shape, doc, optional }: Param, vocabulary: Vocabulary): ZodType {
  const plain = shapeOf(shape, vocabulary);
  const described = doc === undefined ? plain : plain.describe(doc);
  return optional === true ? described.exactOptional() : described;
}

const text = z.string().min(1);

function shapeOf(shape: ParamShape, vocabulary: Vocabulary): ZodType {
  switch (shape.type) {
    case 'text': {
      const any = shape.empty === true ? z.string() : text;
      return shape.most === undefined ? any : any.max(shape.most);
    }
    case 'number':
      return numberOf(shape);
    case 'flag':
      return z.boolean();
    case 'scalar':
      return z.union([z.string(), z.number(), z.boolean()]);
    case 'json':
      return z.unknown();
    case 'choice':
      return z.enum(shape.of as [string, ...string[]]);
    case 'list':
      return shape.empty === true ? z.array(shapeOf(shape.of, vocabulary)) : z.array(shapeOf(shape.of, vocabulary)).min(1);
    case 'record':
      return z.record(text, shapeOf(shape.of, vocabulary));
    case 'either':
      return z.union(shape.of.map(each => shapeOf(each, vocabulary)));
    case 'object':
      return objectOf(shape.of, vocabulary);
    case 'match':
      return matchOf(vocabulary);
    case 'condition':
      return z.union([text, matchOf(vocabulary)]);
    case 'duration':
      return z.union([
        z
          .string()
          .refine(time => readDuration(time) !== undefined, 'expected a duration such as `30s`, `15m`, `4h` or `1d`')
          .transform(time => readDuration(time) as number),
        z.number().positive(),
      ]);
    case 'code':
      return z.never();
  }
}

function numberOf({ whole, min, above, max }: Extract<ParamShape, { type: 'number' }>): ZodType {
  let number: z.ZodNumber | z.ZodInt = whole === true ? z.int() : z.number();
  if (min !== undefined) number = number.min(min);
  if (above !== undefined) number = number.gt(above);
  return max === undefined ? number : number.max(max);
}

/** A structural match: what can only be one of a few words is one of them, and a mark that no effect can have is none. */
function matchOf({ marks }: Vocabulary): ZodType {
  const mark =
    marks.length === 0
      ? text
      : z.union([
          z.enum(marks as [string, ...string[]]),
          text
            .regex(/\*/, { abort: true })
            .refine(pattern => marks.some(known => matchesWildcard(pattern, known)), 'no mark is like this pattern'),
        ]);
  const words: Readonly<Record<string, ZodType>> = { effect: z.enum(EFFECT_KINDS), tag: mark };
  const members = MATCH_KEYS.map(key => {
    const one = words[key] ?? text;
    return [key, z.union([one, z.array(one).min(1)]).exactOptional()];
  });
  return z.strictObject(Object.fromEntries(members));
}
