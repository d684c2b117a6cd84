import type { MaybePromise } from '@licet/core';
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
}

/**
 * Grounds concepts in the graph as it is now. A missing or broken graph throws; not knowing never does: it is a gap in
 * the result. Nothing asked for is not grounded, with no gaps.
 */
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
  chain(snapshotFor(graph, concepts, options.inflections ?? true), snapshot => groundIn(snapshot, concepts, options));

/** Grounds concepts in a snapshot: pure, synchronous, and byte-identical for the same knowledge and query. */
export function groundIn(snapshot: GraphSnapshot, concepts: readonly string[], options: GroundOptions = {}): GroundingResult {
  const minDepth = options.minDepth === undefined ? undefined : parseDepth(options.minDepth);
  const roots = findRoots(snapshot, concepts, options.inflections ?? true);
  const exploration = explored(snapshot, roots.known);
  const found: Gap[] = [
    ...roots.gaps,
    ...depthGaps(snapshot, roots.known, exploration, minDepth),
    ...relationalGaps(snapshot, roots.known, exploration),
    ...apart(snapshot, roots, exploration, options),
  ];
  const gaps = withPeerGaps(snapshot, roots.known, exploration, found);
  return {
    grounded: gaps.length === 0 && concepts.length > 0,
    resolved: roots.resolutions.map(each => ('index' in each ? snapshot.names[each.index]! : each.input)),
    notes: roots.resolutions.flatMap(each => note(snapshot, each)),
    minDepth: minDepth ?? null,
    gaps,
    version: snapshot.version,
    trace: makeTrace(snapshot, roots, exploration.frontier),
  };
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
