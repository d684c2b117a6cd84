import type { GraphChange, RelationType, RelatumInput } from '@licet/epistemic';
import { definePrimitive } from '@licet/epistemic';

const BLOCK = 256;
const RELATA = 10;
const TRANSITIVE: readonly RelationType[] = ['REQUIRES', 'CONSTRAINED_BY', 'DEPENDS_ON'];

/** Deterministic numbers: xorshift32. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/**
 * A graph of `count` concepts with ten edges each, in blocks of 256: three transitive edges lead to earlier concepts of
 * the block, so that there is no cycle, and the others lead anywhere, or stay in the block with `isolated`.
 */
export function* concepts(count: number, isolated = false): Generator<GraphChange> {
  const random = numbers(42);
  for (let at = 0; at < count; at += 1) {
    const start = at - (at % BLOCK);
    const below = at - start;
    const seen = new Set<string>();
    const relata: RelatumInput[] = [];
    for (let edge = 0; edge < RELATA; edge += 1) {
      const isTransitive = edge < TRANSITIVE.length && below > 0;
      const near = start + Math.floor(random() * below);
      const target = isTransitive || isolated ? near : Math.floor(random() * count);
      const relation = isTransitive ? TRANSITIVE[edge]! : edge % 2 === 0 ? 'INCLUDES' : 'APPLIES_TO';
      const key = `${relation}/${target}`;
      if (seen.has(key) || (!isTransitive && target === at)) continue;
      seen.add(key);
      relata.push({ relation, targetId: `c${target}`, targetDepth: 1 });
    }
    const depths = [0, 1, 2].map(level => ({
      level: level as 0,
      properties: level === 0 ? {} : { is: `what is known of concept ${at} at D${level}` },
      relata: level === 1 ? relata : [],
    }));
    yield { type: 'put', primitive: definePrimitive({ id: `c${at}`, name: `concept ${at}`, depths }) };
  }
}

/** The concepts to ask for: one near the end of every block, in an order that jumps about. */
export function questions(count: number): readonly string[] {
  const blocks = Math.floor(count / BLOCK);
  return Array.from({ length: blocks }, (_, at) => `concept ${((at * 7919) % blocks) * BLOCK + BLOCK - 16}`);
}
