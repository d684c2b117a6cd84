import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ConceptGraph, GraphChange } from '@licet/epistemic';
import { ground, groundIn, memoryGraph } from '@licet/epistemic';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf, puts } from '../../../../epistemic/support/shorthand.ts';
import { temporaryFolder } from '../../../../epistemic/support/stores.ts';
import { cases } from '../../../../../support/longRuns.ts';

const NAMES = ['ant', 'bee', 'cow', 'doe', 'elk'];
const RELATIONS = ['REQ', 'DEP', 'A', 'INC'];

/** A concept whose transitive edges lead to earlier names, so that no order of writing makes a cycle. */
const concept = fc
  .tuple(
    fc.nat({ max: NAMES.length - 1 }),
    fc.constantFrom('0', '01', '012'),
    fc.array(fc.tuple(fc.constantFrom('1', '2'), fc.constantFrom(...RELATIONS), fc.nat(), fc.constantFrom('1', '2')), {
      maxLength: 4,
    }),
  )
  .map(([at, levels, edges]) => {
    const kept = edges.filter(([from, relation]) => levels.includes(from) && (at > 0 || !['REQ', 'DEP'].includes(relation)));
    const texts = kept.map(([from, relation, to, depth]) => {
      const target = ['REQ', 'DEP'].includes(relation) ? NAMES[to % at] : NAMES[to % NAMES.length];
      return `${from}:${relation}>${target}@${depth}`;
    });
    return [NAMES[at], levels, ...new Set(texts)].join(' ');
  });

const removal = fc.constantFrom(...NAMES).map(name => ({ type: 'remove', id: idOf(name) }) as const);
const steps = fc.array(fc.oneof({ weight: 3, arbitrary: concept }, { weight: 1, arbitrary: removal }), { maxLength: 12 });

async function seen(graph: ConceptGraph): Promise<string> {
  const results = [];
  for (const reachability of ['edge', 'component'] as const) {
    for (const name of NAMES) {
      const { gaps, trace } = await ground(graph, [name, 'ant'], { reachability });
      results.push({ gaps, pathway: trace.pathway, acts: trace.acts });
    }
  }
  return JSON.stringify(results);
}

describe('the outline of a concept', () => {
  it('says the same as its edges after any puts and removals', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async list => {
        const memory = memoryGraph();
        const [direct, loaded] = [Number.POSITIVE_INFINITY, 0].map(loadAfter => sqliteGraph(':memory:', { loadAfter }));
        for (const graph of [memory, direct!, loaded!]) {
          graph.write(puts(NAMES.map(name => `${name} 01`)));
          for (const step of list) await attempt(graph, typeof step === 'string' ? puts([step]) : [step]);
        }

        const [want, ...found] = [await seen(memory), await seen(direct!), await seen(loaded!)];

        expect(found).toEqual([want, want]);
        direct!.close();
        loaded!.close();
      }),
      { numRuns: cases(40) },
    );
  });

  it.each([0, Number.POSITIVE_INFINITY])('is damage, never knowledge, when it cannot be read, loading after %s', loadAfter => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'graph.db');
    const graph = sqliteGraph(path, { loadAfter });
    graph.write(puts(['a 01']));
    const Database = createRequire(import.meta.url)('better-sqlite3') as new (file: string) => {
      exec(sql: string): { close(): void };
    };
    new Database(path).exec("UPDATE concept_primitives SET edges = x'00ff'").close();

    expect(() => ground(graph, ['a'])).toThrow(expect.objectContaining({ code: 'graph_corrupt' }) as Error);
    graph.close();
  });
});

describe('a walk that was taken before', () => {
  it('gives the same bytes again, and other bytes once the graph has changed', () => {
    const graph = memoryGraph();
    graph.write(puts(['b 01', 'a 01 1:REQ>b@1 1:A>b@2']));
    const ask = (names: readonly string[]): string => {
      const { gaps, trace } = groundIn(graph.snapshot(), names, { reachability: 'component' });
      return JSON.stringify({ gaps, pathway: trace.pathway });
    };
    const first = [ask(['a']), ask(['a', 'b']), ask(['b', 'a'])];

    expect([ask(['a']), ask(['a', 'b']), ask(['b', 'a'])]).toEqual(first);
    graph.write(puts(['b 012']));
    expect(ask(['a'])).not.toBe(first[0]);
  });

  it('is forgotten in favour of later ones, and taken again', () => {
    const graph = memoryGraph();
    const names = Array.from({ length: 600 }, (_, at) => `n${at}`);
    graph.write(puts(names.map(name => `${name} 0 1:INC>n0@1`)));
    const ask = (): string[] => names.map(name => JSON.stringify(groundIn(graph.snapshot(), [name]).gaps));

    expect(ask()).toEqual(ask());
  });
});

async function attempt(graph: ConceptGraph, changes: readonly GraphChange[]): Promise<void> {
  try {
    await graph.write(changes);
  } catch {
    // A removed concept may be pointed at: every store refuses that alike.
  }
}
