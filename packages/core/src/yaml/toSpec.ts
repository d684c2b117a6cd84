import type { ZodType } from 'zod';

import type { AnyDefinition, Registry } from '../policy/definition.ts';
import { labelsOf } from '../model/node.ts';
import type { Json } from '../model/json.ts';
import { definitionOf } from '../policy/policyData.ts';
import type { NodeData } from '../policy/policyData.ts';
import { toSnake } from '../text/toSnake.ts';
import { paramsSchema } from './specSchema.ts';
import { alternatives, itemSchemas, mapShape } from './zodShape.ts';

/** A node as governance.yaml writes it: one kind, and labels beside it. */
export interface NodeSpec {
  readonly [key: string]: Json;
}

/**
 * Writes a tree as governance.yaml has it, in its shortest form: names in snake_case, a lone param bare where the node
 * allows it, a list of children bare where there are no params. Loading it gives the same data again.
 *
 * Throws a `GovernanceError` of code `not_portable` for a node that exists only in code, and `unknown_node` for a
 * kind that the registry does not have.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { toSpec } from '@licet/core/yaml';
 *
 * const data = { kind: 'when', params: { if: { taskType: 'deploy' } }, children: [{ kind: 'all', children: [] }] };
 * JSON.stringify(toSpec(data, createRegistry([]))); // => '{"when":{"if":{"task_type":"deploy"},"then":{"all":[]}}}'
 * ```
 */
export function toSpec(data: NodeData, registry: Registry): NodeSpec {
  const definition = definitionOf(data, registry);
  const params = fileNames(data.params ?? {}, alternatives(paramsSchema(definition, registry))) as {
    readonly [name: string]: Json;
  };
  const children = (data.children ?? []).map(child => toSpec(child, registry));
  const { onError, ...labels } = labelsOf(data);
  return {
    ...labels,
    ...(onError !== undefined && { on_error: onError }),
    [data.kind]: bodyOf(definition, params, children),
  };
}

function bodyOf(definition: AnyDefinition, params: { readonly [name: string]: Json }, children: readonly NodeSpec[]): Json {
  const { children: shape, bare } = definition;
  const names = Object.keys(params);
  if (shape === undefined) {
    const lone = bare !== undefined && names.length === 1 ? params[toSnake(bare)] : undefined;
    return lone === undefined || (typeof lone === 'object' && !Array.isArray(lone)) ? params : lone;
  }
  if ('body' in shape) return children[0] ?? {};
  if ('list' in shape) return shape.bare === true && names.length === 0 ? children : { ...params, [shape.list]: children };
  const fields = shape.fields.flatMap(({ name }, index): [string, Json][] => {
    const child = children[index];
    return child === undefined ? [] : [[toSnake(name), child]];
  });
  return { ...params, ...Object.fromEntries(fields) };
}

/** Turns names of the code into names of the file, where the schema says that they are names. */
export function fileNames(value: Json, schemas: readonly ZodType[]): Json {
  if (Array.isArray(value)) return value.map((item: Json, index) => fileNames(item, itemSchemas(schemas, index)));
  if (typeof value !== 'object' || value === null) return value;
  const shape = mapShape(schemas);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, Json]): [string, Json] => {
      const named = shape?.named.get(name);
      return [named === undefined ? name : toSnake(name), fileNames(member, named ?? shape?.other ?? [])];
    }),
  );
}
