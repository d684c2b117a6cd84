import type { MaybePromise, Outcome } from '@licet/core';
import { attempt, chain } from '@licet/core/nodes';
import type { ConceptGraph, GraphChange } from '../graph/conceptGraph.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { writeInTurn } from '../graph/turns.ts';
import type { GroundingResult } from '../grounding/result.ts';
import { EpistemicError } from '../model/errors.ts';
import { foldConceptName } from '../model/name.ts';
import type { Primitive } from '../model/primitive.ts';
import { contiguousDepth, failureAt, successAt } from '../model/primitive.ts';
import { fadesAt, rememberedOf } from './fading.ts';
import type { Memory } from './memory.ts';

/**
 * Counts the outcome of a grounded action for the concepts that it rested on: a success confirms them, a failure
 * shortens their half-life, each at most once a day, so that no number of calls weighs more than a day of work. A success
 * confirms no concept that has faded, not even where the action asked less of it: only a person renews it. Undefined
 * where there is nothing to write: a graph without memory, an action that was not grounded, an outcome that was only inferred.
 */
export function recordUse(graph: ConceptGraph, result: GroundingResult, outcome: Outcome, now: number): MaybePromise<void> {
  const { memory } = graph;
  const { status, inferred } = outcome;
  if (memory === undefined || !result.grounded || inferred === true || (status !== 'ok' && status !== 'error')) return undefined;
  const names = new Set([...result.resolved, ...result.trace.pathway.map(step => step.target)]);
  const count = (): MaybePromise<void> =>
    chain(graph.snapshot(result.resolved), snapshot => {
      const changes = [...names]
        .flatMap(name => liveOf(snapshot, name))
        .filter(each => (status === 'ok' ? mayConfirm(each, memory, now) : isOnLaterDay(each.metrics?.lastFailed, now)))
        .map(({ id }): GraphChange => ({ type: 'use', id, metrics: status === 'ok' ? successAt(now) : failureAt(now) }));
      return changes.length === 0 ? undefined : chain(graph.write(changes, { ifVersion: snapshot.version }), () => undefined);
    });
  return attempt(count, error => {
    if (isOvertaken(error)) return writeInTurn(graph, async () => count());
    throw error;
  });
}

/** Calls that end at the same moment look at the same counters: the later one looks again, so that a day counts once. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof EpistemicError && (error.code === 'version_conflict' || error.code === 'snapshot_stale');

function liveOf(snapshot: GraphSnapshot, name: string): Primitive[] {
  const node = snapshot.byName.get(foldConceptName(name));
  return node === undefined ? [] : [snapshot.primitive(node)];
}

const mayConfirm = (primitive: Primitive, memory: Memory, now: number): boolean =>
  isOnLaterDay(primitive.metrics?.lastGrounded, now) &&
  now < fadesAt({ ...rememberedOf(primitive), claimed: contiguousDepth(primitive) ?? -1 }, memory);

/** Times are ISO 8601 in UTC, so their order is that of their texts. An outcome of the past, as in a replay, is none. */
const isOnLaterDay = (at: string | null | undefined, now: number): boolean =>
  typeof at !== 'string' || at.slice(0, 10) < new Date(now).toISOString().slice(0, 10);
