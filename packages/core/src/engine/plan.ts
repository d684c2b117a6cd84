import { InvariantError } from '../model/errors.ts';
import { countHistory } from './history.ts';
import type { GuardNode } from '../model/node.ts';
import { toGuard } from '../model/guard.ts';
import type { HistoryReader } from '../model/tally.ts';
import type { Verdict } from '../model/verdict.ts';
import { pass, skip } from '../model/verdict.ts';

/** A node of a policy tree, prepared once so that evaluating it allocates little. */
export interface PlanNode {
  readonly guard: GuardNode;
  /** What verdicts and traces call the node. */
  readonly name: string;
  readonly kind: string;
  readonly edge: string | undefined;
  readonly children: readonly PlanNode[];
  /** How many nodes there are here and below: a node may take so many times what one guard may, so that no node's time ends before its children's. */
  readonly size: number;
  /** Whether this node or one below it commits. */
  readonly commits: boolean;
  /** Whether this node or one below it is a floor. */
  readonly floored: boolean;
  /** Whether this node or one below it watches. */
  readonly watches: boolean;
  /** The guards here and below that hear of every decision. */
  readonly hearers: readonly GuardNode[];
  /** Whether this node or one below it does more than check: takes, records or hears. */
  readonly keeps: boolean;
  /** Whether this node or one below it wants to know of actions that do not go ahead. */
  readonly stops: boolean;
  /** The plain `pass()` and `skip()` of this guard, under its own name. */
  readonly pass: Verdict;
  readonly skip: Verdict;
  /** The verdict that this guard gave last, and the same under its own name: a guard may keep a frozen verdict and give it again. */
  readonly last: { said: unknown; named: Verdict };
  /** What counts for the conditions here and below what goes ahead; only at the root. */
  readonly history?: PlanNode;
}

const PASS = pass();
const MAX_TREE_DEPTH = 256;

/** Whether a guard does more than check. */
export const keepsSomething = (guard: GuardNode): boolean =>
  (['commit', 'record', 'stopped', 'decided'] as const).some(method => guard[method] !== undefined) || guard.watches === true;

/** Prepares a tree. Throws an {@link InvariantError} for what is no guard, for a cycle and for an `id` used twice. */
export function planTree(root: GuardNode): PlanNode {
  const ids = new Set<string>();
  const visit = (input: GuardNode, edge: string | undefined, depth: number): PlanNode => {
    if (depth > MAX_TREE_DEPTH)
      throw new InvariantError('invalid_guard', `the policy tree is deeper than ${MAX_TREE_DEPTH} nodes, or contains itself`);
    const guard = toGuard(input);
    if (guard.id !== undefined && ids.size === ids.add(guard.id).size) {
      throw new InvariantError('duplicate_node', `two nodes have the id \`${guard.id}\``);
    }
    const name = guard.id ?? guard.name;
    const children = (guard.children ?? []).map((child, index) => visit(child, guard.edges?.[index], depth + 1));
    return Object.freeze({
      guard,
      name,
      kind: guard.kind ?? 'guard',
      edge,
      children: Object.freeze(children),
      size: children.reduce((sum, child) => sum + child.size, 1),
      commits: guard.commit !== undefined || children.some(child => child.commits),
      floored: guard.floor === true || children.some(child => child.floored),
      watches: guard.watches === true || children.some(child => child.watches),
      hearers: [...(guard.decided === undefined ? [] : [guard]), ...children.flatMap(({ hearers }) => hearers)],
      keeps: keepsSomething(guard) || children.some(child => child.keeps),
      stops: guard.stopped !== undefined || children.some(child => child.stops),
      pass: Object.freeze({ ...pass(), guard: name }),
      skip: Object.freeze({ ...skip(), guard: name }),
      last: { said: undefined, named: PASS },
    });
  };
  const plan = visit(root, undefined, 0);
  const readers = historyReaders(plan);
  if (readers.length === 0) return plan;
  return Object.freeze({ ...plan, commits: true, keeps: true, history: visit(countHistory(readers), undefined, 1) });
}

const historyReaders = ({ guard, children }: PlanNode): readonly HistoryReader[] => [
  ...(guard.history === undefined ? [] : [guard.history]),
  ...children.flatMap(historyReaders),
];
