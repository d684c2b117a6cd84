import type { Json } from '@licet/core';
import { chain, isRecord } from '@licet/core/nodes';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { foldConceptName } from '../model/name.ts';
import type { Moment } from './fade.ts';
import { claimOf } from './fade.ts';
import type { Remembered } from './fading.ts';

/** What memory knew of concepts, by their names: the last confirmation, successes, failures, and the time of each level. */
export type Counters = { readonly [concept: string]: readonly number[] };

/** A record keeps the counters of so many concepts. Where a grounding needed more, it keeps none. */
const MOST_KEPT = 64;

/** A walk that was grounded with memory, at a moment. */
export interface AskedMemory {
  readonly snapshot: GraphSnapshot;
  readonly walk: readonly number[];
  readonly moment: Moment;
}

/** Returns the counters that a grounding with memory needed: those of the concepts of its walk that can fade. */
export function countersFor({ snapshot, walk, moment: { memory } }: AskedMemory): Counters | undefined {
  const fading = walk.filter(node => snapshot.depths[node]! > memory.floor);
  if (fading.length === 0 || fading.length > MOST_KEPT) return undefined;
  return Object.fromEntries(
    fading.map(node => {
      const { confirmedAt, successes, failures, levelsAt } = claimOf(snapshot, memory, node);
      return [snapshot.names[node]!, [confirmedAt, successes, failures, ...levelsAt]];
    }),
  );
}

/** The confirmation, two counters, and five levels. */
const NUMBERS = 8;

/** Reads the counters in the evidence of a record, by folded names. A concept with two different sets is left out. */
export function countersIn(evidence: Json | undefined): ReadonlyMap<string, Remembered> {
  const found = new Map<string, readonly number[] | undefined>();
  const look = (value: Json): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    else if (isRecord(value))
      for (const [name, each] of Object.entries(value)) {
        if (name !== 'remembered' || !isRecord(each)) look(each);
        else
          for (const [concept, numbers] of Object.entries(each)) {
            const key = foldConceptName(concept);
            const isOther = found.has(key) && JSON.stringify(found.get(key)) !== JSON.stringify(numbers);
            found.set(key, isCounters(numbers) && !isOther ? numbers : undefined);
          }
      }
  };
  look(evidence ?? null);
  return new Map([...found].flatMap(([name, numbers]) => (numbers === undefined ? [] : [[name, unpacked(numbers)] as const])));
}

const isCounters = (value: Json): value is readonly number[] =>
  Array.isArray(value) && value.length === NUMBERS && value.every(each => typeof each === 'number' && Number.isFinite(each));

const unpacked = ([confirmedAt = 0, successes = 0, failures = 0, ...levelsAt]: readonly number[]): Remembered => ({
  confirmedAt,
  successes,
  failures,
  levelsAt,
});

/** The same graph, in which memory knows of concepts what `recalled` says now; of all others what the graph says. */
export function recalling(graph: ConceptGraph, recalled: () => ReadonlyMap<string, Remembered>): ConceptGraph {
  return {
    ...graph,
    snapshot: concepts =>
      chain(graph.snapshot(concepts), snapshot => {
        const known = recalled();
        if (known.size === 0) return snapshot;
        return {
          ...snapshot,
          remembered: index => known.get(foldConceptName(snapshot.names[index]!)) ?? snapshot.remembered(index),
        };
      }),
  };
}
