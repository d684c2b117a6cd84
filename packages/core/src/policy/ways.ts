import { InvariantError } from '../model/errors.ts';
import { wayTo } from './policyData.ts';
import type { NodeData } from './policyData.ts';

/** The nodes of a policy, a parent before its children, each with the way to it: `0.2` is the third child of the first. */
export function waysIn(node: NodeData, way: string = ''): readonly (readonly [way: string, node: NodeData])[] {
  const below = (node.children ?? []).flatMap((child, index) => waysIn(child, wayTo(way, index)));
  return [[way, node], ...below];
}

/** The node that a way leads to. Throws where there is none. */
export function nodeAt(policy: NodeData, way: string): NodeData {
  const found = waysIn(policy).find(([each]) => each === way);
  if (found === undefined) throw new InvariantError('invalid_param', `there is no node at \`${way}\` of the policy`);
  return found[1];
}
