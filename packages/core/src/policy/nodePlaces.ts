import type { GuardNode } from '../model/node.ts';
import type { NodePlace } from '../model/settings.ts';
import type { CompiledPolicy } from './compiledPolicy.ts';
import { placeOfNode } from './compiledPolicy.ts';
import { wayTo } from './policyData.ts';

/**
 * Returns what finds the line of each node of a policy that was built from its file. The nodes are numbered when the first one is looked for: most
 * evaluations pass, and ask for none.
 */
export function nodePlaces(
  root: GuardNode,
  compiled: Pick<CompiledPolicy, 'places' | 'sources'>,
): (node: GuardNode) => NodePlace | undefined {
  let ways: Map<GuardNode, string> | undefined;
  const number = (node: GuardNode, way: string, found: Map<GuardNode, string>): Map<GuardNode, string> => {
    found.set(node, way);
    node.children?.forEach((child, index) => number(child, wayTo(way, index), found));
    return found;
  };
  return node => {
    ways ??= number(root, '', new Map());
    const way = ways.get(node);
    return way === undefined ? undefined : placeOfNode(compiled, way);
  };
}
