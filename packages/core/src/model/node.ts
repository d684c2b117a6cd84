import type { Action, Outcome } from './action.ts';
import type { Advice } from './advice.ts';
import type { GovernanceContext } from './context.ts';
import type { Guard } from './guard.ts';
import { toGuard } from './guard.ts';
import type { MaybePromise } from './json.ts';
import type { HistoryReader } from './tally.ts';
import type { Verdict } from './verdict.ts';
import type { Evaluation } from './evaluation.ts';

/** The layers of governance, in the order in which policies list them. A label and a lint rule, never an evaluation order. */
export const LAYERS = ['boundary', 'resource', 'intent', 'observe'] as const;

/** What a guard is about: where the agent may act, how much, what for, or only watching. */
export type Layer = (typeof LAYERS)[number];

/**
 * What a node cannot decide without. `effects` is the engine's analyser, `approver` its `approver`, `audit` its trail; `sessions` and
 * `facts` live in the session store, which every engine has; `graph` is given to the node itself when it is made.
 */
export type Need = 'effects' | 'sessions' | 'facts' | 'graph' | 'approver' | 'audit';

/**
 * What became of a guard's commit: nothing to say, or what the guard saw at `check` is gone, and after how many milliseconds it
 * may be there again. That is no ruling: the engine calls `check` again, and stops with `commit_lost` when races do not end.
 */
export type CommitResult = void | { readonly lost: string; readonly retryAfterMs?: number };

/** What makes a node printable, comparable, and checkable before it runs. */
export interface DescribedNode {
  /** The node's kind: equal to its key in governance.yaml. */
  readonly kind?: string;
  /** A name of the author's own, unique in the tree. */
  readonly id?: string;
  readonly layer?: Layer;
  /** The options that the guard was made with, defaults filled in. */
  readonly params?: object;
  /** The ruling for a fault in this node. Unset leaves it open, and an open ruling ends as block. */
  readonly onError?: 'ask' | 'warn';
  /** What the node cannot decide without: an engine that lacks it refuses to start. */
  readonly needs?: readonly Need[];
  /** What an agent should know of it before it acts: the text at the start of a session is made of it. */
  readonly tells?: readonly Advice[];
  /** Its condition, where that looks at what happened before: the engine counts for it whatever goes ahead. */
  readonly history?: HistoryReader;
  /** Whether it is a floor: what it stops nothing lifts, not even a pause. */
  readonly floor?: true;
}

/** What a guard adds that takes something when an action goes ahead, and settles it afterwards. */
export interface StatefulNode {
  commit?(action: Action, ctx: GovernanceContext): MaybePromise<CommitResult>;
  record?(action: Action, outcome: Outcome, ctx: GovernanceContext): MaybePromise<void>;
  /**
   * Runs when the action does not go ahead now: it was stopped, or a human is to be asked. It may set facts and take from
   * counters, for what must be known about such actions; a fault in it changes nothing about the decision.
   */
  stopped?(action: Action, ruling: 'ask' | 'block', ctx: GovernanceContext): MaybePromise<void>;
  /**
   * Is told of every decision once it is written down, also of those that stop the action, wherever the guard is in the tree. What it throws is an anomaly in
   * the audit trail and changes nothing.
   */
  decided?(evaluation: Evaluation): MaybePromise<void>;
  /**
   * Hears what the user says to the agent. A prompt is no action, and no ruling follows from it; the guard may set facts. Only a host
   * that reports prompts calls it: see `PolicyEngine.heard`.
   */
  prompted?(prompt: string, ctx: GovernanceContext): MaybePromise<void>;
  /** Commits and records also when it skipped the action: for a guard that must know what else goes ahead. */
  readonly watches?: true;
  /** Its ruling rests on what it takes in `commit`: it may not be below `Not`, where nothing commits and it would never count. */
  readonly counts?: true;
  /** Decides also where nothing is kept, and is then as if nothing had happened before: an evaluator takes it. */
  readonly decidesAlone?: true;
}

/**
 * How a combinator joins what its children say, by the functions of the algebra: the worst, the best or the k-th best of them, the one
 * child the other way round, the first unless it blocks and then the second, or, for `branch`, the child that the condition in the
 * param `if` leads to.
 */
export type Join =
  | { readonly by: 'worst' | 'best' | 'reverse' | 'escalated' }
  | { readonly by: 'kthBest'; readonly k: number }
  | { readonly by: 'branch' };

/** What a combinator adds. */
export interface CompositeNode {
  readonly children?: readonly GuardNode[];
  /**
   * How the ruling follows from those of the children. A record of the audit trail then says what each of them said; without it, what
   * the node's own verdict replaces all of theirs.
   */
  readonly join?: Join;
  /** What each child is to the node, for people: `if`, `then`, `primary`. */
  readonly edges?: readonly string[];
  /** Which children the node's ruling rests on, by index. A child that was not evaluated has no verdict. */
  determining?(verdicts: readonly (Verdict | undefined)[]): readonly number[];
  /** Which children commit when the action goes ahead; the determining ones where this is absent. */
  committing?(verdicts: readonly (Verdict | undefined)[]): readonly number[];
}

/**
 * A guard with what it adds to `check`: its data, a part in what goes ahead, children. Each is there or not, and a plain
 * {@link Guard} is a node that adds nothing.
 */
export interface GuardNode extends Guard, DescribedNode, StatefulNode, CompositeNode {}

/** What may be set on any node from outside. */
export type NodeLabels = Pick<DescribedNode, 'id' | 'layer' | 'onError'>;

/** Returns the labels that are set. */
export function labelsOf({ id, layer, onError }: NodeLabels): NodeLabels {
  return {
    ...(id !== undefined && { id }),
    ...(layer !== undefined && { layer }),
    ...(onError !== undefined && { onError }),
  };
}

/**
 * Returns the same guard under other labels.
 *
 * @example
 * ```ts
 * import { guard, pass } from '@licet/core';
 * import { label } from '@licet/core/nodes';
 *
 * label(guard('watch', () => pass()), { layer: 'observe', onError: 'warn' }).layer; // => 'observe'
 * ```
 */
export function label(guard: GuardNode, labels: NodeLabels): GuardNode {
  const data = DATA.flatMap(member => (guard[member] === undefined ? [] : [[member, guard[member]]]));
  const methods = METHODS.flatMap(method => {
    const own = guard[method];
    return own === undefined ? [] : [[method, own.bind(guard)]];
  });
  return Object.freeze(toGuard({ name: guard.name, ...Object.fromEntries([...data, ...methods]), ...labels }));
}

const DATA = [
  'kind',
  'id',
  'layer',
  'params',
  'children',
  'join',
  'edges',
  'onError',
  'needs',
  'watches',
  'counts',
  'decidesAlone',
  'floor',
  'tells',
  'history',
] as const satisfies readonly (keyof GuardNode)[];

/** Bound to the guard that they come from, which may keep its own state. */
const METHODS = ['check', 'commit', 'record', 'stopped', 'decided', 'prompted', 'determining', 'committing'] as const;
