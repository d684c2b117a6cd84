import { buildSnapshot } from '../graph/buildSnapshot.ts';
import type { GraphSnapshot, PeerProblem } from '../graph/snapshot.ts';
import type { Remembered } from '../memory/fading.ts';
import { DEPTH_LEVELS } from '../model/depth.ts';
import { foldConceptName } from '../model/name.ts';
import type { Primitive } from '../model/primitive.ts';
import type { Provenance } from '../model/provenance.ts';
import { provenance } from '../model/provenance.ts';
import { EpistemicError } from '../model/errors.ts';
import type { Contribution, FederatedNode } from './federation.ts';
import { Federation } from './federation.ts';
import { disagreement, joinConcept, withPeer } from './joinConcept.ts';
import type { Source } from './sources.ts';

const POLICY_BIT = 1 << 10;

/**
 * One snapshot of the local graph and of what it rests on elsewhere. It is laid out like any other, so that grounding in
 * it costs what grounding in a graph of that size costs. The local snapshot itself when nothing in it names a peer.
 */
export function federatedSnapshot(local: Source, version: string): GraphSnapshot {
  const federation = new Federation(local);
  if (federation.nodes.size === 0) return { ...local.snapshot, version };
  const { snapshot } = local;
  const ids = idsOf(federation, snapshot);
  const masks = Uint8Array.from({ length: federation.size }, (_, node) => {
    const special = federation.nodes.get(node);
    if (federation.redirects.has(node)) return 0;
    return special === undefined
      ? snapshot.masks[node]!
      : special.contributions.reduce((mask, contribution) => mask | contribution.mask, 0);
  });
  const names = Array.from({ length: federation.size }, (_, node) => snapshot.names[node] ?? federation.nodes.get(node)!.name);
  const read = reader(federation, local, ids);
  const built = buildSnapshot({
    version,
    complete: true,
    ids,
    names,
    masks,
    ...edgesOf(federation, local),
    aliases: [...snapshot.byAlias].map(([alias, index]) => [alias, federation.nodeOf(local, index)] as const),
    primitive: read.primitive,
    provenance: read.provenance,
    remembered: read.remembered,
  });
  return withFaults(built, federation, local);
}

function idsOf(federation: Federation, { ids, size }: GraphSnapshot): readonly string[] {
  const added = Array.from({ length: federation.size - size }, (_, at) => {
    const { name, contributions } = federation.nodes.get(size + at)!;
    const [first] = contributions;
    return first === undefined ? `peer/${name}` : `peer/${first.source.name}/${first.source.snapshot.ids[first.index]!}`;
  });
  const all = [...ids, ...added];
  if (new Set(all).size === all.length) return all;
  throw new EpistemicError(
    'graph_corrupt',
    'a concept has an id that begins with `peer/`, which only concepts of peers have: remove it',
  );
}

interface Edges {
  readonly edgeCount: number;
  readonly edgeSource: Uint32Array;
  readonly edgeTarget: Uint32Array;
  readonly edgeInfo: Uint16Array;
}

function edgesOf(federation: Federation, local: Source): Edges {
  const joined = [...federation.nodes].flatMap(([node, { contributions }]) =>
    joinedEdges(federation, contributions).map(([target, info]) => [node, target, info] as const),
  );
  const room = local.snapshot.edgeTarget.length + joined.length;
  const edges = { edgeSource: new Uint32Array(room), edgeTarget: new Uint32Array(room), edgeInfo: new Uint16Array(room) };
  let edgeCount = 0;
  const add = (source: number, target: number, info: number): void => {
    edges.edgeSource[edgeCount] = source;
    edges.edgeTarget[edgeCount] = target;
    edges.edgeInfo[edgeCount] = info;
    edgeCount += 1;
  };
  for (let node = 0; node < local.snapshot.size; node += 1)
    if (!federation.nodes.has(node) && !federation.redirects.has(node))
      eachEdge(federation, { source: local, index: node }, (target, info) => add(node, target, info));
  for (const [source, target, info] of joined) add(source, target, info);
  return { edgeCount, ...edges };
}

function eachEdge(
  federation: Federation,
  { source, index }: Pick<Contribution, 'source' | 'index'>,
  visit: (target: number, info: number) => void,
): void {
  const { edgeStart, edgeTarget, edgeInfo } = source.snapshot;
  for (let slot = edgeStart[index]!; slot < edgeStart[index + 1]!; slot += 1)
    visit(federation.nodeOf(source, edgeTarget[slot]!), edgeInfo[slot]!);
}

/** The edges of several graphs, each once; one that carries policies in any of them carries policies. */
function joinedEdges(
  federation: Federation,
  contributions: readonly Contribution[],
): (readonly [target: number, info: number])[] {
  const edges = new Map<string, readonly [number, number]>();
  for (const contribution of contributions)
    eachEdge(federation, contribution, (target, info) => {
      const key = `${target}/${info & ~POLICY_BIT}`;
      edges.set(key, [target, info | ((edges.get(key)?.[1] ?? 0) & POLICY_BIT)]);
    });
  return [...edges.values()];
}

interface Reader {
  readonly primitive: (node: number) => Primitive;
  readonly provenance: (node: number) => Provenance;
  readonly remembered: (node: number) => Remembered;
}

/** What a peer knows does not fade here: the snapshot that it signs goes stale instead. */
const ALWAYS_FRESH: Remembered = Object.freeze({
  confirmedAt: Number.POSITIVE_INFINITY,
  successes: 0,
  failures: 0,
  levelsAt: Object.freeze(DEPTH_LEVELS.map(() => Number.POSITIVE_INFINITY)),
});

function reader(federation: Federation, local: Source, ids: readonly string[]): Reader {
  const targetId = ({ source }: Pick<Contribution, 'source'>, id: string): string | undefined => {
    const index = source.indexOf(id);
    return index === undefined ? undefined : ids[federation.nodeOf(source, index)];
  };
  const originOf = (special: FederatedNode): Provenance => {
    const holder = special.contributions.find(({ mask, source }) => mask !== 0 || source !== local) ?? special.contributions[0];
    if (holder !== undefined) return withPeer(holder.source.snapshot.provenance(holder.index), holder.source.name);
    return withPeer(provenance('synthetic', 0, special.problem?.detail), special.problem?.peer);
  };
  const own = (node: number): Contribution => ({ source: local, index: node, mask: local.snapshot.masks[node]! });
  return {
    primitive(node) {
      const special = federation.nodes.get(node);
      if (special === undefined && federation.redirects.size === 0) return local.snapshot.primitive(node);
      const contributions = special?.contributions ?? [own(node)];
      const origin = special === undefined ? local.snapshot.provenance(node) : originOf(special);
      const name = local.snapshot.names[node] ?? special!.name;
      return joinConcept({ id: ids[node]!, name, provenance: origin }, contributions, targetId);
    },
    provenance(node) {
      const special = federation.nodes.get(node);
      return special === undefined ? local.snapshot.provenance(node) : originOf(special);
    },
    remembered(node) {
      const contributions = federation.nodes.get(node)?.contributions ?? [own(node)];
      const held = contributions.find(({ source, mask }) => source === local && mask !== 0);
      return held === undefined ? ALWAYS_FRESH : local.snapshot.remembered(held.index);
    },
  };
}

/** Puts problems to the nodes they are about, and leads second names of a concept to it. */
function withFaults(built: GraphSnapshot, federation: Federation, local: Source): GraphSnapshot {
  const position = new Map(built.ids.map((id, index) => [id, index] as const));
  const at = (node: number, id: string | undefined, name: string): number =>
    (id === undefined ? undefined : position.get(id)) ?? built.byName.get(foldConceptName(name)) ?? node;
  const peerFaults = new Map<number, PeerProblem>();
  for (const [node, { name, problem, contributions }] of federation.nodes) {
    const found = problem ?? disagreement(contributions);
    if (found !== undefined) peerFaults.set(at(node, local.snapshot.ids[node], name), found);
  }
  const byName = new Map(built.byName);
  for (const [from, to] of federation.redirects) {
    const target = at(to, local.snapshot.ids[to], federation.nodes.get(to)?.name ?? local.snapshot.names[to]!);
    byName.set(foldConceptName(local.snapshot.names[from]!), target);
  }
  return { ...built, byName, peerFaults };
}
