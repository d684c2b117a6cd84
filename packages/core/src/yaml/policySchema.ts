import * as zod from 'zod';
import type { ZodType } from 'zod';

import type { AnyDefinition, Registry } from '../policy/definition.ts';
import { LAYERS } from '../model/node.ts';
import type { Json } from '../model/json.ts';
import { POLICY_VERSION } from './loadFile.ts';
import { toSnake } from '../text/toSnake.ts';
import { settingsSchema } from './settings.ts';
import { paramsSchema } from './specSchema.ts';
import type { Vocabulary } from './specSchema.ts';
import type { ShortForm } from './options.ts';

type Schema = { readonly [key: string]: Json };

const NODE: Schema = { $ref: '#/definitions/node' };
const NODES: Schema = { type: 'array', items: NODE, minItems: 1 };

/**
 * Returns the JSON Schema (draft 7) of governance.yaml for editors, made of the same definitions that load it. It is
 * looser than the loader: what a schema cannot say, such as patterns, conditions and thresholds, is checked only there.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { policySchema } from '@licet/core/yaml';
 *
 * JSON.stringify(policySchema(createRegistry([])).required); // => '["version"]'
 * ```
 */
export function policySchema(registry: Registry, shortForms: readonly ShortForm[] = []): Schema {
  const definitions = registry.kinds.flatMap(kind => registry.get(kind) ?? []);
  const settings = objectParts(fileSchema(settingsSchema)).properties;
  const forms = shortForms.map(({ key, doc, schema }): [string, Json] => [key, { ...fileSchema(schema(zod)), description: doc }]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'governance.yaml',
    description: 'the policy of Licet: what an agent may do',
    type: 'object',
    properties: {
      version: { const: POLICY_VERSION, description: 'the version of this format' },
      ...settings,
      include: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        minItems: 1,
        description: 'policies that count as well',
      },
      ...Object.fromEntries(forms),
      policy: { ...NODE, description: 'the tree of guards' },
    },
    required: ['version'],
    additionalProperties: false,
    definitions: {
      node: nodeSchema(definitions),
      ...Object.fromEntries(definitions.map(definition => [definition.kind, bodySchema(definition, registry)])),
    },
  };
}

function nodeSchema(definitions: readonly AnyDefinition[]): Schema {
  const kinds = definitions.map(({ kind, doc }): [string, Json] => [
    kind,
    { allOf: [{ $ref: `#/definitions/${kind}` }], description: doc },
  ]);
  return {
    type: 'object',
    properties: {
      id: { type: 'string', pattern: '^[A-Za-z][\\w.-]{0,63}$', description: 'a name of your own, once in the policy' },
      layer: { enum: [...LAYERS], description: 'what the node is about' },
      on_error: { enum: ['ask', 'warn'], description: 'the ruling for a fault in this node' },
      ...Object.fromEntries(kinds),
    },
    oneOf: definitions.map(({ kind }) => ({ required: [kind] })),
    additionalProperties: false,
  };
}

function bodySchema(definition: AnyDefinition, vocabulary: Vocabulary): Schema {
  const { children: shape, bare, doc } = definition;
  if (shape !== undefined && 'body' in shape) return NODE;
  const { properties, required } = objectParts(fileSchema(paramsSchema(definition, vocabulary)));
  const fields = shape === undefined ? [] : 'list' in shape ? [{ name: shape.list }] : shape.fields;
  const child = shape !== undefined && 'list' in shape ? NODES : NODE;
  const needed = fields.filter(field => !('optional' in field && field.optional === true)).map(({ name }) => toSnake(name));
  const map: Schema = {
    type: 'object',
    properties: { ...properties, ...Object.fromEntries(fields.map(({ name }): [string, Json] => [toSnake(name), child])) },
    ...(required.length + needed.length > 0 && { required: [...required, ...needed] }),
    additionalProperties: false,
    description: doc,
  };
  const short = bare === undefined ? undefined : properties[toSnake(bare)];
  if (short !== undefined) return { anyOf: [short, map] };
  return shape !== undefined && 'list' in shape && shape.bare === true ? { anyOf: [NODES, map] } : map;
}

function objectParts(schema: Schema): { readonly properties: Schema; readonly required: readonly string[] } {
  const { properties = {}, required = [] } = schema as { readonly properties?: Schema; readonly required?: readonly string[] };
  return { properties, required };
}

/** Returns the JSON Schema of a value, with the names of the file. */
function fileSchema(schema: ZodType): Schema {
  const { $schema: _dialect, ...made } = zod.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type !== 'object') return;
      const { properties, required } = jsonSchema;
      if (properties !== undefined)
        jsonSchema.properties = Object.fromEntries(Object.entries(properties).map(([name, member]) => [toSnake(name), member]));
      if (required !== undefined) jsonSchema.required = required.map(toSnake);
    },
  });
  return made as Schema;
}
