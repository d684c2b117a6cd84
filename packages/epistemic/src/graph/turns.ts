import type { Clock, MaybePromise } from '@licet/core';
import { systemClock } from '@licet/core';
import type { ConceptGraph } from './conceptGraph.ts';
import type { RetryOptions } from './retryConflicts.ts';
import { retryConflicts } from './retryConflicts.ts';
import { EpistemicError } from '../model/errors.ts';

/** What several processes exclude each other by. It frees itself when its process ends. */
export interface TurnLock {
  /** Takes the lock where no other process holds it. `next` says that this process gets it before all others that wait. */
  take(): MaybePromise<'mine' | 'next' | 'taken'>;
  /** Gives the lock back, or the place among those that wait. */
  release(): MaybePromise<void>;
}

/** Runs work while no other writer of the graph has its turn. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** How long a writer waits for its turn, in milliseconds. */
const LONGEST_WAIT = 120_000;

/** The longest pause between two looks at the lock, in milliseconds: of the next writer, of a new one, and of one that has waited long. */
const [NEXT_PAUSE, NEW_PAUSE, OLD_PAUSE] = [2, 25, 4] as const;
/** After so many milliseconds the pauses are half as long, after twice as many a third. */
const AGE = 50;

/**
 * Gives the writers of a graph their turns: those of this process in the order in which they come, those of several processes by `lock`.
 * A writer looks at the lock more often the longer it waits, so that new writers do not get ahead of it for ever. Throws
 * `graph_unavailable` after two minutes without a turn.
 */
export function makeTurns(lock?: TurnLock, clock: Clock = systemClock): TakeTurn {
  let last: Promise<unknown> = Promise.resolve();
  return async work => {
    const turn = last.then(async () => (lock === undefined ? work() : locked(lock, work, clock)));
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function locked<T>(lock: TurnLock, work: () => Promise<T>, clock: Clock): Promise<T> {
  try {
    await awaitTurn(lock, clock);
    return await work();
  } finally {
    await quietly(async () => lock.release());
  }
}

/** Without a lock the work goes on: its `ifVersion` keeps it right, and its own fault says what is wrong with the store. */
async function awaitTurn(lock: TurnLock, clock: Clock): Promise<void> {
  const begun = clock.elapsed();
  for (let waited = 0; waited <= LONGEST_WAIT; waited = clock.elapsed() - begun) {
    const taken = await tried(lock);
    if (taken === 'mine' || taken === 'unusable') return;
    const longest = taken === 'next' ? NEXT_PAUSE : Math.max(OLD_PAUSE, NEW_PAUSE / (1 + waited / AGE));
    await new Promise<void>(resolve => clock.after(Math.random() * longest, resolve, true));
  }
  throw neverFree(LONGEST_WAIT);
}

async function tried(lock: TurnLock): Promise<Awaited<ReturnType<TurnLock['take']>> | 'unusable'> {
  try {
    return await lock.take();
  } catch {
    return 'unusable';
  }
}

/** A lock that cannot be released frees itself; what was written is written. */
async function quietly(release: () => Promise<void>): Promise<void> {
  try {
    await release();
  } catch {
    // The store is gone, and the lock with it.
  }
}

function neverFree(waited: number): EpistemicError {
  const seconds = Math.round(waited / 1_000);
  return new EpistemicError(
    'graph_unavailable',
    `expected a turn to write, found that other processes have been writing for ${seconds} seconds: nothing was written; look for a process that hangs, then try again`,
  );
}

/**
 * Makes a change that rests on what the graph holds, when no other writer that does the same is at work, and again on the fresh state
 * where a writer without a turn got ahead: see {@link retryConflicts}. `change` must not wait for a person or a model.
 *
 * @example
 * ```ts
 * import { definePrimitive, memoryGraph, writeInTurn } from '@licet/epistemic';
 *
 * const graph = memoryGraph();
 * const add = async () => {
 *   const { version, size } = graph.snapshot();
 *   return graph.write([{ type: 'put', primitive: definePrimitive({ name: `concept ${size + 1}` }) }], { ifVersion: version });
 * };
 * await Promise.all([writeInTurn(graph, add), writeInTurn(graph, add)]); // => ['1', '2']
 * ```
 */
export async function writeInTurn<T>(graph: ConceptGraph, change: () => Promise<T>, options?: RetryOptions): Promise<T> {
  const attempt = async (): Promise<T> => retryConflicts(change, options);
  return graph.turn === undefined ? attempt() : graph.turn(attempt);
}
