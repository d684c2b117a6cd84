import type { GraphChange, PendingProposal } from './conceptGraph.ts';
import { admit, admitAlias } from './admit.ts';
import { aliasConflict, cyclicRelationship, danglingTarget, nameConflict } from './refusals.ts';
import { foldConceptName } from '../model/name.ts';
import type { Primitive } from '../model/primitive.ts';
import { addMetrics } from '../model/primitive.ts';
import { isTransitive } from '../model/relation.ts';

/** Everything a memory graph holds. */
export interface MemoryState {
  readonly primitives: Map<string, Primitive>;
  /** Id by folded name. */
  readonly names: Map<string, string>;
  /** By folded alias. */
  readonly aliases: Map<string, { readonly alias: string; readonly targetId: string }>;
  readonly proposals: Map<string, PendingProposal>;
}

/** A state with nothing in it. */
export function emptyState(): MemoryState {
  return { primitives: new Map(), names: new Map(), aliases: new Map(), proposals: new Map() };
}

/** Applies all changes or, by undoing what was done, none; returns whether any of them changes the knowledge itself. */
export function applyChanges(state: MemoryState, changes: readonly GraphChange[]): boolean {
  const undo: (() => void)[] = [];
  const set = <V>(map: Map<string, V>, key: string, value: V | undefined): void => {
    const had = map.has(key);
    const old = map.get(key);
    undo.push(() => (had ? map.set(key, old as V) : map.delete(key)));
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  };
  try {
    for (const change of changes) applyOne(state, change, set);
    checkPuts(state, changes);
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
  return changes.some(change => change.type !== 'count' && change.type !== 'propose' && change.type !== 'settle');
}

type Setter = <V>(map: Map<string, V>, key: string, value: V | undefined) => void;

function applyOne(state: MemoryState, change: GraphChange, set: Setter): void {
  if (change.type === 'put') put(state, admit(change.primitive), set);
  else if (change.type === 'remove') remove(state, change.id, set);
  else if (change.type === 'alias') addAlias(state, change.alias, change.targetId, set);
  else if (change.type === 'unalias') set(state.aliases, foldConceptName(change.alias), undefined);
  else if (change.type === 'propose') set(state.proposals, change.proposal.id, { ...change.proposal });
  else if (change.type === 'settle') set(state.proposals, change.proposalId, undefined);
  else {
    const primitive = state.primitives.get(change.id);
    if (primitive !== undefined)
      set(state.primitives, change.id, Object.freeze({ ...primitive, metrics: addMetrics(primitive.metrics, change.metrics) }));
  }
}

function put(state: MemoryState, primitive: Primitive, set: Setter): void {
  const key = foldConceptName(primitive.name);
  const holder = state.names.get(key);
  if (holder !== undefined && holder !== primitive.id) throw nameConflict(primitive.name, state.primitives.get(holder)!.name);
  const alias = state.aliases.get(key);
  if (alias !== undefined) throw nameConflict(primitive.name, state.primitives.get(alias.targetId)!.name);
  const previous = state.primitives.get(primitive.id);
  if (previous !== undefined) set(state.names, foldConceptName(previous.name), undefined);
  const kept = previous?.metrics !== undefined && primitive.metrics === undefined;
  set(state.primitives, primitive.id, kept ? Object.freeze({ ...primitive, metrics: previous.metrics }) : primitive);
  set(state.names, key, primitive.id);
}

function remove(state: MemoryState, id: string, set: Setter): void {
  const primitive = state.primitives.get(id);
  if (primitive === undefined) return;
  set(state.primitives, id, undefined);
  set(state.names, foldConceptName(primitive.name), undefined);
  for (const [key, alias] of state.aliases) if (alias.targetId === id) set(state.aliases, key, undefined);
  for (const other of state.primitives.values()) {
    if (!other.depths.some(depth => depth.relata.some(relatum => relatum.targetId === id))) continue;
    const depths = other.depths.map(depth => ({ ...depth, relata: depth.relata.filter(relatum => relatum.targetId !== id) }));
    set(state.primitives, other.id, Object.freeze({ ...other, depths }));
  }
}

function addAlias(state: MemoryState, alias: string, targetId: string, set: Setter): void {
  admitAlias(alias);
  const target = state.primitives.get(targetId);
  if (target === undefined) throw danglingTarget(alias, targetId);
  const key = foldConceptName(alias);
  const named = state.names.get(key);
  if (named !== undefined) throw aliasConflict(alias, state.primitives.get(named)!.name);
  const known = state.aliases.get(key);
  if (known !== undefined && known.targetId !== targetId) throw aliasConflict(alias, state.primitives.get(known.targetId)!.name);
  set(state.aliases, key, { alias: alias.normalize('NFC'), targetId });
}

function checkPuts(state: MemoryState, changes: readonly GraphChange[]): void {
  const puts = new Map(
    changes.flatMap(change => (change.type === 'put' ? [[change.primitive.id, change.primitive] as const] : [])),
  );
  const ids = [...puts.keys()].filter(id => state.primitives.has(id));
  for (const id of ids) {
    const primitive = puts.get(id)!;
    for (const relatum of primitive.depths.flatMap(depth => depth.relata)) {
      if (!state.primitives.has(relatum.targetId)) throw danglingTarget(primitive.name, relatum.targetId);
    }
  }
  const cycle = findCycle(ids, id => {
    const relata = state.primitives.get(id)?.depths.flatMap(depth => depth.relata) ?? [];
    return relata.filter(relatum => isTransitive(relatum.relation)).map(relatum => relatum.targetId);
  });
  if (cycle !== undefined) throw cyclicRelationship(cycle.map(id => state.primitives.get(id)!.name));
}

/**
 * Looks for a cycle that passes through any of the starts. Returns its nodes, first one repeated at the end, or
 * undefined. Each reachable node is expanded once; deep chains need no stack.
 */
export function findCycle(starts: Iterable<string>, successors: (node: string) => readonly string[]): string[] | undefined {
  const done = new Set<string>();
  for (const start of starts) {
    if (done.has(start)) continue;
    const path: { node: string; next: readonly string[]; at: number }[] = [{ node: start, next: successors(start), at: 0 }];
    const open = new Set([start]);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const child = top.next[top.at++];
      if (child === undefined) {
        path.pop();
        open.delete(top.node);
        done.add(top.node);
      } else if (open.has(child)) {
        const nodes = path.map(step => step.node);
        return [...nodes.slice(nodes.indexOf(child)), child];
      } else if (!done.has(child)) {
        open.add(child);
        path.push({ node: child, next: successors(child), at: 0 });
      }
    }
  }
  return undefined;
}
