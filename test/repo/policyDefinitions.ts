import { capabilityDefinitions } from '@licet/capabilities';
import { createRegistry } from '@licet/core';
import type { Registry } from '@licet/core';
import { edgePoliciesDefinition, groundedDefinition } from '@licet/epistemic/nodes';
import { guardDefinitions } from '@licet/guards';

/** Every node that a policy may name when the whole of Licet is there. */
export const allNodes: Registry = createRegistry([
  ...guardDefinitions,
  ...capabilityDefinitions,
  edgePoliciesDefinition,
  groundedDefinition,
]);
