/** More boxes or lines than that are no picture that anybody can read. */
const MOST = 40;

/** An edge between two concepts. */
export interface Edge {
  readonly source: string;
  readonly target: string;
  readonly relation: string;
  /** True for one that a failure has suggested. */
  readonly isPending?: boolean;
}

/** All edges from one concept to another one, as one line. */
export interface Tie {
  readonly from: number;
  readonly to: number;
  readonly relations: readonly string[];
  readonly isPending: boolean;
}

/** The part of a graph that is shown. */
export interface Neighbourhood {
  readonly names: readonly string[];
  /** What leads from one to another, by their places in `names`. */
  readonly ties: readonly Tie[];
  /** The concept in the middle; absent where the whole graph is shown. */
  readonly around?: string;
  /** True where the lines among its neighbours are left out: there are too many. */
  readonly isOwnOnly: boolean;
  /** How many of its neighbours there was no room for. */
  readonly left: number;
  /** How many concepts the whole graph has. */
  readonly all: number;
}

/**
 * A small graph as a whole. Of a large one, what lies next to the first of `wanted` that has neighbours, else to the concept with the most
 * of them; and all of `lonely`, which are marked wherever they are.
 */
export function neighbourhood(
  known: readonly string[],
  edges: readonly Edge[],
  wanted: readonly string[],
  lonely: readonly string[],
): Neighbourhood {
  const near = new Map<string, Set<string>>([...known, ...lonely].map(name => [name, new Set()]));
  const join = (one: string, other: string): void => {
    const found = near.get(one) ?? new Set();
    if (one !== other) found.add(other);
    near.set(one, found);
  };
  for (const { source, target } of edges) {
    join(source, target);
    join(target, source);
  }
  const all = near.size;
  const whole = { names: [...near.keys()], ties: tiesOf([...near.keys()], edges), isOwnOnly: false, left: 0, all };
  if (all <= MOST && whole.ties.length <= MOST) return whole;
  const countOf = (name: string): number => near.get(name)?.size ?? 0;
  const busiest = whole.names.reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
  const around = wanted.find(name => countOf(name) > 0) ?? busiest;
  const shown = new Set([around, ...lonely, ...(near.get(around) ?? [])].slice(0, MOST));
  // Their order is that of the graph, so that a box keeps its place where it can.
  const names = whole.names.filter(name => shown.has(name));
  const among = tiesOf(names, edges);
  const middle = names.indexOf(around);
  const isOwnOnly = among.length > MOST;
  const ties = isOwnOnly ? among.filter(({ from, to }) => from === middle || to === middle) : among;
  const left = [...(near.get(around) ?? [])].filter(name => !shown.has(name)).length;
  return { names, ties, around, isOwnOnly, left, all };
}

function tiesOf(names: readonly string[], edges: readonly Edge[]): readonly Tie[] {
  const places = new Map(names.map((name, at) => [name, at]));
  const found = new Map<string, Tie>();
  for (const { source, target, relation, isPending = false } of edges) {
    const [from, to] = [places.get(source), places.get(target)];
    if (from === undefined || to === undefined) continue;
    const key = `${from} ${to}`;
    const { relations = [], ...known } = found.get(key) ?? { isPending };
    found.set(key, { from, to, relations: [...new Set([...relations, relation])], isPending: known.isPending && isPending });
  }
  return [...found.values()];
}
