import { createRegistry, guard, pass } from '@licet/core';
import { defineNode } from '@licet/core/nodes';
import type { Zod } from '@licet/core/nodes';
import { formatIssue, printPolicy } from '@licet/core/yaml';
import type { LoadOptions } from '@licet/core/yaml';
import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';

import { issuesOf, load } from './support/loading.ts';

/** The options of a loader that knows one node, `it`, with the given params. */
function having(params: (z: Zod) => ZodType): LoadOptions {
  const definition = defineNode({
    kind: 'it',
    doc: 'a leaf for tests',
    params: params as (z: Zod) => ZodType<object>,
    build: given => guard('it', () => pass(), { kind: 'it', params: given }),
  });
  return { registry: createRegistry([definition]), root: '/', home: '/', file: 'p' };
}

const issues = (params: (z: Zod) => ZodType, body: string): readonly string[] =>
  issuesOf(`version: 1\npolicy: { it: ${body} }\n`, having(params)).map(formatIssue);
const value = (params: (z: Zod) => ZodType, body: string): unknown =>
  load(`version: 1\npolicy: { it: ${body} }\n`, having(params)).data.params;

describe('params', () => {
  it('find their names through optional, nullable, default, readonly, lazy and piped schemas', () => {
    const schema = (z: Zod): ZodType =>
      z.strictObject({
        firstOne: z.strictObject({ innerOne: z.int() }).nullable().exactOptional(),
        secondOne: z.readonly(z.array(z.strictObject({ innerOne: z.int() }))).default([]),
        thirdOne: z.lazy(() => z.strictObject({ innerOne: z.int() })).exactOptional(),
        fourthOne: z
          .strictObject({ innerOne: z.int() })
          .transform(given => ({ ...given, more: true }))
          .exactOptional(),
        fifthOne: z.tuple([z.strictObject({ innerOne: z.int() }), z.string()]).exactOptional(),
        sixthOne: z.intersection(z.looseObject({ leftOne: z.int() }), z.looseObject({ rightOne: z.int() })).exactOptional(),
      });
    const inner = '{ inner_one: 1 }';

    expect(
      value(
        schema,
        `{ first_one: ${inner}, second_one: [${inner}], third_one: ${inner}, fourth_one: ${inner}, fifth_one: [${inner}, x], sixth_one: { left_one: 1, right_one: 2 } }`,
      ),
    ).toEqual({
      firstOne: { innerOne: 1 },
      secondOne: [{ innerOne: 1 }],
      thirdOne: { innerOne: 1 },
      fourthOne: { innerOne: 1, more: true },
      fifthOne: [{ innerOne: 1 }, 'x'],
      sixthOne: { leftOne: 1, rightOne: 2 },
    });
    expect(value(schema, '{ first_one: null }')).toEqual({ firstOne: null, secondOne: [] });
  });

  it('take any key where the schema leaves an object open, as it is', () => {
    expect(value(z => z.looseObject({ myName: z.int() }), '{ my_name: 1, other_name: { x_y: 2 } }')).toEqual({
      myName: 1,
      other_name: { x_y: 2 },
    });
  });

  it('follow the alternative that a discriminator chooses', () => {
    const schema = (z: Zod): ZodType =>
      z.strictObject({
        where: z.discriminatedUnion('type', [
          z.strictObject({ type: z.literal('file'), pathName: z.string() }),
          z.strictObject({ type: z.literal('host'), hostName: z.string() }),
        ]),
      });

    expect(value(schema, '{ where: { type: host, host_name: a } }')).toEqual({ where: { type: 'host', hostName: 'a' } });
    expect(issues(schema, '{ where: { type: hosst, host_name: a } }')).toEqual([
      'p:2:32: expected `file` or `host`, found `hosst`, did you mean `host`? (invalid_param)',
    ]);
    expect(issues(schema, '{ where: { type: file, host_name: a } }')).toEqual([
      'p:2:24: expected the key `path_name` with a text, found none (missing_key)',
      'p:2:38: expected a known key, found `host_name` (unknown_key)',
    ]);
    expect(issues(schema, '{ where: 3 }')).toEqual(['p:2:24: expected a mapping, found `3` (wrong_type)']);
  });

  it('say of a union what the alternative that fits best says', () => {
    const schema = (z: Zod): ZodType =>
      z.strictObject({
        pattern: z.union([z.string(), z.strictObject({ pattern: z.string(), notMatch: z.array(z.string()).exactOptional() })]),
      });

    expect(issues(schema, '{ pattern: { pattern: 3 } }')).toEqual(['p:2:37: expected a text, found `3` (wrong_type)']);
    expect(issues(schema, '{ pattern: { not_match: a, pattern: b } }')).toEqual([
      'p:2:39: expected a list, found the text `a` (wrong_type)',
    ]);
    expect(issues(schema, '{ pattern: [] }')).toEqual(['p:2:26: expected a text or a mapping, found a list (wrong_type)']);
    expect(issues(schema, '{}')).toEqual(['p:2:11: expected the key `pattern`, found none (missing_key)']);
  });

  it.each<[string, (z: Zod) => ZodType, string, string]>([
    ['too few items', z => z.array(z.string()).min(2), '[a]', 'expected at least 2 items, found 1'],
    ['too many items', z => z.array(z.string()).max(1), '[a, b]', 'expected at most 1 item, found 2'],
    ['a long text', z => z.string().max(3), 'four', 'expected at most 3 characters, found 4'],
    ['a number at the limit', z => z.number().lt(3), '3', 'expected less than 3, found `3`'],
    ['a fraction', z => z.int(), '1.5', 'expected a whole number, found `1.5`'],
    ['a number that is no multiple', z => z.number().multipleOf(5), '3', 'must be a multiple of 5'],
    [
      'a text of another form',
      z => z.string().regex(/^x/, 'expected an x at the start'),
      'y',
      'expected an x at the start, found `y`',
    ],
    ['a boolean as a text', z => z.boolean(), '"true"', 'expected `true` or `false`, found the text `true`'],
    ['nothing at all', z => z.string(), 'null', 'expected a text, found nothing'],
    ['a mapping as a text', z => z.string(), '{ a: b }', 'expected a text, found a mapping'],
    ['a bad key of a record', z => z.record(z.string().max(1), z.int()), '{ abc: 1 }', '`abc` is not a key that may stand here'],
    ['its own rule', z => z.string().refine(text => text === 'x', 'Expected an x.'), 'y', 'expected an x'],
  ])('report %s in the words of this project', (_what, schema, text, message) => {
    const [issue] = issues(z => z.strictObject({ given: schema(z) }), `{ given: ${text} }`);

    expect(issue).toContain(`: ${message} (`);
  });

  it('say of a union of mappings what the nearest of them says', () => {
    const schema = (z: Zod): ZodType =>
      z.strictObject({
        given: z.union([z.strictObject({ a: z.int(), b: z.int(), c: z.int() }), z.strictObject({ a: z.int(), d: z.int() })]),
      });

    expect(issues(schema, '{ given: { a: 1, d: x } }')).toEqual(['p:2:35: expected a number, found the text `x` (wrong_type)']);
  });

  it('keep a misspelled key from looking like a missing one', () => {
    expect(issues(z => z.strictObject({ maxItems: z.int() }), '{ max_itms: 3 }')).toEqual([
      'p:2:17: expected `max_items`, found `max_itms`, did you mean `max_items`? (unknown_key)',
    ]);
  });

  it('are printed under the names that they are read by', () => {
    const options = having(z => z.strictObject({ byName: z.record(z.string(), z.strictObject({ maxItems: z.int() })) }));
    const { data } = load('version: 1\npolicy: { it: { by_name: { camelCase: { max_items: 1 } } } }\n', options);

    expect(data.params).toEqual({ byName: { camelCase: { maxItems: 1 } } });
    expect(printPolicy({ data }, options.registry)).toContain('by_name:\n      camelCase:\n        max_items: 1\n');
  });
});
