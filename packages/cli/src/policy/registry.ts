import type { Registry } from '@licet/core';
import type { AnyDefinition } from '@licet/core/nodes';
import { capabilityDefinitions } from '@licet/capabilities';
import { createRegistry } from '@licet/core';
import { guardDefinitions } from '@licet/guards';

const GUARDS: readonly AnyDefinition[] = [...guardDefinitions, ...capabilityDefinitions];

let guards: Registry | undefined;

/** Every node that the command line and its hooks know: those of the guards, and those that the caller brings along. */
export function registry(more: readonly AnyDefinition[] = []): Registry {
  return more.length > 0 ? createRegistry([...GUARDS, ...more]) : (guards ??= createRegistry(GUARDS));
}
