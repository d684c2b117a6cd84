import type { GuardNode } from '@licet/core';
import type { BuiltPolicy, NodeData } from '@licet/core/policy';

/** Returns a policy in which each included pack is one node that names its rules. `data` describes `guard`. */
export function foldPacks(guard: GuardNode, data: NodeData, placeOf: BuiltPolicy['placeOf']): NodeData {
  const file = placeOf?.(guard)?.file ?? '';
  if (file.startsWith('pack:')) return { kind: file, params: { rules: leavesOf(data) } };
  const children = data.children?.map((child, index) => {
    const below = guard.children?.[index];
    return below === undefined ? child : foldPacks(below, child, placeOf);
  });
  return children === undefined ? data : { ...data, children };
}

/** The names of the guards in a tree, each once. */
const leavesOf = ({ kind, id, children = [] }: NodeData): readonly string[] =>
  children.length === 0 ? [id ?? kind] : [...new Set(children.flatMap(leavesOf))];
