import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { Exploration, FadedWalk, Span } from '../grounding/explore.ts';
import type { Claim } from './fading.ts';
import { fadesAt, spellAt } from './fading.ts';
import type { Memory } from './memory.ts';

/** Knowledge as it is remembered at a time, in milliseconds since the epoch. */
export interface Moment {
  readonly memory: Memory;
  readonly now: number;
}

/** A snapshot with faded depths. A depth is entered once, for the first walk that meets the concept, and never changed. */
interface Faded {
  readonly snapshot: GraphSnapshot;
  readonly entered: Uint8Array;
}

/** What memory knows of the concepts of a snapshot, read once for each. */
interface Calendar {
  /** By node. */
  readonly claims: (Claim | undefined)[];
  faded?: Faded;
}

const calendars = new WeakMap<GraphSnapshot, WeakMap<Memory, Calendar>>();

function calendarOf(snapshot: GraphSnapshot, memory: Memory): Calendar {
  let byMemory = calendars.get(snapshot);
  if (byMemory === undefined) calendars.set(snapshot, (byMemory = new WeakMap()));
  let calendar = byMemory.get(memory);
  if (calendar === undefined) byMemory.set(memory, (calendar = { claims: Array.from({ length: snapshot.size }) }));
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
function firstFading(snapshot: GraphSnapshot, walk: readonly number[], memory: Memory): number {
  const calendar = calendarOf(snapshot, memory);
  let first = Number.POSITIVE_INFINITY;
  for (const node of walk)
    if (snapshot.depths[node]! > memory.floor) first = Math.min(first, fadesAt(claimIn(snapshot, calendar, node), memory));
  return first;
}

/**
 * The walk with the depths that count at a moment; undefined when none of its concepts has faded. What a walk over faded
 * knowledge finds lies within the walk over all of it, so no other concept is looked at. What was found is kept with the walk, since agents ask for the
 * same few concepts again and again.
 *
 * Walks share one faded snapshot as long as they agree on the depth of each concept, so that what is remembered of it is
 * used again. Once time has changed a depth, a fresh one takes its place; what reads the old one still finds it unchanged.
 */
export function fade(snapshot: GraphSnapshot, walk: Exploration, { memory, now }: Moment): FadedWalk | undefined {
  let known = walk.memory;
  if (known?.memory !== memory) walk.memory = known = { memory, first: firstFading(snapshot, walk.frontier, memory) };
  if (now < known.first) return undefined;
  const { faded } = known;
  if (faded !== undefined && faded.since <= now && now < faded.until) return faded;
  return (known.faded = fadedNow(snapshot, walk.frontier, { memory, now }));
}

function fadedNow(snapshot: GraphSnapshot, walk: readonly number[], moment: Moment): FadedWalk {
  const calendar = calendarOf(snapshot, moment.memory);
  calendar.faded ??= unfaded(snapshot);
  let span = enter(snapshot, calendar, calendar.faded, walk, moment);
  if (span === undefined) {
    calendar.faded = unfaded(snapshot);
    span = enter(snapshot, calendar, calendar.faded, walk, moment)!;
  }
  return { snapshot: calendar.faded.snapshot, ...span, gaps: new Map() };
}

const unfaded = (snapshot: GraphSnapshot): Faded => ({
  snapshot: { ...snapshot, depths: snapshot.depths.slice() },
  entered: new Uint8Array(snapshot.size),
});

/** Enters the depths of a walk at a moment. Undefined, and nothing is to be read, where another depth was entered before. */
function enter(
  snapshot: GraphSnapshot,
  calendar: Calendar,
  { snapshot: { depths }, entered }: Faded,
  walk: readonly number[],
  { memory, now }: Moment,
): Span | undefined {
  let since = Number.NEGATIVE_INFINITY;
  let until = Number.POSITIVE_INFINITY;
  for (const node of walk) {
    if (snapshot.depths[node]! <= memory.floor) continue;
    const spell = spellAt(claimIn(snapshot, calendar, node), memory, now);
    if (entered[node] === 1 && depths[node] !== spell.depth) return undefined;
    depths[node] = spell.depth;
    entered[node] = 1;
    since = Math.max(since, spell.since);
    until = Math.min(until, spell.until);
  }
  return { since, until };
}
