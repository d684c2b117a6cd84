// Grounding as the specification words it, step by step, on lists, with no regard for speed and none of the product's
// code. Nodes are named by their folded names.

export const RELATIONS = ['APPLIES_TO', 'REQUIRES', 'CONSTRAINED_BY', 'DEPENDS_ON', 'INCLUDES'] as const;

export type Relation = (typeof RELATIONS)[number];

export interface Edge {
  readonly source: string;
  readonly level: number;
  readonly relation: Relation;
  readonly target: string;
  readonly depth: number;
}

/** A concept: its levels that are written down, and which of them hold nothing. Edges are kept apart. */
export interface Concept {
  readonly name: string;
  readonly levels: readonly number[];
  readonly empty: readonly number[];
}

export interface Knowledge {
  readonly concepts: readonly Concept[];
  readonly edges: readonly Edge[];
}

export interface Wanted {
  readonly grounded: boolean;
  readonly resolved: readonly string[];
  readonly concepts: readonly string[];
  readonly gaps: readonly string[];
  readonly primitives: readonly string[];
  readonly pathway: readonly string[];
}

const PULLS = ['REQUIRES', 'CONSTRAINED_BY', 'DEPENDS_ON'];

/** The names in the tests are ASCII, or fold by lower case. */
const fold = (name: string): string => name.toLowerCase();

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const label = (depth: number): string => (depth < 0 ? 'none' : `D${depth}`);

export const line = (edge: Edge): string => `${edge.source} D${edge.level} ${edge.relation} ${edge.target}@D${edge.depth}`;

/** What a query over some knowledge gives, in either mode of reachability. */
export function reference(knowledge: Knowledge, query: readonly string[], minDepth: number, mode: 'edge' | 'component'): Wanted {
  const find = (name: string): Concept | undefined => knowledge.concepts.find(each => fold(each.name) === fold(name));
  const wanted = query.filter((name, at) => query.findIndex(other => fold(other) === fold(name)) === at);
  const known = wanted.flatMap(name => find(name)?.name ?? []);
  const unknown = wanted.filter(name => find(name) === undefined);
  const resolved = query.map(name => find(name)?.name ?? name);
  if (query.length === 0) return { grounded: false, resolved, concepts: [], gaps: [], primitives: [], pathway: [] };

  const closure = grow(known, name => knowledge.edges.filter(edge => edge.source === name && PULLS.includes(edge.relation)));
  const edges = knowledge.edges.filter(edge => closure.has(edge.source) && closure.has(edge.target));
  const chain = (name: string): number => longestChain(find(name) as Concept, knowledge);
  const isVisible = (edge: Edge): boolean => chain(edge.source) >= edge.level;
  const frontier = grow(known, name => edges.filter(edge => edge.source === name && isVisible(edge)));
  const order = [...known, ...[...frontier].filter(name => !known.includes(name)).toSorted((a, b) => byText(fold(a), fold(b)))];
  const inOrder = (list: readonly Edge[]): Edge[] => list.toSorted((a, b) => compareEdges(a, b, order));
  const visible = inOrder(edges.filter(edge => frontier.has(edge.source) && isVisible(edge)));
  const gated = edges.filter(edge => frontier.has(edge.source) && !isVisible(edge));

  const gaps = [
    ...unknown.map(name => `EXISTENCE ${name}`),
    ...order.flatMap(name => {
      const asked = gated.filter(edge => edge.source === name).map(edge => edge.level);
      if (known.includes(name)) asked.push(minDepth);
      return gapOf(`DEPTH ${name}`, Math.max(-1, ...asked), find(name) as Concept, knowledge);
    }),
    ...uniqueBy(visible, pairOf).flatMap(edge => {
      const asked = visible.filter(other => pairOf(other) === pairOf(edge)).map(other => other.depth);
      return gapOf(`RELATIONAL ${pairOf(edge)}`, Math.max(...asked), find(edge.target) as Concept, knowledge);
    }),
    ...(mode === 'component' ? apart(known, visible) : unjustified(known, unknown.length > 0, visible, knowledge.edges)).map(
      name => `REACHABILITY ${name}`,
    ),
  ];
  const show = (name: string): string => {
    const seen =
      find(name)
        ?.levels.filter(level => level <= chain(name))
        .toSorted() ?? [];
    return `${find(name)?.name ?? name} [${seen.join('')}] ${visible.filter(edge => edge.source === find(name)?.name).length}`;
  };
  return {
    grounded: gaps.length === 0,
    resolved,
    concepts: wanted.map(name => find(name)?.name ?? name),
    gaps,
    primitives: [...wanted, ...order.slice(known.length)].map(show),
    pathway: visible.map(line),
  };
}

function grow(roots: readonly string[], next: (name: string) => readonly Edge[]): Set<string> {
  const found = new Set(roots);
  for (const name of found) for (const edge of next(name)) found.add(edge.target);
  return found;
}

/** The deepest level under which no level is absent or empty; a level that owns an edge is not empty, and D0 never is. */
function longestChain(concept: Concept, knowledge: Knowledge): number {
  let depth = -1;
  while (counts(concept, depth + 1, knowledge)) depth += 1;
  return depth;
}

function counts({ name, levels, empty }: Concept, level: number, { edges }: Knowledge): boolean {
  if (!levels.includes(level)) return false;
  return level === 0 || !empty.includes(level) || edges.some(edge => edge.source === name && edge.level === level);
}

function gapOf(subject: string, required: number, concept: Concept, knowledge: Knowledge): string[] {
  const current = longestChain(concept, knowledge);
  if (current >= required) return [];
  const lacking = [0, 1, 2, 3, 4].filter(level => level > current && level <= required && !counts(concept, level, knowledge));
  return [`${subject} ${label(required)}/${label(current)} lacks ${lacking.join('')}`];
}

const pairOf = (edge: Edge): string => `${edge.source} ${edge.relation} ${edge.target}`;

function uniqueBy<T>(list: readonly T[], key: (item: T) => string): T[] {
  return list.filter((item, at) => list.findIndex(other => key(other) === key(item)) === at);
}

function compareEdges(a: Edge, b: Edge, order: readonly string[]): number {
  return (
    order.indexOf(a.source) - order.indexOf(b.source) ||
    a.level - b.level ||
    RELATIONS.indexOf(a.relation) - RELATIONS.indexOf(b.relation) ||
    byText(fold(a.target), fold(b.target)) ||
    a.depth - b.depth
  );
}

/** The roots outside the largest component of the undirected graph of visible edges. */
function apart(known: readonly string[], visible: readonly Edge[]): readonly string[] {
  if (known.length < 2) return [];
  const back = visible.map(edge => ({ ...edge, source: edge.target, target: edge.source }));
  const component = (root: string): Set<string> =>
    grow([root], name => [...visible, ...back].filter(edge => edge.source === name));
  const largest = known.map(component).reduce((best, each) => (each.size > best.size ? each : best));
  return known.filter(root => !largest.has(root));
}

/**
 * Decision 14: every act must apply to another root, and every other root must belong to what an act touches. While a
 * concept is unknown it may be the object, so no act is said to lack one.
 */
function unjustified(
  known: readonly string[],
  someUnknown: boolean,
  visible: readonly Edge[],
  all: readonly Edge[],
): readonly string[] {
  const constrains = (name: string): boolean =>
    visible.some(
      edge => edge.relation === 'CONSTRAINED_BY' && edge.target === name && edge.source !== name && known.includes(edge.source),
    );
  const owns = (name: string): boolean => all.some(edge => edge.source === name && edge.relation === 'APPLIES_TO');
  const acts = known.filter(name => owns(name) && !constrains(name));
  if (acts.length === 0) return apart(known, visible);
  const applies = visible.filter(
    ({ relation, source, target }) => relation === 'APPLIES_TO' && acts.includes(source) && known.includes(target),
  );
  const hasObject = (name: string): boolean => applies.some(edge => edge.source === name && edge.target !== name);
  const idle = someUnknown ? [] : acts.filter(name => !hasObject(name));
  if (!acts.some(hasObject)) return idle;
  const start = applies.flatMap(edge => (hasObject(edge.source) ? [edge.source, edge.target] : []));
  const touched = grow(start, name => visible.filter(edge => edge.source === name && PULLS.includes(edge.relation)));
  return known.filter(name => (acts.includes(name) ? idle.includes(name) : !touched.has(name)));
}
