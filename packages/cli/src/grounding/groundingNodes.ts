import type { AnyDefinition } from '@licet/core/nodes';
import { edgePoliciesDefinition, groundedDefinition } from '@licet/epistemic/nodes';

/** The nodes that need a knowledge graph, as a policy is read. Deciding takes those of {@link openGrounding}. */
export const groundingNodes: readonly AnyDefinition[] = [edgePoliciesDefinition, groundedDefinition];
