import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { Claim } from './fading.ts';
import { fadesAt, spellAt } from './fading.ts';
import type { Memory } from './memory.ts';

/** Knowledge as it is remembered at a time, in milliseconds since the epoch. */
export interface Moment {
  readonly memory: Memory;
  readonly now: number;
}

/** A time during which no concept of a walk changes its depth. */
interface Span {
  readonly since: number;
  readonly until: number;
}

/** A snapshot with faded depths. A depth is entered once, for the first walk that meets the concept, and never changed. */
interface Faded {
  readonly snapshot: GraphSnapshot;
  readonly entered: Uint8Array;
  readonly spans: WeakMap<readonly number[], Span>;
}

/** What memory knows of the concepts of a snapshot, read once for each, and what it has found for walks. */
interface Calendar {
  /** By node. */
  readonly claims: (Claim | undefined)[];
  /** When a walk first meets a faded concept. */
  readonly firsts: WeakMap<readonly number[], number>;
  faded?: Faded;
}

const calendars = new WeakMap<GraphSnapshot, WeakMap<Memory, Calendar>>();

function calendarOf(snapshot: GraphSnapshot, memory: Memory): Calendar {
  let byMemory = calendars.get(snapshot);
  if (byMemory === undefined) calendars.set(snapshot, (byMemory = new WeakMap()));
  let calendar = byMemory.get(memory);
  if (calendar === undefined)
    byMemory.set(memory, (calendar = { claims: Array.from({ length: snapshot.size }), firsts: new WeakMap() }));
  return calendar;
}

/** What memory knows of a concept and its depth, read once for each snapshot. */
export function claimOf(snapshot: GraphSnapshot, memory: Memory, node: number): Claim {
  return claimIn(snapshot, calendarOf(snapshot, memory), node);
}

function claimIn(snapshot: GraphSnapshot, { claims }: Calendar, node: number): Claim {
  const known = claims[node];
  if (known !== undefined) return known;
  const { confirmedAt, successes, failures, levelsAt } = snapshot.remembered(node);
  return (claims[node] = { confirmedAt, successes, failures, levelsAt, claimed: snapshot.depths[node]! });
}

/** The first time at which a concept of the walk has faded. Nothing fades below the floor, so shallow concepts are not read. */
function firstFading(snapshot: GraphSnapshot, calendar: Calendar, walk: readonly number[], memory: Memory): number {
  let first = calendar.firsts.get(walk);
  if (first !== undefined) return first;
  first = Number.POSITIVE_INFINITY;
  for (const node of walk)
    if (snapshot.depths[node]! > memory.floor) first = Math.min(first, fadesAt(claimIn(snapshot, calendar, node), memory));
  calendar.firsts.set(walk, first);
  return first;
}

/**
 * The snapshot with the depths that count at a moment, for the concepts of a walk; the same object when none of them has
 * faded. What a walk over faded knowledge finds lies within the walk over all of it, so no other concept is looked at.
 *
 * Walks share one faded snapshot as long as they agree on the depth of each concept, so that what is remembered of it is
 * used again. Once time has changed a depth, a fresh one takes its place; what reads the old one still finds it unchanged.
 */
export function fade(snapshot: GraphSnapshot, walk: readonly number[], moment: Moment): GraphSnapshot {
  const { memory, now } = moment;
  const calendar = calendarOf(snapshot, memory);
  if (now < firstFading(snapshot, calendar, walk, memory)) return snapshot;
  const known = calendar.faded?.spans.get(walk);
  if (known !== undefined && known.since <= now && now < known.until) return calendar.faded!.snapshot;
  calendar.faded ??= unfaded(snapshot);
  if (!enter(snapshot, calendar, calendar.faded, walk, moment)) {
    calendar.faded = unfaded(snapshot);
    enter(snapshot, calendar, calendar.faded, walk, moment);
  }
  return calendar.faded.snapshot;
}

const unfaded = (snapshot: GraphSnapshot): Faded => ({
  snapshot: { ...snapshot, depths: snapshot.depths.slice() },
  entered: new Uint8Array(snapshot.size),
  spans: new WeakMap(),
});

/** Enters the depths of a walk at a moment. False, and nothing is to be read, where another depth was entered before. */
function enter(
  snapshot: GraphSnapshot,
  calendar: Calendar,
  { snapshot: { depths }, entered, spans }: Faded,
  walk: readonly number[],
  { memory, now }: Moment,
): boolean {
  let since = Number.NEGATIVE_INFINITY;
  let until = Number.POSITIVE_INFINITY;
  for (const node of walk) {
    if (snapshot.depths[node]! <= memory.floor) continue;
    const spell = spellAt(claimIn(snapshot, calendar, node), memory, now);
    if (entered[node] === 1 && depths[node] !== spell.depth) return false;
    depths[node] = spell.depth;
    entered[node] = 1;
    since = Math.max(since, spell.since);
    until = Math.min(until, spell.until);
  }
  spans.set(walk, { since, until });
  return true;
}
