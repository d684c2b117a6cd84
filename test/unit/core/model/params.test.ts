import type { ParamsOf } from '@licet/core/nodes';
import { createRegistry, guard, pass } from '@licet/core';
import { defineNode, param, params } from '@licet/core/nodes';
import { loadPolicy, policySchema } from '@licet/core/yaml';
import { describe, expect, expectTypeOf, it } from 'vitest';

const spec = params({
  max: param.number({ above: 0, doc: 'how much there is' }),
  per: param.optional(param.choice(['session', 'agent'], { doc: 'who shares it' }), 'session'),
  within: param.optional(param.duration()),
  steps: param.optional(param.list(param.object({ after: param.number({ whole: true, min: 1 }), then: param.ruling() }))),
  names: param.optional(param.record(param.either(param.text(), param.flag()))),
  root: param.code<string>(),
});

const definition = defineNode({
  kind: 'mine',
  doc: 'mine',
  params: spec,
  build: given => guard('mine', () => pass(), { kind: 'mine', params: given }),
});
const registry = createRegistry([definition]);
const load = (body: string): unknown =>
  loadPolicy(`version: 1\ndefault: pass\npolicy: { mine: ${body} }`, { registry, root: '/p', home: '/h' }).data.params;

describe('params', () => {
  it('give the type of the options', () => {
    expectTypeOf<ParamsOf<typeof spec>>().toEqualTypeOf<{
      readonly max: number;
      readonly per?: 'session' | 'agent';
      readonly within?: string | number;
      readonly steps?: readonly { readonly after: number; readonly then: 'pass' | 'warn' | 'ask' | 'block' }[];
      readonly names?: Readonly<Record<string, string | boolean>>;
      readonly root?: string;
    }>();
  });

  it('load from governance.yaml, durations as milliseconds', () => {
    expect(load('{ max: 1.5, within: 15m, steps: [{ after: 2, then: ask }], names: { a: b, c: true } }')).toEqual({
      max: 1.5,
      within: 900_000,
      steps: [{ after: 2, then: 'ask' }],
      names: { a: 'b', c: true },
    });
  });

  it.each([
    ['{ max: 0 }', 'more than 0'],
    ['{}', 'the key `max`'],
    ['{ max: 1, per: agnet }', 'did you mean `agent`?'],
    ['{ max: 1, root: /x }', 'found `root`'],
    ['{ max: 1, within: 1h30m }', 'a duration'],
    ['{ max: 1, steps: [] }', 'at least 1'],
  ])('refuse %s', (body, message) => {
    expect(() => load(body)).toThrow(message);
  });

  it('give the JSON Schema, without what only code can give', () => {
    const { definitions } = policySchema(registry) as { definitions: { mine: { properties: object; required: string[] } } };

    expect(Object.keys(definitions.mine.properties)).toEqual(['max', 'per', 'within', 'steps', 'names']);
    expect(definitions.mine.required).toEqual(['max']);
    expect(definitions.mine.properties).toMatchObject({
      max: { type: 'number', exclusiveMinimum: 0, description: 'how much there is' },
      per: { enum: ['session', 'agent'], description: 'who shares it' },
    });
  });
});
