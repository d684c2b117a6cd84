import type { MaybePromise } from '@licet/core';
import type { Primitive, PrimitiveMetrics } from '../model/primitive.ts';
import type { Memory } from '../memory/memory.ts';
import type { GraphSnapshot } from './snapshot.ts';

/** One step of a write. `put` inserts a primitive or replaces the one with the same id, edges included. */
export type GraphChange =
  | { readonly type: 'put'; readonly primitive: Primitive }
  | { readonly type: 'remove'; readonly id: string }
  /** Another word for the concept. It may be neither a concept's own name nor the alias of another concept. */
  | { readonly type: 'alias'; readonly alias: string; readonly targetId: string }
  | { readonly type: 'unalias'; readonly alias: string }
  /** Knowledge that was proposed and waits for a person. It takes no part in grounding. */
  | { readonly type: 'propose'; readonly proposal: PendingProposal }
  | { readonly type: 'settle'; readonly proposalId: string }
  /**
   * Adds to the counters of a concept and moves its times on, so that several recorders add up; a concept that is gone
   * is passed over. Counting does not change the version of the graph, so that it never causes a reload.
   */
  | { readonly type: 'count'; readonly id: string; readonly metrics: PrimitiveMetrics }
  /** Adds to the counters as `count` does, for a graph with memory, in which they decide: the version of the graph changes. */
  | { readonly type: 'use'; readonly id: string; readonly metrics: PrimitiveMetrics };

/** A proposal kept in the graph: data only, understood by the learning code that made it. */
export interface PendingProposal {
  /** The same proposal made twice has the same id and is kept once. */
  readonly id: string;
  /** JSON text. */
  readonly content: string;
}

/** Conditions of a write. */
export interface WriteOptions {
  /** Refuse with `version_conflict` unless the graph still has this version. */
  readonly ifVersion?: string;
}

/**
 * Where the knowledge is kept. Three implementations pass one contract suite: memory, SQLite, Neo4j. A graph answers
 * at once or with a promise, as its store does.
 *
 * Every graph refuses, atomically and with the same codes: a second primitive under the same folded name
 * (`name_conflict`), an edge or alias to nothing (`dangling_target`), a cycle over the transitive relations
 * (`cyclic_relationship`), a primitive that {@link validatePrimitive} refuses. Removing a primitive removes the edges
 * and aliases that point at it.
 */
export interface ConceptGraph {
  /** What sort of store this is, for messages. */
  readonly kind: string;
  /** How its knowledge fades when it is not used: see `withMemory`. @defaultValue nothing fades */
  readonly memory?: Memory;
  /**
   * The knowledge as of now. It costs one cheap version probe when nothing changed. With `concepts`, a store that has
   * not loaded the graph may answer with only the part that grounding those names can see.
   */
  snapshot(concepts?: readonly string[]): MaybePromise<GraphSnapshot>;
  /** The live primitive with this id, or with this name under folding. */
  find(key: { readonly id: string } | { readonly name: string }): MaybePromise<Primitive | undefined>;
  /** Applies all changes in order or none, and returns the version that results. */
  write(changes: readonly GraphChange[], options?: WriteOptions): MaybePromise<string>;
  /**
   * Runs a change that reads the graph before it writes, while no other such change is at work, in this process or another one.
   * Writers that do not ask for a turn are not kept out: `work` still writes with `ifVersion`.
   */
  turn?<T>(work: () => Promise<T>): Promise<T>;
  /** Proposals that wait for a person, by id. */
  proposals(): MaybePromise<readonly PendingProposal[]>;
  /** Removes everything and returns how many primitives there were. The version still moves forward. */
  clear(): MaybePromise<number>;
  /** Releases files and connections; safe to call twice. */
  close(): MaybePromise<void>;
}
