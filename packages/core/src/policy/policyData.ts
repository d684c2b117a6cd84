import type { AnyDefinition, BuildContext, Registry } from './definition.ts';
import { GovernanceError, InvariantError } from '../model/errors.ts';
import type { GuardNode, NodeLabels } from '../model/node.ts';
import { label, labelsOf } from '../model/node.ts';
import type { Json } from '../model/json.ts';
import type { PolicySettings } from '../model/settings.ts';

/** A loaded policy as plain JSON: building it again needs no YAML, no schema library and, unless it uses CEL, no CEL library. */
export interface CompiledPolicy {
  readonly format: typeof COMPILED_FORMAT;
  readonly policy: NodeData;
  readonly settings: PolicySettings;
  /** Every file that went into it, the main one first. Compiled data is stale once one of them has changed. */
  readonly sources: readonly PolicySource[];
  /** Whether a condition in it is CEL text, so that the host loads the expression engine only then. */
  readonly usesCel: boolean;
  /** The place of each node: the index of its source and the line, by the way to it through the children: `0.2`. */
  readonly places?: { readonly [way: string]: readonly [source: number, line: number] };
}

/** A file that a policy was made from. `file` is as the loader was told; the hash is over its UTF-8 text. */
export interface PolicySource {
  readonly file: string;
  readonly sha256: string;
}

/** A policy tree as data, in the names of the code: what `describe` returns, and what the policy digest is of. */
export interface NodeData extends NodeLabels {
  readonly kind: string;
  /** Absent for a registered node; the guard's own name for one that exists only in code. */
  readonly name?: string;
  readonly params?: { readonly [name: string]: Json };
  readonly children?: readonly NodeData[];
  /** What each child is to the node, where it is more than one of many: `then`, `fallback`. For people; not part of the identity. */
  readonly edges?: readonly string[];
  /** True for a node that exists only in code: it cannot be built from its data. */
  readonly opaque?: true;
}

/** Returns a policy tree as data; guards and conditions of code are marked as opaque. `withEdges` names the edges. */
export function describeTree(guard: GuardNode, withEdges = false): NodeData {
  const { kind } = guard;
  const params = kind === undefined ? undefined : paramsData(guard);
  const opaque = kind === undefined || params?.opaque === true;
  const children = (guard.children ?? []).map(child => describeTree(child, withEdges));
  return Object.freeze({
    kind: kind ?? 'guard',
    ...(kind === undefined && { name: guard.name }),
    ...labelsOf(guard),
    ...(params !== undefined && Object.keys(params.data).length > 0 && { params: params.data }),
    ...(children.length > 0 && { children: Object.freeze(children) }),
    ...(withEdges && guard.edges !== undefined && { edges: Object.freeze(guard.edges.slice(0, children.length)) }),
    ...(opaque && { opaque: true as const }),
  });
}

function paramsData(guard: GuardNode): { readonly data: { readonly [name: string]: Json }; readonly opaque: boolean } {
  let opaque = false;
  const convert = (value: unknown): Json | undefined => {
    if (typeof value === 'function') opaque = true;
    if (typeof value === 'function' || value === undefined) return undefined;
    if (typeof value === 'bigint' || typeof value === 'symbol' || (typeof value === 'number' && !Number.isFinite(value))) {
      opaque = true;
      return String(value);
    }
    if (typeof value !== 'object' || value === null) return value as Json;
    if (value instanceof RegExp || value instanceof Map || value instanceof Set) {
      opaque = true;
      return value instanceof RegExp ? String(value) : convert([...value]);
    }
    if ('test' in value && typeof value.test === 'function') return conditionData(value);
    if (Array.isArray(value)) return value.map(item => convert(item) ?? null);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]): [string, Json][] => {
        const data = convert(member);
        return data === undefined ? [] : [[key, data]];
      }),
    );
  };
  const conditionData = (condition: object): Json => {
    if ('source' in condition && condition.source !== undefined) return condition.source as Json;
    opaque = true;
    return { function: 'text' in condition ? String(condition.text) : 'a function' };
  };
  const data = convert(guard.params ?? {}) as { readonly [name: string]: Json };
  return { data: Object.freeze(data), opaque };
}

/**
 * Builds a policy tree from its data. Params are taken as they are: data that no schema has checked must not come here.
 * Throws a {@link GovernanceError} of code `not_portable` for an opaque node and `unknown_node` for a kind that the
 * registry does not have.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { buildTree } from '@licet/core/policy';
 *
 * const data = { kind: 'all', children: [{ kind: 'not', children: [{ kind: 'any', children: [] }] }] };
 * let message = '';
 * const context = { root: '/', home: '/', condition: () => { throw new Error() }, resource: () => undefined };
 * try { buildTree(data, createRegistry([]), context); } catch (error) { message = (error as Error).message; }
 * message; // => '`Any` needs at least one guard, found none'
 * ```
 */
export function buildTree(data: NodeData, registry: Registry, context: BuildContext): GuardNode {
  const definition = definitionOf(data, registry);
  const children = (data.children ?? []).map(child => buildTree(child, registry, context));
  // A registry has forgotten the type: who calls says that the params were checked.
  const guard = definition.build((data.params ?? {}) as never, children, context);
  const labels = labelsOf(data);
  return Object.keys(labels).length === 0 ? guard : label(guard, labels);
}

/** Returns the definition of a node that is data. Throws for one that exists only in code, and for a kind that there is not. */
export function definitionOf({ kind, name = kind, opaque }: NodeData, registry: Registry): AnyDefinition {
  if (opaque === true)
    throw new GovernanceError(
      'not_portable',
      `node \`${name}\` exists only in code: it cannot be written down, or built from data`,
    );
  const definition = registry.get(kind);
  if (definition === undefined) throw new InvariantError('unknown_node', `there is no node \`${kind}\``);
  return definition;
}

/** Returns the way to a child of a node, as the indices of the children: `0.2`; the way to the root is empty. */
export const wayTo = (way: string, index: number): string => (way === '' ? `${index}` : `${way}.${index}`);

/** The one format of compiled policies that this version writes and reads. */
export const COMPILED_FORMAT = 1;
