import type { ConceptGraph, GraphChange, GroundingResult } from '@licet/epistemic';
import { exportGraph, ground, importGraph, lintGraph, memoryGraph, SEEDS } from '@licet/epistemic';
import { formatDot, formatMermaid, formatTrace, formatTree } from '@licet/epistemic/render';
import { graphJson } from '@licet/epistemic/exchange';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf, puts } from '../unit/epistemic/support/shorthand.ts';
import type { Store } from '../unit/epistemic/support/stores.ts';
import { cases } from '../support/longRuns.ts';

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
    const texts = list.map(([from, type, to, target]) => `${from}:${type}>${NAMES[to]}@${target}`);
    return [NAMES[at]!, kept.join(''), ...texts].join(' ');
  });
}

const queries = fc.array(fc.constantFrom(...NAMES, 'cats', 'unknown', 'DOGS', 'fox', 'kitty', 'the cat and the dog'), {
  minLength: 1,
  maxLength: 4,
});

/** All that can be read of a result, without the version, which counts the writes of a store. */
function bytes(result: GroundingResult): string {
  const { grounded, resolved, notes, minDepth, gaps, trace } = result;
  const { conceptIds, primitives, pathway, acts } = trace;
  const data = JSON.stringify({ grounded, resolved, notes, minDepth, gaps, conceptIds, primitives, pathway, acts });
  return [data, formatTrace(result), formatTree(result), formatMermaid(result), formatDot(result)].join('\n');
}

async function readings(graph: ConceptGraph, query: readonly string[], minDepth: 'D1' | 'D3' | undefined): Promise<string> {
  const texts = [graphJson(await exportGraph(graph)), JSON.stringify(lintGraph(await graph.snapshot()))];
  for (const reachability of ['edge', 'component'] as const) {
    for (const inflections of [true, false])
      texts.push(bytes(await ground(graph, query, { minDepth, reachability, inflections })));
  }
  return texts.join('\n');
}

const ALIAS: GraphChange = { type: 'alias', alias: 'Kitty', targetId: idOf('cat') };

/** What a random change to a graph may be; most are refused sooner or later. */
const change = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: NAMES.length - 1 }).chain(concept), fc.constantFrom(undefined, 'moved'))
    .map(([text, id]): GraphChange => {
      const [put] = puts([text]);
      return id === undefined || put?.type !== 'put' ? put! : { type: 'put', primitive: { ...put.primitive, id } };
    }),
  fc.constantFrom(...NAMES).map((name): GraphChange => ({ type: 'remove', id: idOf(name) })),
  fc
    .tuple(fc.constantFrom('kitty', 'KITTY', 'puppy', 'Dog', ''), fc.constantFrom(...NAMES))
    .map(([alias, name]): GraphChange => ({ type: 'alias', alias, targetId: idOf(name) })),
  fc.constantFrom('kitty', 'puppy').map((alias): GraphChange => ({ type: 'unalias', alias })),
);

async function outcome(graph: ConceptGraph, batch: readonly GraphChange[]): Promise<string> {
  try {
    await graph.write(batch);
    return 'written';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code ?? 'no code'}: ${message}`;
  }
}

/** The same knowledge and the same question give the same bytes in this store and in memory, however it was written. */
export function describeDeterminism(store: Store, { numRuns }: { readonly numRuns: number }): void {
  describe(`${store.name} beside memory`, () => {
    it('gives the same bytes, whatever the order of writing', async () => {
      await fc.assert(
        fc.asyncProperty(
          graphs,
          fc.infiniteStream(fc.nat()),
          queries,
          fc.constantFrom('D1', 'D3', undefined),
          async (texts, luck, query, minDepth) => {
            const memory = memoryGraph();
            memory.write([...puts(texts), ALIAS]);
            const wanted = await readings(memory, query, minDepth);
            const keys = new Map(texts.map(text => [text, luck.next().value as number] as const));
            await using open = await store.open();
            await open.graph.write([...puts(texts.toSorted((a, b) => keys.get(a)! - keys.get(b)!)), ALIAS]);

            expect(await readings(open.graph, query, minDepth)).toBe(wanted);
          },
        ),
        { numRuns: cases(numRuns) },
      );
    });

    it('gives the same bytes when the graph came to be one change at a time', async () => {
      const memory = memoryGraph();
      await importGraph(memory, SEEDS.filesystem, { now: 0 });
      await using open = await store.open();
      await importGraph(open.graph, SEEDS.gaps, { now: 0 });
      await importGraph(open.graph, { ...SEEDS.filesystem, primitives: [...SEEDS.filesystem.primitives].reverse() }, { now: 0 });

      for (const query of [
        ['delete', 'files'],
        ['write', 'user'],
        ['operating systems', 'x'],
        ['copy', 'directory', 'permission'],
        [],
      ]) {
        expect(await readings(open.graph, query, undefined)).toBe(await readings(memory, query, undefined));
      }
    });

    it('takes and refuses the same changes, in the same words, and ends with the same graph', async () => {
      const history = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(graphs, history, async (texts, batches) => {
          const memory = memoryGraph();
          await using open = await store.open();
          for (const graph of [memory, open.graph]) await graph.write([...puts(texts), ALIAS]);

          for (const batch of batches) expect(await outcome(open.graph, batch)).toBe(await outcome(memory, batch));

          expect(graphJson(await exportGraph(open.graph))).toBe(graphJson(await exportGraph(memory)));
          expect(await readings(open.graph, ['cat', 'kitty', 'dog'], undefined)).toBe(
            await readings(memory, ['cat', 'kitty', 'dog'], undefined),
          );
        }),
        { numRuns: cases(numRuns) },
      );
    });
  });
}
