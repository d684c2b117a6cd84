import type { GroundingResult } from '@licet/epistemic';
import { exportGraph, formatTrace, formatTree, graphJson, ground } from '@licet/epistemic';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { puts } from '../support/shorthand.ts';
import { STORES } from '../support/stores.ts';

const NAMES = ['act', 'bat', 'cat', 'dog', 'eel', 'Fox', 'gnu'];

/** Graphs whose transitive edges go from later names to earlier ones, so that none has a cycle. */
const graphs = fc.tuple(...NAMES.map((_, at) => concept(at)));

function concept(at: number): fc.Arbitrary<string> {
  const level = fc.integer({ min: 0, max: 3 });
  const lateral = fc.tuple(level, fc.constantFrom('A', 'INC'), fc.integer({ min: 0, max: NAMES.length - 1 }), level);
  const downward = fc.tuple(level, fc.constantFrom('REQ', 'CON', 'DEP'), fc.integer({ min: 0, max: Math.max(0, at - 1) }), level);
  const edge = at === 0 ? lateral : fc.oneof(lateral, downward);
  const edges = fc.uniqueArray(edge, { maxLength: 5, selector: each => each.join() });
  return fc.tuple(fc.subarray(['0', '1', '1-', '2', '3', '3-'], { minLength: 1 }), edges).map(([levels, list]) => {
    const kept = levels.filter((each, index) => !levels.slice(0, index).some(other => other[0] === each[0]));
    return [NAMES[at]!, kept.join(''), ...list.map(([from, type, to, target]) => `${from}:${type}>${NAMES[to]}@${target}`)].join(
      ' ',
    );
  });
}

const queries = fc.array(fc.constantFrom(...NAMES, 'cats', 'unknown', 'DOGS', 'fox'), { minLength: 1, maxLength: 4 });

function bytes({ grounded, resolved, notes, minDepth, gaps, trace }: GroundingResult): string {
  const { conceptIds, primitives, pathway } = trace;
  return JSON.stringify({ grounded, resolved, notes, minDepth, gaps, conceptIds, primitives, pathway });
}

describe('grounding', () => {
  it('gives the same bytes from every store, whatever the order of writing', async () => {
    await fc.assert(
      fc.asyncProperty(
        graphs,
        queries,
        fc.constantFrom('D1', 'D3', undefined),
        fc.boolean(),
        async (texts, query, minDepth, edge) => {
          const reachability = edge ? 'edge' : 'component';
          const seen = new Set<string>();
          for (const store of STORES) {
            for (const order of [texts, [...texts].reverse()]) {
              await using open = await store.open();
              await open.graph.write(puts(order));
              const result = await ground(open.graph, query, { minDepth, reachability });
              seen.add(
                [bytes(result), formatTrace(result), formatTree(result), graphJson(await exportGraph(open.graph))].join('\n'),
              );
            }
          }
          expect(seen.size).toBe(1);
        },
      ),
      { numRuns: 25 },
    );
  });
});
