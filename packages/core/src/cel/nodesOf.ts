import type { ASTNode } from '@marcbachmann/cel-js';

/** Walks an expression, every part of it once. */
export function* nodesOf(root: ASTNode): Generator<ASTNode> {
  const open: unknown[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) open.push(...(next as readonly unknown[]));
    else if (typeof next === 'object' && next !== null && 'op' in next && 'args' in next) {
      yield next as ASTNode;
      open.push(next.args);
    }
  }
}
