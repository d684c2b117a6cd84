import { toCondition } from './condition.ts';
import type { ConditionInput } from './condition.ts';
import type { GuardNode } from './node.ts';

/**
 * What a piece of advice is about: files that may be changed, files that may only be read, what is to be left alone, what a person must
 * say yes to, what must be established first, and how much there is.
 */
export const ADVICE_TOPICS = ['may', 'read', 'never', 'ask', 'first', 'limit'] as const;

/** What a guard tells an agent before it acts, in the words of a person. */
export interface Advice {
  readonly topic: (typeof ADVICE_TOPICS)[number];
  readonly text: string;
  /** Under which conditions it counts, each in one line; always, where there is none. */
  readonly when?: readonly string[];
}

/** Collects what guards tell an agent, but for nodes that others may lift: the agent would take it for certain. */
export function adviceIn(node: GuardNode, when: readonly string[] = []): readonly Advice[] {
  const own = (node.tells ?? []).map(advice => (when.length === 0 ? advice : { ...advice, when }));
  const [then] = node.children ?? [];
  if (node.join?.by === 'branch' && then !== undefined) {
    const { if: condition } = (node.params ?? {}) as { readonly if?: ConditionInput };
    return condition === undefined ? own : [...own, ...adviceIn(then, [...when, toCondition(condition).text])];
  }
  return node.join === undefined || node.join.by === 'worst'
    ? [...own, ...(node.children ?? []).flatMap(child => adviceIn(child, when))]
    : own;
}
