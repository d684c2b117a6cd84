import type { Registry } from '@licet/core';
import { createRegistry } from '@licet/core';
import { guardDefinitions } from '@licet/guards';

/** Every node that the command line and its hooks know. */
export function registry(): Registry {
  return createRegistry(guardDefinitions);
}
