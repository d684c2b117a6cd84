import type { Peer, Primitive } from '@licet/epistemic';
import { definePrimitive, federatedGraph, groundIn, memoryGraph } from '@licet/epistemic';
import { RELATION_TYPES } from '@licet/epistemic/model';
import { snapshotOf } from '@licet/epistemic/store';
import type { GraphSnapshot } from '@licet/epistemic';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cases } from '../../support/longRuns.ts';

/** Graphs that refer to each other by name: 0 is the local one, 1 and 2 are peers. */
const GRAPHS = ['', 'a', 'b'] as const;
const CONCEPTS = 4;

interface Edge {
  readonly from: number;
  readonly level: number;
  readonly relation: number;
  readonly toGraph: number;
  readonly to: number;
  readonly depth: number;
}

/** Per graph, how deep each concept is known there, and the edges that it holds. */
interface World {
  readonly depths: readonly (readonly number[])[];
  readonly edges: readonly (readonly Edge[])[];
  readonly caps: readonly number[];
}

const level = fc.integer({ min: 0, max: 4 });
const edge = fc.record({
  from: fc.integer({ min: 0, max: CONCEPTS - 1 }),
  level,
  relation: fc.integer({ min: 0, max: RELATION_TYPES.length - 1 }),
  toGraph: fc.integer({ min: 0, max: GRAPHS.length - 1 }),
  to: fc.integer({ min: 0, max: CONCEPTS - 1 }),
  depth: level,
});
const each = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength: GRAPHS.length, maxLength: GRAPHS.length });
const worlds: fc.Arbitrary<World> = fc.record({
  depths: each(fc.array(fc.constantFrom(1, 2, 3, 4, 4), { minLength: CONCEPTS, maxLength: CONCEPTS })),
  edges: each(fc.array(edge, { maxLength: 4 })),
  caps: each(fc.constantFrom(0, 1, 2, 3, 4, 4)),
});

const nameOf = (graph: number, concept: number): string => (graph === 0 ? `c${concept}` : `${GRAPHS[graph]}:c${concept}`);

/** The concepts of one graph, each with all its edges. In its own graph a concept has its bare name. */
function conceptsOf({ depths, edges }: World, graph: number, idOf: (graph: number, concept: number) => string): Primitive[] {
  return depths[graph]!.map((deepest, concept) =>
    definePrimitive({
      id: idOf(graph, concept),
      name: idOf(graph, concept),
      depths: Array.from({ length: deepest + 1 }, (_, at) => {
        const relata = new Map<string, { relation: (typeof RELATION_TYPES)[number]; targetId: string; targetDepth: 0 }>();
        for (const { from, level: owner, relation, toGraph, to, depth } of edges[graph]!) {
          if (from !== concept || owner !== at) continue;
          const targetId = idOf(toGraph, to);
          relata.set(`${relation}/${targetId}/${depth}`, {
            relation: RELATION_TYPES[relation]!,
            targetId,
            targetDepth: depth as 0,
          });
        }
        return { level: at as 0, properties: { known: true }, relata: [...relata.values()] };
      }),
    }),
  );
}

/** One graph as its owners hold it: its own concepts by bare names, and references to those of other graphs. */
function graphOf(world: World, graph: number): GraphSnapshot {
  const localName = (of: number, concept: number): string =>
    of === graph ? `c${concept}` : of === 0 ? `us:c${concept}` : nameOf(of, concept);
  const references = GRAPHS.flatMap((_, of) =>
    of === graph ? [] : world.depths[of]!.map((__, concept) => localName(of, concept)),
  ).map(name => definePrimitive({ id: name, name, depths: [{ level: 'D0' }] }));
  return snapshotOf('1', [...conceptsOf(world, graph, localName), ...references], []);
}

/** The local graph joined with its peers. `gone` are peers without knowledge. */
function federated(world: World, gone: readonly number[] = [], caps = world.caps): GraphSnapshot {
  const peers = [1, 2].map((graph): Peer => {
    const names = new Map([
      ['us', 'us'],
      ['a', 'a'],
      ['b', 'b'],
    ]);
    const knowledge = gone.includes(graph)
      ? ({ fault: 'missing', detail: 'gone' } as const)
      : { snapshot: graphOf(world, graph), version: '1', peers: names };
    return { name: GRAPHS[graph]!, key: GRAPHS[graph]!, trust: { maxDepth: caps[graph]! as 0 }, read: () => knowledge };
  });
  const local = graphOf(world, 0);
  const graph = federatedGraph({ ...memoryGraph(), snapshot: () => local }, peers, { self: 'us' });
  return graph.snapshot() as GraphSnapshot;
}

/** One local graph with all that every graph knows: nothing is capped. */
function whole(world: World): GraphSnapshot {
  return snapshotOf(
    '1',
    [0, 1, 2].flatMap(graph => conceptsOf(world, graph, nameOf)),
    [],
  );
}

const queries = fc.record({
  concepts: fc.uniqueArray(fc.integer({ min: 0, max: CONCEPTS - 1 }), { minLength: 1, maxLength: 3 }),
  others: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 0, max: CONCEPTS - 1 })), { maxLength: 2 }),
  minDepth: fc.constantFrom(0, 0, 0, 1, 3),
  reachability: fc.constantFrom('edge' as const, 'component' as const),
});
type Query = typeof queries extends fc.Arbitrary<infer T> ? T : never;

const grounds = (snapshot: GraphSnapshot, { concepts, others, minDepth, reachability }: Query): boolean => {
  const names = [...concepts.map(concept => nameOf(0, concept)), ...others.map(([graph, concept]) => nameOf(graph, concept))];
  return groundIn(snapshot, names, { minDepth: minDepth as 0, reachability, inflections: false }).grounded;
};

describe('a graph with peers', () => {
  it('grounds nothing that one graph with all they know would not ground', () => {
    let grounded = 0;
    fc.assert(
      fc.property(worlds, queries, (world, query) => {
        if (!grounds(federated(world), query)) return;
        grounded += 1;
        expect(grounds(whole(world), query)).toBe(true);
      }),
      { numRuns: cases(2_000) },
    );
    // The property says nothing about worlds in which nothing is grounded.
    expect(grounded).toBeGreaterThan(20);
  });

  it('grounds no more when a peer is trusted less or is gone', () => {
    fc.assert(
      fc.property(worlds, queries, fc.subarray([1, 2]), (world, query, gone) => {
        const full = grounds(federated(world, [], [4, 4, 4]), query);
        if (!full) expect(grounds(federated(world), query)).toBe(false);
        if (!grounds(federated(world), query)) expect(grounds(federated(world, gone), query)).toBe(false);
      }),
      { numRuns: cases(1_000) },
    );
  });
});
