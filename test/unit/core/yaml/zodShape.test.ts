import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { alternatives, itemSchemas, mapShape, namesOf } from '../../../../packages/core/src/yaml/zodShape.ts';

const types = (schemas: readonly z.ZodType[] | undefined): readonly string[] | undefined =>
  schemas?.map(schema => schema.def.type);

describe('the schemas that a value may have to meet', () => {
  it('are those within wrappers, unions, intersections and what is made late', () => {
    expect(types(alternatives(z.string().optional().default('a')))).toEqual(['string']);
    expect(types(alternatives(z.union([z.string(), z.number().nullable()])))).toEqual(['string', 'number']);
    expect(types(alternatives(z.intersection(z.object({}), z.record(z.string(), z.string()))))).toEqual(['object', 'record']);
    expect(types(alternatives(z.lazy(() => z.boolean())))).toEqual(['boolean']);
  });

  it('of an item are by its place in a tuple, or the same for all', () => {
    const tuple = z.tuple([z.string()], z.number());

    expect(types(itemSchemas([tuple, z.array(z.boolean())], 0))).toEqual(['string', 'boolean']);
    expect(types(itemSchemas([tuple], 5))).toEqual(['number']);
    expect(itemSchemas([z.tuple([z.string()]), z.string()], 1)).toEqual([]);
  });
});

describe('what a mapping may have as keys', () => {
  it('is all that its alternatives name', () => {
    const shape = mapShape(
      alternatives(z.union([z.strictObject({ a: z.string() }), z.strictObject({ a: z.number(), b: z.string() })])),
    );

    expect([...(shape?.named.keys() ?? [])]).toEqual(['a', 'b']);
    expect(types(shape?.named.get('a'))).toEqual(['string', 'number']);
    expect(shape?.other).toBeUndefined();
  });

  it('is any other key where one may stand', () => {
    expect(types(mapShape([z.record(z.string(), z.number())])?.other)).toEqual(['number']);
    expect(types(mapShape([z.object({}).catchall(z.boolean())])?.other)).toEqual(['boolean']);
  });

  it('is nothing for what is no mapping', () => {
    expect(mapShape([z.string()])).toBeUndefined();
    expect(namesOf(z.string())).toEqual([]);
  });
});
