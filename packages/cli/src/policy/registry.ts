import type { Registry } from '@licet/core';
import type { AnyDefinition } from '@licet/core/nodes';
import { createRegistry } from '@licet/core';
import { guardDefinitions } from '@licet/guards';

let guards: Registry | undefined;

/** Every node that the command line and its hooks know: those of the guards, and those that the caller brings along. */
export function registry(more: readonly AnyDefinition[] = []): Registry {
  return more.length > 0 ? createRegistry([...guardDefinitions, ...more]) : (guards ??= createRegistry(guardDefinitions));
}
