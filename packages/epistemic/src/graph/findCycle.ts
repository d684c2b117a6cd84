/**
 * Looks for a cycle that passes through any of the starts. Returns its nodes, first one repeated at the end, or
 * undefined. Each reachable node is expanded once; deep chains need no stack.
 */
export function findCycle(starts: Iterable<string>, successors: (node: string) => readonly string[]): string[] | undefined {
  const done = new Set<string>();
  for (const start of starts) {
    if (done.has(start)) continue;
    const path: { node: string; next: readonly string[]; at: number }[] = [{ node: start, next: successors(start), at: 0 }];
    const open = new Set([start]);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const child = top.next[top.at++];
      if (child === undefined) {
        path.pop();
        open.delete(top.node);
        done.add(top.node);
      } else if (open.has(child)) {
        const nodes = path.map(step => step.node);
        return [...nodes.slice(nodes.indexOf(child)), child];
      } else if (!done.has(child)) {
        open.add(child);
        path.push({ node: child, next: successors(child), at: 0 });
      }
    }
  }
  return undefined;
}
