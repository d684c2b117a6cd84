import type { MaybePromise } from '@licet/core';
import { InvariantError } from '@licet/core';
import { attempt, chain } from '@licet/core/nodes';
import { EpistemicError } from '../model/errors.ts';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { DepthInput } from '../model/depth.ts';
import { parseDepth } from '../model/depth.ts';
import type { Gap } from '../model/gap.ts';
import type { Exploration } from './explore.ts';
import { depthGaps, relationalGaps, withPeerGaps } from './gaps.ts';
import { isolatedRoots, unjustifiedRoots } from './reachability.ts';
import type { GroundingResult, ResolutionNote } from './result.ts';
import type { Roots } from './roots.ts';
import { findRoots, snapshotFor } from './roots.ts';
import { makeTrace } from './trace.ts';
import type { Moment } from '../memory/fade.ts';
import { fade } from '../memory/fade.ts';
import { nameFaded } from '../memory/nameFaded.ts';
import type { Memory } from '../memory/memory.ts';
import { explore } from './explore.ts';

/** How strictly concepts are grounded. */
export interface GroundOptions {
  /** The depth every requested concept must reach; what the graph's own edges demand comes on top. @defaultValue none */
  readonly minDepth?: DepthInput | undefined;
  /**
   * `edge`: an action must reach its object by a visible APPLIES_TO edge. `component`: the concepts need only be
   * connected, whatever the direction and the type of the edges. @defaultValue 'edge'
   */
  readonly reachability?: 'edge' | 'component' | undefined;
  /** Follow inflected forms and read phrases; false accepts names and aliases only. @defaultValue true */
  readonly inflections?: boolean | undefined;
  /** Requested concepts that are acts even if the graph gives them no APPLIES_TO edge. @defaultValue none */
  readonly actions?: readonly string[] | undefined;
  /** The time of the question, in milliseconds since the epoch. A graph with memory needs it. @defaultValue none */
  readonly now?: number | undefined;
  /** How the knowledge fades, for a snapshot; a graph brings its own. @defaultValue nothing fades */
  readonly memory?: Memory | undefined;
}

/** Grounds concepts in the graph as it is now. A broken graph throws; what is unknown is a gap in the result. */
export function ground(
  graph: ConceptGraph,
  concepts: readonly string[],
  options: GroundOptions = {},
): MaybePromise<GroundingResult> {
  return attempt(
    () => groundNow(graph, concepts, options),
    error => {
      if (!(error instanceof EpistemicError) || error.code !== 'snapshot_stale') throw error;
      return groundNow(graph, concepts, options);
    },
  );
}

/** One try. Another process may write between the look at the version and the look at the content of a gap. */
const groundNow = (graph: ConceptGraph, concepts: readonly string[], options: GroundOptions): MaybePromise<GroundingResult> =>
  chain(snapshotFor(graph, concepts, options.inflections ?? true), snapshot =>
    groundIn(snapshot, concepts, graph.memory === undefined ? options : { ...options, memory: graph.memory }),
  );

/**
 * Grounds concepts in a snapshot: pure, synchronous, and byte-identical for the same knowledge, query and time. Throws an
 * `InvariantError` of code `invalid_param` for a memory without a time.
 */
export function groundIn(snapshot: GraphSnapshot, concepts: readonly string[], options: GroundOptions = {}): GroundingResult {
  const minDepth = options.minDepth === undefined ? undefined : parseDepth(options.minDepth);
  const roots = findRoots(snapshot, concepts, options.inflections ?? true);
  const moment = momentOf(options);
  const held = explored(snapshot, roots.known);
  const faded = moment === undefined ? undefined : fade(snapshot, held, moment);
  const seen = faded === undefined ? snapshot : faded.snapshot;
  const exploration = faded === undefined ? held : (faded.exploration ??= explored(seen, roots.known));
  const found: Gap[] = [
    ...roots.gaps,
    ...depthGaps(seen, roots.known, exploration, minDepth),
    ...relationalGaps(seen, roots.known, exploration),
    ...apart(seen, roots, exploration, options),
  ];
  const named =
    moment === undefined || faded === undefined || found.length === 0
      ? found
      : nameFaded(found, () => apart(snapshot, roots, held, options), snapshot, faded, moment);
  const gaps = withPeerGaps(seen, roots.known, exploration, named);
  return {
    grounded: gaps.length === 0 && concepts.length > 0,
    resolved: roots.resolutions.map(each => ('index' in each ? snapshot.names[each.index]! : each.input)),
    notes: roots.resolutions.flatMap(each => note(snapshot, each)),
    minDepth: minDepth ?? null,
    gaps,
    version: snapshot.version,
    trace: makeTrace(seen, roots, exploration.frontier, moment && { snapshot, walk: held.frontier, moment }),
  };
}

/** A memory without a time could not tell what has faded: it must not count as if nothing had. */
function momentOf({ memory, now }: GroundOptions): Moment | undefined {
  if (memory === undefined) return undefined;
  if (now !== undefined && Number.isFinite(now)) return { memory, now };
  throw new InvariantError('invalid_param', 'a graph with memory needs the time of the question: pass `now`', { path: ['now'] });
}

function apart(snapshot: GraphSnapshot, roots: Roots, exploration: Exploration, options: GroundOptions): Gap[] {
  if (options.reachability === 'component') return isolatedRoots(snapshot, roots.known, exploration);
  const actions = options.actions === undefined ? [] : findRoots(snapshot, options.actions, options.inflections ?? true).known;
  return unjustifiedRoots(snapshot, roots.known, exploration, new Set(actions), roots.gaps.length > 0);
}

function note(snapshot: GraphSnapshot, resolution: Roots['resolutions'][number]): ResolutionNote[] {
  if (resolution.by !== 'alias' && resolution.by !== 'form') return [];
  return [{ input: resolution.input, name: snapshot.names[resolution.index]!, by: resolution.by }];
}

/** How many walks a snapshot remembers, and how large one may be to be remembered. */
const MOST_WALKS = 512;
const MOST_NODES = 4_096;

const walks = new WeakMap<GraphSnapshot, Map<string, Exploration>>();

/**
 * What a walk from these roots finds, from memory when the snapshot has been asked for the same roots before: agents
 * ask for the same few concepts again and again, and a snapshot never changes. A part of a graph remembers nothing,
 * because it is made for one query.
 */
function explored(snapshot: GraphSnapshot, roots: readonly number[]): Exploration {
  if (!snapshot.complete) return explore(snapshot, roots);
  let known = walks.get(snapshot);
  if (known === undefined) walks.set(snapshot, (known = new Map()));
  const key = roots.length === 1 ? String(roots[0]) : roots.join();
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const walk = explore(snapshot, roots);
  if (walk.frontier.length > MOST_NODES) return walk;
  if (known.size >= MOST_WALKS) known.delete(known.keys().next().value!);
  known.set(key, walk);
  return walk;
}
