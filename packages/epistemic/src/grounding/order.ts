/**
 * The order in which every list of a result names its concepts: the roots first, as they were asked for, then all
 * others by folded name. It depends on the query and on the knowledge, never on the order in which a store holds it.
 */
export function canonicalOrder(roots: readonly number[], nodes: Iterable<number>): number[] {
  const present = new Set(nodes);
  const first = roots.filter(root => present.delete(root));
  return [...first, ...[...present].sort((a, b) => a - b)];
}
