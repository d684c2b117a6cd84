import type { Json } from '@licet/core';
import type { ParametersInput } from '@licet/capabilities';
import { All, PolicyEngine } from '@licet/core';
import { describeTree } from '@licet/core/policy';
import { ArgConstraints, Capabilities, explainDenial } from '@licet/capabilities';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

const engineFor = (parameters: ParametersInput): PolicyEngine =>
  new PolicyEngine(All(Capabilities({ catalogue: { t: { safety: 'read', parameters } } }), ArgConstraints()), {
    default: 'pass',
  });

function told(parameters: ParametersInput, payload: object): readonly string[] {
  const evaluation = engineFor(parameters).evaluateSync({ kind: 'tool', tool: 't', payload: payload as never });
  return explainDenial(evaluation).conditions.map(({ condition, required, found }) => `${condition}: ${required}; ${found}`);
}

const of = (schema: Json): Json => ({ type: 'object', properties: { a: schema } });

describe('parameters as JSON Schema', () => {
  it.each<[schema: Json, good: readonly unknown[], bad: readonly unknown[], words: string]>([
    [{ type: 'string' }, ['', 'x'], [1, null, [], {}, true], 'a text'],
    [{ type: 'integer' }, [1, -2], [1.5, '1', false], 'a whole number'],
    [{ type: ['number', 'null'] }, [1.5, null], ['1', false], 'a number or `null`'],
    [{ type: 'boolean' }, [true], [0, 'true'], '`true` or `false`'],
    [{ enum: ['open', 'closed', 3] }, ['open', 3], ['Open', '3', null], 'one of `open`, `closed`, `3`'],
    [{ const: { b: 1, a: [2] } }, [{ a: [2], b: 1 }], [{ a: [2] }, 1], '`{"b":1,"a":[2]}`'],
    [{ minLength: 2 }, ['ab', 5], ['a', '😀'], 'a text of at least 2 characters'],
    [{ maxLength: 1 }, ['a', '😀', ''], ['ab', 'x'.repeat(70_000)], 'a text of at most 1 character'],
    [
      { pattern: '^[A-Z]{2}-\\d+$' },
      ['AB-1', 7],
      ['ab-1', 'AB-', 'A'.repeat(70_000)],
      'a text of the form that the policy asks for',
    ],
    [{ format: 'date' }, ['2024-02-29'], ['2023-02-29', '24-1-1', 'x'], 'a text of the format `date`'],
    [
      { format: 'date-time' },
      ['2024-02-29T10:00:00Z'],
      ['2024-02-30T10:00:00Z', '2024-02-29'],
      'a text of the format `date-time`',
    ],
    [{ format: 'email' }, ['a@b.example'], ['a@b', 'a b@c.d', '@c.d'], 'a text of the format `email`'],
    [{ format: 'uri' }, ['https://a.example/x', 'urn:x:y'], ['/x', 'a b'], 'a text of the format `uri`'],
    [{ format: 'uuid' }, ['123e4567-e89b-12d3-a456-426614174000'], ['123'], 'a text of the format `uuid`'],
    [{ format: 'hostname' }, ['a-b.example'], ['-a', 'a..b'], 'a text of the format `hostname`'],
    [{ format: 'ipv4' }, ['10.0.0.1'], ['::1', '1.2.3'], 'a text of the format `ipv4`'],
    [{ format: 'ipv6' }, ['::1'], ['10.0.0.1'], 'a text of the format `ipv6`'],
    [{ minimum: 1 }, [1, 'x'], [0.9], 'a number of at least 1'],
    [{ maximum: 1 }, [1], [1.1], 'a number of at most 1'],
    [{ exclusiveMinimum: 1 }, [1.1], [1], 'a number above 1'],
    [{ exclusiveMaximum: 1 }, [0.9], [1], 'a number below 1'],
    [{ multipleOf: 0.01 }, [19.99, 0], [0.005], 'a multiple of 0.01'],
    [{ minItems: 1 }, [[1], 'x'], [[]], 'a list of at least 1'],
    [{ maxItems: 1 }, [[1]], [[1, 2]], 'a list of at most 1'],
    [
      { uniqueItems: true },
      [[1, 2, '1']],
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
      'a list without repetitions',
    ],
    [{ minProperties: 1 }, [{ x: 1 }], [{}], 'a mapping of at least 1'],
    [{ maxProperties: 0 }, [{}], [{ x: 1 }], 'a mapping of at most 0'],
    [{ not: { type: 'string' } }, [1], ['x'], 'another value'],
    [{ anyOf: [{ type: 'string' }, { minimum: 5 }] }, ['x', 5], [4], 'what one of the alternatives of the policy asks for'],
    [{ oneOf: [{ minimum: 5 }, { multipleOf: 2 }] }, [7, 4], [6, 3], 'what exactly one alternative of the policy asks for'],
    [
      { if: { type: 'string' }, then: { minLength: 2 }, else: { minimum: 0 } },
      ['ab', 0],
      ['a'],
      'a text of at least 2 characters',
    ],
    [false, [], [1, null], 'no value'],
  ])('%j', (schema, good, bad, words) => {
    for (const value of good) expect(told(of(schema), { a: value }), JSON.stringify(value)).toEqual([]);
    for (const value of bad) expect(told(of(schema), { a: value })[0]).toContain(`argument \`a\`: ${words}; `);
  });

  it('tells every place, what was expected and what was found, and no value', () => {
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        lines: {
          type: 'array',
          items: { type: 'object', properties: { sku: { type: 'string', maxLength: 3 } }, required: ['sku'] },
        },
        pair: { prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      },
      patternProperties: { '^x-': { type: 'boolean' } },
      required: ['id', 'note'],
      dependentRequired: { lines: ['currency'] },
      propertyNames: { maxLength: 20 },
      additionalProperties: false,
    };
    const payload = { id: 'SECRET', lines: [{ sku: 'SECRET' }, {}], pair: [1, 2, 3], 'x-a': 'SECRET', other: 1 };
    const conditions = told(schema, payload);

    expect(conditions).toEqual([
      'argument `id`: a whole number; a text',
      'argument `lines[0].sku`: a text of at most 3 characters; one of 6 characters',
      'argument `lines[1].sku`: a value; none',
      'argument `pair[0]`: a text; a whole number',
      'argument `pair[2]`: no value; a whole number',
      'argument `x-a`: `true` or `false`; a text',
      'argument `note`: a value; none',
      'argument `currency`: a value, since there is `lines`; none',
      'argument `other`: no such argument; an argument',
    ]);
    expect(JSON.stringify(engineFor(schema).evaluateSync({ kind: 'tool', tool: 't', payload }).verdicts)).not.toContain('SECRET');
  });

  it('follows what points into the schema, also at itself', () => {
    const tree = {
      $ref: '#/$defs/node',
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, n: { type: 'number' } } } },
    };
    expect(told(tree, { n: 1, next: { n: 2, next: { n: 'x' } } })).toEqual(['argument `next.next.n`: a number; a text']);
    expect(told({ properties: { a: { $ref: '#/properties/b' }, b: { type: 'string' } } }, { a: 1 })).toHaveLength(1);
  });

  it.each<[schema: Json, path: string, words: string]>([
    [{ propertys: {} }, 'propertys', 'is not a keyword of JSON Schema that is checked here, did you mean `properties`?'],
    [of({ type: 'text' }), 'properties.a.type', '`type` must be one of `string`'],
    [{ type: 'array' }, 'type', 'the `type` of their schema must be `object`'],
    [of({ pattern: '(?=x)' }), 'properties.a.pattern', 'is not a pattern in RE2 syntax'],
    [of({ format: 'color' }), 'properties.a.format', 'write a `pattern` for others'],
    [of({ minLength: -1 }), 'properties.a.minLength', '`minLength` must be a whole number of at least 0'],
    [of({ items: [{}] }), 'properties.a.items', 'a list of schemas is `prefixItems`'],
    [of({ enum: [] }), 'properties.a.enum', 'a list of values, at least one'],
    [of({ $ref: 'https://a.example/s.json' }), 'properties.a.$ref', 'must point into the same schema'],
    [of({ $ref: '#/$defs/none' }), 'properties.a.$ref', 'points at nothing'],
    [{ required: 'a' }, 'required', 'a list of names'],
    [of({ anyOf: [] }), 'properties.a.anyOf', 'a list of schemas'],
    [of('string'), 'properties.a', 'a schema must be a mapping'],
    ['x', '', 'a schema must be a mapping'],
  ])('refuses %j', (schema, path, words) => {
    let seen: unknown;
    try {
      Capabilities({ catalogue: { t: { safety: 'read', parameters: schema } } });
    } catch (error) {
      seen = error;
    }
    expect(seen).toMatchObject({ path: ['catalogue', 't', 'parameters', ...path.split('.').filter(part => part !== '')] });
    expect((seen as Error).message).toContain(words);
  });

  it('spends a bounded amount of work, and refuses what costs more', () => {
    const bomb: Json = {
      $ref: '#/$defs/n',
      $defs: { n: { anyOf: [1, 2, 3].map(() => ({ properties: { a: { $ref: '#/$defs/n' } }, required: ['b'] })) } },
    };
    let deep: object = {};
    for (let level = 0; level < 40; level++) deep = { a: deep };
    expect(told(bomb, deep)).toEqual(['arguments: arguments that can be looked through; too many, or too deep']);
    expect(told({ $ref: '#' }, {})).toHaveLength(1);
    const wide = of({ items: { type: 'string' } });
    expect(told(wide, { a: Array.from({ length: 200_000 }, () => 'x') })).toHaveLength(1);
    expect(told(of({ pattern: '(a+)+$' }), { a: `${'a'.repeat(60_000)}b` })).toHaveLength(1);
  });

  it('takes no inherited property for an argument, nor a keyword from a prototype', () => {
    expect(told({ required: ['constructor'] }, {})).toHaveLength(1);
    expect(told({ properties: { toString: { type: 'number' } } }, {})).toEqual([]);
    expect(() => Capabilities({ catalogue: { t: { parameters: { constructor: {} } } } })).toThrow('is not a keyword');
    expect(told({ additionalProperties: false }, JSON.parse('{"__proto__":1}') as object)).toHaveLength(1);
  });

  it('does not judge what is asked in advance, nor what looks into an output', () => {
    const engine = engineFor({ required: ['id'] });
    expect(engine.evaluateSync({ kind: 'grant', tool: 't', payload: {} }).ruling).toBe('pass');
    expect(engine.evaluateSync({ kind: 'expand', tool: 't', payload: { limit: 1 } }).ruling).toBe('pass');
    expect(engine.evaluateSync({ kind: 'tool', tool: 't', payload: {} }).code).toBe('arg_constraint_violation');
  });

  it('says what another implementation says', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    const leaf = fc.constantFrom<Json>(
      { type: 'string' },
      { type: ['integer', 'null'] },
      { enum: ['a', 1, null] },
      { minimum: 2, maximum: 4 },
      { minLength: 1, maxLength: 2 },
      { const: { a: 1 } },
      { required: ['a'] },
      { uniqueItems: true, minItems: 1 },
      { multipleOf: 2 },
      { pattern: '^a' },
      true,
      false,
    );
    const { schema } = fc.letrec<{ schema: Json }>(tie => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({
          properties: fc.dictionary(fc.constantFrom('a', 'b', 'ab'), tie('schema')),
          additionalProperties: tie('schema'),
        }),
        fc.record({ patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), tie('schema')) }),
        fc.record({ items: tie('schema'), maxItems: fc.nat(3) }),
        fc.record({ propertyNames: tie('schema') }),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ not: tie('schema') }),
        fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }),
      ),
    }));
    const value = fc.jsonValue({ maxDepth: 3 });
    const near = fc.letrec<{ value: unknown }>(tie => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('', 'a', 'ab', 'abc', 1, 2, 3, 4.5, null, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'ab', 'c'), tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(schema, fc.oneof(near, value), (made, given) => {
        const wanted = ajv.validate({ properties: { v: made } } as object, { v: given });
        expect(told({ properties: { v: made } }, { v: given }).length === 0).toBe(wanted);
      }),
    );
  });
});

describe('parameters as a schema of a library', () => {
  const parameters = z.strictObject({
    to: z.email(),
    lines: z.array(z.object({ n: z.int().max(3) })),
    why: z.string().optional(),
  });

  it('are checked as the library says, at every place', () => {
    expect(told(parameters, { to: 'a@b.example', lines: [{ n: 1 }] })).toEqual([]);
    const conditions = told(parameters, { to: 'SECRET', lines: [{ n: 9 }], more: 1 });
    expect(conditions).toHaveLength(3);
    expect(conditions[0]).toMatch(/^argument `to`: what the schema asks for: .*; a text$/);
    expect(conditions[1]).toMatch(/^argument `lines\[0\]\.n`: what the schema asks for: .*; a whole number$/);
    expect(conditions.join('')).not.toContain('SECRET');
  });

  it('hold what only code can say', () => {
    const even = z.object({ n: z.int().refine(n => n % 2 === 0, 'expected an even number') });
    expect(told(even, { n: 3 })).toEqual(['argument `n`: what the schema asks for: expected an even number; a whole number']);
    expect(told(even, { n: 4 })).toEqual([]);
  });

  it('stand in the description of the policy as JSON Schema, and in its digest', () => {
    const digestOf = (given: ParametersInput): string =>
      engineFor(given).evaluateSync({ kind: 'tool', tool: 't', payload: {} }).policyDigest;
    const { params, opaque } = describeTree(
      Capabilities({ catalogue: { t: { safety: 'read', parameters: z.object({ n: z.int().max(3) }) } } }),
    );
    expect(params).toMatchObject({ catalogue: { t: { parameters: { type: 'object', properties: { n: { maximum: 3 } } } } } });
    expect(opaque).toBe(true);
    expect(digestOf(z.object({ n: z.int().max(3) }))).toBe(digestOf(z.object({ n: z.int().max(3) })));
    expect(digestOf(z.object({ n: z.int().max(3) }))).not.toBe(digestOf(z.object({ n: z.int().max(4) })));
  });

  it('block where the library throws, or answers later', () => {
    const broken = (validate: (value: unknown) => unknown): ParametersInput => ({
      '~standard': { version: 1, vendor: 'mine', validate },
    });
    const block = (given: ParametersInput) => engineFor(given).evaluateSync({ kind: 'tool', tool: 't', payload: {} });
    expect(block(z.object({}).refine(async () => Promise.resolve(true))).ruling).toBe('block');
    expect(block(broken(() => Promise.resolve({ value: 1 }))).ruling).toBe('block');
    expect(block(broken(() => undefined)).ruling).toBe('block');
    expect(block(broken(() => ({ issues: [] }))).ruling).toBe('block');
    expect(block(broken(() => ({ issues: [{ path: ['a', { key: 1 }, Symbol('x')] }] }))).ruling).toBe('block');
    expect(block(broken(value => ({ value }))).ruling).toBe('pass');
  });
});
