import type { Ruling } from '../model/ruling.ts';
import type { Verdict } from '../model/verdict.ts';

/** How a node took part in an evaluation. */
export type NodeStatus = 'decided' | 'skipped' | 'errored' | 'not_evaluated';

/** One node of an evaluation's trace: the policy tree with what happened at each node. */
export interface TraceNode {
  /** The node's name: its `id` if it has one. */
  readonly name: string;
  readonly kind: string;
  readonly layer?: string;
  /** What the node is to its parent: `if`, `then`, `primary`. */
  readonly edge?: string;
  readonly status: NodeStatus;
  /** Absent unless the node decided or errored; an errored node has its strictest possible ruling. */
  readonly ruling?: Ruling;
  /** True when the evaluation's ruling rests on this node. */
  readonly determining: boolean;
  readonly verdict?: Verdict;
  /** Only when per-guard timing was asked for. */
  readonly durationMs?: number;
  readonly children: readonly TraceNode[];
}
