import { MATCH_KEYS } from '../model/condition.ts';
import type { Json } from '../model/json.ts';
import type { ParamShape } from '../model/params.ts';
import { toSnake } from '../text/toSnake.ts';
import type { NodeData } from './policyData.ts';
import type { Registry } from './definition.ts';

/**
 * Returns a tree whose params are as the file has them, for people: `earned_by`, not `earnedBy`, and `90m`, not milliseconds. Nodes that exist only in
 * code stay as they are. The result is no tree to build from.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { inFileNames } from '@licet/core/policy';
 *
 * const data = { kind: 'when', params: { if: { taskType: 'deploy' } }, children: [{ kind: 'mine', opaque: true as const }] };
 * JSON.stringify(inFileNames(data, createRegistry([])).params); // => '{"if":{"task_type":"deploy"}}'
 * ```
 */
export function inFileNames(data: NodeData, registry: Registry): NodeData {
  const { kind, opaque, params, children } = data;
  const spec = opaque === true ? undefined : registry.get(kind)?.params;
  const shape: ParamShape | undefined = typeof spec === 'object' ? { type: 'object', of: spec.members } : undefined;
  return {
    ...data,
    ...(params !== undefined && shape !== undefined && { params: membersOf(params, [shape]) }),
    ...(children !== undefined && { children: children.map(child => inFileNames(child, registry)) }),
  };
}

type Members = { readonly [name: string]: Json };

const alternatives = (shape: ParamShape): readonly ParamShape[] =>
  shape.type === 'either' ? shape.of.flatMap(alternatives) : [shape];

function wordsOf(value: Json, shapes: readonly ParamShape[]): Json {
  if (typeof value === 'number') return shapes.some(({ type }) => type === 'duration') ? durationWords(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return membersOf(value as Members, shapes);
  const items = shapes.flatMap(shape => (shape.type === 'list' ? alternatives(shape.of) : []));
  return value.map((item: Json) => wordsOf(item, items));
}

function membersOf(value: Members, shapes: readonly ParamShape[]): Members {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, Json] => {
      const isMatch = shapes.some(({ type }) => type === 'match' || type === 'condition');
      const named = shapes.flatMap(shape => (shape.type === 'object' ? (shape.of[name]?.shape ?? []) : []));
      if (named.length > 0) return [toSnake(name), wordsOf(member, named.flatMap(alternatives))];
      const others = shapes.flatMap(shape => (shape.type === 'record' ? alternatives(shape.of) : []));
      return [isMatch && (MATCH_KEYS as readonly string[]).includes(name) ? toSnake(name) : name, wordsOf(member, others)];
    }),
  );
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** A time as a file has it, in the largest unit that is whole. */
function durationWords(ms: number): string {
  const [unit, size] = UNITS.find(([, each]) => ms >= each && ms % each === 0) ?? (['ms', 1] as const);
  return `${ms / size}${unit}`;
}
