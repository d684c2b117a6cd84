import type { NodeDefinition } from '@licet/core/nodes';

/** A node, built or as data. */
interface Tree<Node> {
  readonly kind?: string;
  readonly params?: object;
  readonly children?: readonly Node[];
}

/** The params of a node that a definition is of; undefined for any other node. */
export function paramsOf<Params extends object>(
  { kind, params = {} }: Tree<unknown>,
  definition: Pick<NodeDefinition<Params>, 'kind' | 'build'>,
): Params | undefined {
  return kind === definition.kind ? (params as Params) : undefined;
}

/** The nodes that a definition is of, anywhere in a policy. */
export function nodesOf<Node extends Tree<Node>>(node: Node, definition: Pick<NodeDefinition, 'kind'>): readonly Node[] {
  const below = (node.children ?? []).flatMap(child => nodesOf(child, definition));
  return node.kind === definition.kind ? [node, ...below] : below;
}
