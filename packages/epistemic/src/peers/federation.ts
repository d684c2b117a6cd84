import type { PeerProblem } from '../graph/snapshot.ts';
import { edgeTargetDepth } from '../graph/snapshot.ts';
import { compareText } from '../model/name.ts';
import type { Place, Source } from './sources.ts';
import { follow, levelsTo, referenceOf } from './sources.ts';

/** Knowledge of one graph that belongs to a concept of the federation. */
export interface Contribution extends Place {
  /** The levels that count, as a mask. */
  readonly mask: number;
}

/** A concept of the federation that is more than a concept of the local graph alone. */
export interface FederatedNode {
  /** The name under which this graph knows the concept. */
  readonly name: string;
  readonly contributions: Contribution[];
  problem?: PeerProblem;
}

/**
 * Lays several graphs beside each other. Nodes below the size of the local graph are its concepts, by their own index; the
 * others are concepts of peers that edges lead to. A circle between peers ends because each concept becomes one node.
 */
export class Federation {
  /** What a node rests on; a node of the local graph that is not here rests on that graph alone. */
  readonly nodes: Map<number, FederatedNode> = new Map();
  /** Concepts of the local graph that are another node: a second name for the same concept. */
  readonly redirects: Map<number, number> = new Map();
  readonly #local: Source;
  readonly #places = new Map<Source, Map<number, number>>();
  readonly #queue: Contribution[] = [];
  readonly #claims = new Map<number, number>();
  readonly #pinned = new Set<number>();
  #size: number;

  constructor(local: Source) {
    this.#local = local;
    this.#size = local.snapshot.size;
    this.#joinAliases();
    this.#bindReferences();
    for (let at = 0; at < this.#queue.length; at += 1) this.#enterTargets(this.#queue[at]!);
    this.#capByClaims();
  }

  /** How many nodes there are. */
  get size(): number {
    return this.#size;
  }

  /** The node of a concept of a source. Every target of an edge of a contribution has one. */
  nodeOf(source: Source, index: number): number {
    if (source === this.#local) return this.redirects.get(index) ?? index;
    return this.#places.get(source)?.get(index) ?? -1;
  }

  /** An alias `PEER:CONCEPT` says that the local concept is the same as the peer's. */
  #joinAliases(): void {
    const { snapshot } = this.#local;
    const aliases = [...snapshot.byAlias].filter(([alias]) => alias.includes(':')).toSorted(([a], [b]) => compareText(a, b));
    for (const [alias, index] of aliases) {
      const target = referenceOf(alias, this.#local);
      if (target === undefined) continue;
      const node = this.#nodeAt(index);
      const mask = follows(this.#local, index) ? 0 : snapshot.masks[index]!;
      if (node.contributions.length === 0) this.#contribute(node, { source: this.#local, index, mask });
      const place = 'source' in target ? follow(target) : target;
      if (!('source' in place)) node.problem ??= place;
      else if (place.source === this.#local) continue;
      else if (this.nodeOf(place.source, place.index) >= 0) {
        const detail = `two concepts of this graph are declared the same as its \`${place.source.snapshot.names[place.index]!}\``;
        node.problem ??= { peer: place.source.name ?? '', reason: 'conflict', detail };
      } else this.#settle(place, index, node);
    }
  }

  /** A concept named `PEER:CONCEPT` is the peer's: its own levels do not count, its own edges and policies do. */
  #bindReferences(): void {
    const { snapshot } = this.#local;
    for (let index = 0; index < snapshot.size; index += 1) {
      if (!snapshot.names[index]!.includes(':')) continue;
      const target = referenceOf(snapshot.names[index]!, this.#local);
      if (target === undefined) continue;
      const place = 'source' in target ? follow(target) : target;
      const known = 'source' in place ? this.nodeOf(place.source, place.index) : -1;
      if (known >= 0) this.redirects.set(index, known);
      const node = this.#nodeAt(known >= 0 ? known : index);
      this.#contribute(node, { source: this.#local, index, mask: 0 });
      if (!('source' in place)) node.problem ??= place;
      else if (known < 0) {
        this.#settle(place, index, node);
        this.#pinned.add(index);
        this.#claims.set(index, 0);
      }
    }
    this.#readClaims();
  }

  /** What edges of the local graph ask of a peer's concept is how far it counts. */
  #readClaims(): void {
    if (this.#pinned.size === 0) return;
    const { edgeTarget, edgeInfo } = this.#local.snapshot;
    for (let slot = 0; slot < edgeTarget.length; slot += 1) {
      const target = this.nodeOf(this.#local, edgeTarget[slot]!);
      if (this.#pinned.has(target)) this.#claim(target, edgeTargetDepth(edgeInfo[slot]!));
    }
  }

  #enterTargets({ source, index }: Contribution): void {
    if (source === this.#local) return;
    const { edgeStart, edgeTarget, edgeInfo } = source.snapshot;
    for (let slot = edgeStart[index]!; slot < edgeStart[index + 1]!; slot += 1) {
      const target = edgeTarget[slot]!;
      const node = this.#enter(source, target);
      if (!this.#pinned.has(node) && follows(source, target)) this.#claim(node, edgeTargetDepth(edgeInfo[slot]!));
    }
  }

  /** The node for a concept that an edge of a peer leads to. */
  #enter(source: Source, index: number): number {
    const known = this.nodeOf(source, index);
    if (known >= 0) return known;
    const place = follow({ source, index });
    const places = this.#placesOf(source);
    if (!('source' in place)) {
      const node = this.#size++;
      this.nodes.set(node, { name: `${source.name}:${source.snapshot.names[index]!}`, contributions: [], problem: place });
      places.set(index, node);
      return node;
    }
    const final = this.nodeOf(place.source, place.index);
    const node = final >= 0 ? final : this.#size++;
    if (final < 0) {
      const name = `${place.source.name}:${place.source.snapshot.names[place.index]!}`;
      this.nodes.set(node, { name, contributions: [] });
      this.#settle(place, node, this.nodes.get(node)!);
    }
    if (source !== this.#local) places.set(index, node);
    return node;
  }

  #settle(place: Place & { readonly cap: number }, at: number, node: FederatedNode): void {
    this.#placesOf(place.source).set(place.index, at);
    this.#contribute(node, {
      source: place.source,
      index: place.index,
      mask: place.source.mask(place.index) & levelsTo(place.cap),
    });
  }

  #contribute(node: FederatedNode, contribution: Contribution): void {
    node.contributions.push(contribution);
    this.#queue.push(contribution);
  }

  #claim(node: number, depth: number): void {
    this.#claims.set(node, Math.max(this.#claims.get(node) ?? 0, depth));
  }

  #capByClaims(): void {
    for (const [at, depth] of this.#claims) {
      const node = this.nodes.get(at);
      node?.contributions.forEach((each, position) => {
        if (each.source === this.#local) return;
        node.contributions[position] = { ...each, mask: each.mask & levelsTo(depth) };
      });
    }
  }

  #nodeAt(index: number): FederatedNode {
    const known = this.nodes.get(index);
    if (known !== undefined) return known;
    const node = { name: this.#local.snapshot.names[index]!, contributions: [] };
    this.nodes.set(index, node);
    return node;
  }

  #placesOf(source: Source): Map<number, number> {
    const known = this.#places.get(source) ?? new Map<number, number>();
    this.#places.set(source, known);
    return known;
  }
}

/** True for a concept that is a reference to another graph. */
const follows = ({ snapshot, peers }: Source, index: number): boolean =>
  peers.size > 0 &&
  snapshot.names[index]!.includes(':') &&
  referenceOf(snapshot.names[index]!, { peers } as Source) !== undefined;
