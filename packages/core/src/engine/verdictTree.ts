import { Frame } from './frame.ts';
import type { PlanNode } from './plan.ts';
import { RULINGS, severityOf } from '../model/ruling.ts';
import type { Verdict } from '../model/verdict.ts';
import type { Evaluation } from '../model/evaluation.ts';

/** How what joins children is written. */
const SIGNS = { worst: '&', best: '|', reverse: '!', escalated: '>' } as const;

/**
 * Writes down what every leaf said, within the combinators that joined it: enough to find the ruling again without the policy.
 * `readVerdictTree` reads it.
 *
 * | text | meaning |
 * |---|---|
 * | `p` `w` `a` `b` | a node that said pass, warn, ask, block |
 * | `<pb>` | a fault left it open from pass to block |
 * | `-` | it did not apply, or its condition is false |
 * | `.` | it was not evaluated |
 * | `&(…)` `\|(…)` `#2(…)` `!(…)` `>(…)` | the worst, the best, the second best, the reverse, the first unless it blocks: see `Join` |
 * | `t(…)` `f(…)` | what a condition said, and the branch |
 * | `^a` `^w` | before a combinator: its `on_error` |
 * | `=p` | at the end, where nothing applied: the default |
 */
export function writeVerdictTree(root: Frame, ruling: Verdict['ruling']): string {
  const text = nodeText(root.plan, root);
  return root.verdict?.applicable === false ? `${text}=${ruling.charAt(0)}` : text;
}

/** Returns the verdicts of an evaluation as the audit trail keeps them. The text is empty for an evaluation that no engine of this process made. */
export function verdictsOf({ context, ruling }: Evaluation): string {
  return context instanceof Frame ? writeVerdictTree(context, ruling) : '';
}

function nodeText(plan: PlanNode, frame: Frame | undefined): string {
  const verdict = frame?.verdict;
  if (verdict === undefined || frame === undefined) return '.';
  const { children } = frame;
  const { join } = plan.guard;
  // A node that joins its children in its own way: its verdict replaces all of theirs.
  if (join === undefined || children === undefined || plan.children.length === 0 || verdict.error?.guard === plan.name)
    return verdictText(verdict);
  const at = (index: number): Frame | undefined => {
    const child = plan.children[index];
    return children[index]?.plan === child ? children[index] : children.find(each => each.plan === child);
  };
  const onError = plan.guard.onError === undefined ? '' : `^${plan.guard.onError.charAt(0)}`;
  if (join.by !== 'branch') {
    const sign = join.by === 'kthBest' ? `#${join.k}` : SIGNS[join.by];
    return `${onError}${sign}(${plan.children.map((child, index) => nodeText(child, at(index))).join('')})`;
  }
  // A condition is written as its answer, before the branch that it led to.
  const [taken] = children;
  const holds = taken?.plan === plan.children[0];
  return taken === undefined ? verdictText(verdict) : `${onError}${holds ? 't' : 'f'}(${nodeText(taken.plan, taken)})`;
}

function verdictText({ applicable, range, ruling }: Verdict): string {
  if (applicable === false) return '-';
  const letter = (severity: number): string => (RULINGS[severity] ?? ruling).charAt(0);
  const worst = severityOf(ruling);
  return range === undefined ? letter(worst) : `<${letter(range.best)}${letter(range.worst)}>`;
}
