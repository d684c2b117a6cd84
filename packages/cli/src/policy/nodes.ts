import type { NodeDefinition } from '@licet/core/nodes';
import { placeOfNode } from '@licet/core/policy';
import type { CompiledPolicy } from '@licet/core/policy';
import type { PolicyIssue } from '@licet/core/yaml';

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

/** A warning about what a node waits for and never gets, at the line of the node. */
export function unsuppliedAt(
  compiled: CompiledPolicy,
  way: string,
  message: string,
  { path = [], suggestion }: { readonly path?: PolicyIssue['path']; readonly suggestion?: string | undefined } = {},
): PolicyIssue {
  const { file, line = 1 } = placeOfNode(compiled, way) ?? {};
  return {
    code: 'never_supplied',
    message,
    ...(file !== undefined && { file }),
    line,
    column: 1,
    path,
    ...(suggestion !== undefined && { suggestion }),
  };
}
