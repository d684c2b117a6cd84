import type { Evaluation, Registry, Ruling, TraceNode } from '@licet/core';
import { wayTo } from '@licet/core/policy';
import type { NodeData } from '@licet/core/policy';

/** What tests have seen of one node. */
export interface NodeCoverage {
  /** The way to it, as the indices of the children: `0.2`; empty for the root. */
  readonly way: string;
  readonly kind: string;
  readonly id?: string;
  /** The rulings that it came to. */
  readonly rulings: readonly Ruling[];
  /** Whether it was skipped at some time. */
  readonly skipped: boolean;
  /** Whether a warning, a question or a block ever rested on it. */
  readonly decided: boolean;
  /** What the tests should see of it and have not. */
  readonly missing: readonly ('applies' | 'decides' | 'otherwise')[];
  /** Its patterns that no call has hit, with the param that they stand in. */
  readonly notHit: readonly Pick<PatternCoverage, 'param' | 'pattern'>[];
}

/** Whether the cases of tests hit a pattern of a node. */
export interface PatternCoverage {
  /** The way to the node. */
  readonly way: string;
  /** The param, as a policy file names it. */
  readonly param: string;
  readonly pattern: string;
  readonly isHit: boolean;
}

/** What tests have seen of a policy. */
export interface Coverage {
  readonly nodes: readonly NodeCoverage[];
  /** The share of what there is to be seen, from 0 to 100. */
  readonly percent: number;
}

/** Collects what evaluations see of a policy. */
export interface CoverageCollector {
  readonly see: (evaluation: Evaluation) => void;
  /** Patterns are counted that `patternsHit` has looked at. */
  readonly result: (policy: NodeData, registry: Registry, patterns?: readonly PatternCoverage[]) => Coverage;
}

interface Seen {
  readonly rulings: Set<Ruling>;
  skipped: boolean;
  decided: boolean;
}

/**
 * Collects what evaluations see of a policy. Every node is to apply once; a guard that can warn, ask or block is to decide once; a node
 * that goes by a condition and lacks a branch (a `when` without `otherwise`) is to be skipped once.
 *
 * @example
 * ```ts
 * import { PolicyEngine, createRegistry } from '@licet/core';
 * import { collectCoverage } from '@licet/analysis';
 * import { guardDefinitions, ToolAllowlist } from '@licet/guards';
 *
 * const engine = new PolicyEngine(ToolAllowlist({ tools: ['Read'] }));
 * const collected = collectCoverage();
 * collected.see(engine.evaluateSync({ kind: 'read', tool: 'Read' }));
 * collected.result(engine.describe(), createRegistry(guardDefinitions)).nodes[0]?.missing; // => ['decides']
 * ```
 */
export function collectCoverage(): CoverageCollector {
  const seen = new Map<string, Seen>();
  const visit = (node: TraceNode, way: string): void => {
    const known = seen.get(way) ?? { rulings: new Set<Ruling>(), skipped: false, decided: false };
    seen.set(way, known);
    if (node.status === 'skipped') known.skipped = true;
    if (node.ruling !== undefined) known.rulings.add(node.ruling);
    if (node.determining && node.ruling !== 'pass') known.decided = true;
    for (const [index, child] of node.children.entries()) visit(child, wayTo(way, index));
  };
  return {
    see: ({ trace }) => visit(trace, ''),
    result(policy, registry, patterns = []) {
      const nodes = nodesOf(policy, '', { seen, registry, patterns });
      const missing = nodes.reduce((sum, node) => sum + node.missing.length + node.notHit.length, 0);
      const goals = nodes.reduce((sum, { goals: own }) => sum + own, 0);
      return {
        nodes: nodes.map(({ goals: _goals, ...node }) => node),
        percent: goals === 0 ? 100 : Math.floor((100 * (goals - missing)) / goals),
      };
    },
  };
}

type Counted = NodeCoverage & { readonly goals: number };

interface Known {
  readonly seen: ReadonlyMap<string, Seen>;
  readonly registry: Registry;
  readonly patterns: readonly PatternCoverage[];
}

function nodesOf(data: NodeData, way: string, known: Known): readonly Counted[] {
  const { kind, id, children = [] } = data;
  const { seen, registry } = known;
  const patterns = known.patterns.filter(each => each.way === way);
  const { rulings = new Set<Ruling>(), skipped = false, decided = false } = seen.get(way) ?? {};
  const goals = [
    ['applies', rulings.size > 0 || !canApply(data, registry)],
    ...(children.length === 0 && canStop(kind, registry) ? [['decides', decided] as const] : []),
    ...(lacksBranch(data, registry) ? [['otherwise', skipped] as const] : []),
  ] as const;
  const own: Counted = {
    way,
    kind,
    ...(id !== undefined && { id }),
    rulings: [...rulings],
    skipped,
    decided,
    missing: goals.flatMap(([goal, met]) => (met ? [] : [goal])),
    notHit: patterns.flatMap(({ param, pattern, isHit }) => (isHit ? [] : [{ param, pattern }])),
    goals: goals.length + patterns.length,
  };
  return [own, ...children.flatMap((child, index) => nodesOf(child, wayTo(way, index), known))];
}

/** The rulings that a node may come to, in the words of its definition; a node that does not say may come to any. */
function wordsOf(kind: string, registry: Registry): readonly string[] {
  return (registry.get(kind)?.rulings ?? [['', 'block']]).map(([, ruling]) => ruling);
}

/** Tells whether a node of a kind may come to more than a pass. */
export function canStop(kind: string, registry: Registry): boolean {
  return wordsOf(kind, registry).some(words => !/^(?:pass|skipped)\b/u.test(words));
}

function lacksBranch({ kind, children = [] }: NodeData, registry: Registry): boolean {
  const shape = registry.get(kind)?.children;
  return children.length > 0 && shape !== undefined && 'fields' in shape && children.length < shape.fields.length;
}

function canApply({ kind, children = [] }: NodeData, registry: Registry): boolean {
  return children.length > 0 || wordsOf(kind, registry).some(words => words !== 'skipped');
}
