import type { Json, Registry } from '@licet/core';
import type { Comparison, NodeRange } from '@licet/core/nodes';
import { proofOf, strictestLimits } from '@licet/core/policy';
import type { CompiledPolicy, NodeData, PolicyLimits } from '@licet/core/policy';
import { canonicalJson, toSnake } from '@licet/core/text';

import { compareTrees } from './compareTrees.ts';
import type { Side } from './compareTrees.ts';
import { asksForRole, dependsOnSiblings, isMatch, joinOf, leafText, reachesFurther, read } from './formula.ts';
import type { Leaf, Read } from './formula.ts';

/** A node that keeps something from being proven. */
export interface Obstacle {
  readonly side: 'old' | 'new';
  readonly kind: string;
  /** The way to it, as the indices of the children. */
  readonly way: string;
  readonly why: string;
}

/** What is proven of two policies, for every action and every state of counters and facts. */
export interface PolicyProof {
  /** The new policy is never milder. */
  readonly neverMilder: boolean;
  /** The new policy is never stricter. */
  readonly neverStricter: boolean;
  /** What is in the way of a proof, where one is missing. */
  readonly obstacles: readonly Obstacle[];
}

type Policy = Pick<CompiledPolicy, 'policy' | 'settings'>;

/**
 * Compares two policies by their nodes. A proof is for the rulings that two engines come to for the same action, on the same session,
 * with the same counters used and the same facts known. It says nothing of texts, obligations and who may approve: where those differ,
 * nothing is proven and the node is named.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { comparePolicies } from '@licet/analysis';
 * import { guardDefinitions } from '@licet/guards';
 *
 * const budget = (max: number) => ({ policy: { kind: 'budget', params: { max } }, settings: { default: 'pass' as const } });
 * const { neverMilder, neverStricter } = comparePolicies(budget(100), budget(50), createRegistry(guardDefinitions));
 * [neverMilder, neverStricter]; // => [true, false]
 * ```
 */
export function comparePolicies(older: Policy, newer: Policy, registry: Registry): PolicyProof {
  const [before, after] = [read(older.policy, registry, 'old'), read(newer.policy, registry, 'new')];
  const obstacles = [...surroundings(older, newer), ...influences(before, after, older, newer, registry)];
  const pairs = knownPairs(before, after, registry);
  const proof = compareTrees(sideOf(older, before), sideOf(newer, after), {
    leaves: pairs.map(([a, b, comparison]) => [a.name, b.name, comparison] as const),
    ranges: rangesOf([...before.leaves, ...after.leaves], registry),
    implied: implications(before, after),
  });
  const isProven = obstacles.length === 0;
  const [neverMilder, neverStricter] = [isProven && proof.neverMilder, isProven && proof.neverStricter];
  const unsettled = neverMilder || neverStricter ? [] : unpaired(before, after, pairs, registry);
  const large = proof.gaveUp
    ? [{ side: 'new' as const, kind: newer.policy.kind, way: '', why: 'the policies are too large to be compared' }]
    : [];
  return { neverMilder, neverStricter, obstacles: [...obstacles, ...large, ...unsettled] };
}

/** Returns a policy as a side of a comparison. */
export function sideOf({ settings }: Policy, { tree }: Read): Side {
  return { tree, default: settings.default ?? 'pass', observes: settings.mode === 'observe' };
}

function compareLeaves({ data: a, behind }: Leaf, { data: b, behind: other }: Leaf, registry: Registry): Comparison {
  if (behind !== other || a.kind !== b.kind) return 'unknown';
  if ([a, b].some(({ opaque, children }) => opaque === true || children !== undefined)) return 'unknown';
  return registry.get(a.kind)?.analysis?.compare?.(a.params ?? {}, b.params ?? {}) ?? 'unknown';
}

type Pair = readonly [older: Leaf, newer: Leaf, comparison: Comparison];

const MOST_PAIRS = 400;

/** The pairs of different leaves of one kind that are in a known order, up to the most that a comparison takes. */
function knownPairs(before: Read, after: Read, registry: Registry): readonly Pair[] {
  const distinct = ({ leaves }: Read): readonly Leaf[] => [...new Map(leaves.map(leaf => [leaf.name, leaf])).values()];
  const others = distinct(after);
  const pairs: Pair[] = [];
  for (const a of distinct(before))
    for (const b of others) {
      const comparison = a.name === b.name ? 'unknown' : compareLeaves(a, b, registry);
      if (comparison !== 'unknown' && pairs.push([a, b, comparison]) === MOST_PAIRS) return pairs;
    }
  return pairs;
}

/** What is known of what leaves may say. */
function rangesOf(leaves: readonly Leaf[], registry: Registry): ReadonlyMap<string, NodeRange> {
  return new Map(
    leaves.flatMap(({ name, data }) => {
      const range = data.opaque === true ? undefined : registry.get(data.kind)?.analysis?.range?.(data.params ?? {});
      return range === undefined ? [] : [[name, range] as const];
    }),
  );
}

/** Leaves of one side without a known relation to any of the other. */
function unpaired(before: Read, after: Read, pairs: readonly Pair[], registry: Registry): readonly Obstacle[] {
  const lonely = (side: 'old' | 'new', own: Read, other: Read): readonly Obstacle[] =>
    own.leaves
      .filter(
        ({ name }) =>
          other.leaves.every(leaf => leaf.name !== name) && pairs.every(([a, b]) => a.name !== name && b.name !== name),
      )
      .map(leaf => ({
        side,
        kind: leaf.data.kind,
        way: leaf.way,
        why: withoutOrder(leaf.data, other.leaves, registry) ?? `the ${side === 'old' ? 'new' : 'old'} policy has no such node`,
      }));
  const asked = (side: 'old' | 'new', own: Read, other: Read): readonly Obstacle[] =>
    own.conditions
      .filter(({ name }) => other.conditions.every(each => each.name !== name))
      .map(({ kind, way }) => ({ side, kind, way, why: 'the other policy does not ask this condition' }));
  return [
    ...lonely('old', before, after),
    ...lonely('new', after, before),
    ...asked('old', before, after),
    ...asked('new', after, before),
  ];
}

/** One match implies another that has no member more, and all the values of it. */
function implications(before: Read, after: Read): readonly (readonly [string, string])[] {
  const all = [...new Map([...before.conditions, ...after.conditions].map(each => [each.name, each])).values()];
  return all.flatMap(a => all.flatMap(b => (a !== b && implies(a.source, b.source) ? [[a.name, b.name] as const] : [])));
}

function implies(narrow: Json, wide: Json): boolean {
  if (!isMatch(narrow) || !isMatch(wide)) return false;
  const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
  return Object.keys(wide).every(member => {
    const [few, many] = [list(narrow[member]), list(wide[member])];
    return few.length > 0 && few.every(value => many.includes(value));
  });
}

/** Settings under which the same call is not judged as the same. */
const JUDGED_BY = [
  // Guards that answer late fail, and the longer they may take the fewer do.
  ['guardTimeoutMs', 'guards may take another time to answer'],
  ['tools', 'the tools of the policies are not declared alike: a call may be another act, or have other effects'],
  ['principals', 'the policies do not know the same of those on whose behalf agents act'],
  ['resources', 'the policies do not know the same of resources'],
] as const;

function surroundings({ settings: was }: Policy, { settings: is }: Policy): readonly Obstacle[] {
  const obstacle = (why: string): Obstacle => ({ side: 'new', kind: 'settings', way: '', why });
  const proofs = [proofOf(was), proofOf(is)];
  const differing = JUDGED_BY.filter(([name]) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  return [
    ...differing.map(([, why]) => obstacle(why)),
    // The same question is another one where somebody else can say yes to it.
    ...(proofs[0] === proofs[1] ? [] : [obstacle(`answers count at level \`${proofs.join('` and at level `')}\``)]),
    ...(isWithin(is.limits, was.limits) ? [] : [obstacle('the new `limits` let people except more')]),
  ];
}

/** Whether limits are nowhere wider than others. */
const isWithin = (limits: PolicyLimits = {}, others: PolicyLimits = {}): boolean =>
  canonicalJson(strictestLimits(limits, others)) === canonicalJson(limits);

/**
 * What reaches further than a ruling must be the same on both sides, at the same places, beside the same nodes that go by it: facts,
 * risk, obligations. The contents of a graph, and a node that runs only sometimes, are not compared.
 */
function influences(before: Read, after: Read, older: Policy, newer: Policy, registry: Registry): readonly Obstacle[] {
  const reaching = (own: Read): readonly Leaf[] =>
    own.leaves.filter(({ data }) => data.opaque === true || reachesFurther(data, registry));
  const graphs = JSON.stringify(older.settings.graphs) === JSON.stringify(newer.settings.graphs);
  const looking = after.leaves.filter(({ data }) => mayLookAtGraphs(data, registry));
  const other = graphs
    ? []
    : looking.map(({ data, way }) => obstacle('new', data, way, 'the graphs of the policies are not the same'));
  const [was, is] = [reaching(before), reaching(after)];
  if (was.length + is.length === 0) return other;
  if (
    trail(older.policy, registry, '') === trail(newer.policy, registry, '') &&
    ![...was, ...is].some(({ data }) => data.opaque === true)
  )
    return other;
  const why = 'it sets facts, risk or obligations that other nodes use, and its place in the two policies differs';
  return [
    ...other,
    ...was.map(({ data, way }) => obstacle('old', data, way, why)),
    ...is.map(({ data, way }) => obstacle('new', data, way, why)),
  ];
}

/** A node that the registry does not know may look at anything. */
function mayLookAtGraphs({ kind, children = [] }: NodeData, registry: Registry): boolean {
  const definition = registry.get(kind);
  if (definition === undefined || definition.needs?.includes('graph') === true) return true;
  return children.some(child => mayLookAtGraphs(child, registry));
}

/** A condition in words may look at risk and at roles, which nodes before it have raised and given; of matches only one of a role does. */
const heedsOthers = (source: Json): boolean => typeof source === 'string' || asksForRole(source);

const obstacle = (side: 'old' | 'new', { kind }: NodeData, way: string, why: string): Obstacle => ({ side, kind, way, why });

/** The tree as far as it matters to what reaches further: such nodes, those that go by them, and all that they stand in, in their order. */
function trail(node: NodeData, registry: Registry, within: string): string {
  const { kind, params = {}, children = [] } = node;
  const join = joinOf(node, registry);
  if (join === undefined) {
    if (reachesFurther(node, registry)) return `${within}${leafText(node)};`;
    return dependsOnSiblings(node, registry) ? `${within}${kind};` : '';
  }
  // Whether a fallback or a later child runs at all depends on those before it, whatever they are.
  const mayStop = join.by === 'escalated' || params['shortCircuit'] === true;
  if (mayStop && reachesFurther(node, registry)) return `${within}${canonicalJson(node)};`;
  // Where every child counts, those of a node within it count as if they were its own.
  const isFlat = join.by === 'worst';
  const here = isFlat && Object.keys(params).length === 0 ? within : `${within}${canonicalJson({ kind, params })}/`;
  const asks = join.by === 'branch' && heedsOthers(params['if'] ?? null) ? `${here};` : '';
  return asks + children.map((child, index) => trail(child, registry, isFlat ? here : `${here}${index}/`)).join('');
}

const differing = ({ params: own = {} }: NodeData, { params: other = {} }: NodeData): readonly string[] =>
  [...new Set([...Object.keys(own), ...Object.keys(other)])].filter(
    name => JSON.stringify(own[name]) !== JSON.stringify(other[name]),
  );

/**
 * Says which params of a node keep it from being compared with the nearest of its kind in the other policy, and what to do about it. Undefined
 * where the other policy has none of its kind.
 */
function withoutOrder(node: NodeData, others: readonly { readonly data: NodeData }[], registry: Registry): string | undefined {
  const [nearest] = others
    .map(({ data }) => data)
    .filter(({ kind }) => kind === node.kind)
    .toSorted((a, b) => differing(node, a).length - differing(node, b).length);
  if (nearest === undefined) return undefined;
  const names = differing(node, nearest);
  const { params = {} } = node;
  const compare = registry.get(node.kind)?.analysis?.compare;
  const unknown = names.filter(name => {
    const { [name]: _own, ...rest } = params;
    const other = nearest.params?.[name];
    return (compare?.(params, other === undefined ? rest : { ...rest, [name]: other }) ?? 'unknown') === 'unknown';
  });
  const shown = (unknown.length > 0 ? unknown : names).map(name => `\`${toSnake(name)}\``).join(', ');
  const counter = registry.get(node.kind)?.analysis?.counter;
  const restarts = counter !== undefined && counter(params) !== counter(nearest.params ?? {});
  const what = `${shown === '' ? 'it is at another place' : `${shown} differs`}${restarts ? ', so the count starts again' : ''}`;
  return `${what}, and which policy allows more cannot be known: write the calls that matter into the tests of the policy`;
}
