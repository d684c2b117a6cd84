import type { NodeDefinition } from '@licet/core/nodes';
import { InvariantError } from '@licet/core';
import type { NodeData } from '@licet/core/policy';

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

/** The nodes of a policy, a parent before its children, each with the way to it: `0.2` is the third child of the first. */
export function waysIn(node: NodeData, way: string = ''): readonly (readonly [way: string, node: NodeData])[] {
  const below = (node.children ?? []).flatMap((child, index) => waysIn(child, way === '' ? `${index}` : `${way}.${index}`));
  return [[way, node], ...below];
}

/** The node that a way leads to. Throws where there is none. */
export function nodeAt(policy: NodeData, way: string): NodeData {
  const found = waysIn(policy).find(([each]) => each === way);
  if (found === undefined) throw new InvariantError('invalid_param', `there is no node at \`${way}\` of the policy`);
  return found[1];
}
