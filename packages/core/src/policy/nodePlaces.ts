import type { GuardNode } from '../model/node.ts';
import type { NodePlace } from '../model/settings.ts';
import { wayTo } from './policyData.ts';
import type { CompiledPolicy } from './policyData.ts';

/**
 * Returns the place of a node, by the path to it as a record of the audit trail names it. A node that another one has built for
 * itself has the place of that one. Undefined for a policy that does not know.
 *
 * @example
 * ```ts
 * import { placeOfNode } from '@licet/core/policy';
 *
 * const compiled = { format: 1 as const, policy: { kind: 'all' }, settings: {}, sources: [{ file: 'governance.yaml', sha256: '' }], usesCel: false, places: { '': [0, 3], '1': [0, 9] } as const };
 * placeOfNode(compiled, '1.4'); // => { file: 'governance.yaml', line: 9 }
 * ```
 */
export function placeOfNode({ places, sources }: Pick<CompiledPolicy, 'places' | 'sources'>, way: string): NodePlace | undefined {
  for (let at = way; ; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const [source, line] = places?.[at] ?? [];
    const file = source === undefined ? undefined : sources[source]?.file;
    if (file !== undefined && line !== undefined) return { file, line };
    if (at === '') return undefined;
  }
}

/** Returns what finds the line of each node. Nodes are numbered at the first question: most evaluations ask none. */
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
