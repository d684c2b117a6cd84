import { combinatorDefinitions } from '../combinators/index.ts';
import type { AnyDefinition, Registry } from './definition.ts';
import { InvariantError } from '../model/errors.ts';

/**
 * Makes a registry of the combinators and the given definitions. Nothing registers itself: what is not passed here does
 * not exist for the loader. Throws when two definitions share a kind.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 *
 * createRegistry([]).kinds.includes('all'); // => true
 * ```
 */
export function createRegistry(definitions: Iterable<AnyDefinition>): Registry {
  const byKind = new Map<string, AnyDefinition>();
  for (const definition of [...combinatorDefinitions, ...definitions]) {
    if (byKind.has(definition.kind))
      throw new InvariantError('duplicate_node', `two definitions have the kind \`${definition.kind}\``);
    byKind.set(definition.kind, definition);
  }
  const marks = Object.freeze([...new Set([...byKind.values()].flatMap(definition => definition.marks ?? []))]);
  return Object.freeze({ marks, kinds: Object.freeze([...byKind.keys()].sort()), get: (kind: string) => byKind.get(kind) });
}
