import type { Frame } from './frame.ts';
import type { PlanNode } from './plan.ts';
import { RULINGS, severityOf } from '../model/ruling.ts';
import type { Verdict } from '../model/verdict.ts';

/** How the combinators are written. A condition is written as its answer, before the branch that it led to. */
const SIGNS: Readonly<Record<string, string>> = { all: '&', any: '|', not: '!', escalate: '>' };

/**
 * Writes down what every leaf said, within the combinators that joined it: enough to find the ruling again without the policy.
 * `readVerdictTree` reads it.
 *
 * | text | meaning |
 * |---|---|
 * | `p` `w` `a` `b` | a node that said pass, warn, ask, block |
 * | `<pb>` | a fault left it open from pass to block |
 * | `-` | it did not apply; a `when` whose condition is false |
 * | `.` | it was not evaluated |
 * | `&(…)` `\|(…)` `#2(…)` `!(…)` `>(…)` | `all`, `any`, `threshold` of 2, `not`, `escalate` |
 * | `t(…)` `f(…)` | a `when`: what its condition said, and the branch |
 * | `^a` `^w` | before a combinator: its `on_error` |
 * | `=p` | at the end, where nothing applied: the default |
 */
export function writeVerdictTree(root: Frame, ruling: Verdict['ruling']): string {
  const text = nodeText(root.plan, root);
  return root.verdict?.applicable === false ? `${text}=${ruling.charAt(0)}` : text;
}

function nodeText(plan: PlanNode, frame: Frame | undefined): string {
  const verdict = frame?.verdict;
  if (verdict === undefined || frame === undefined) return '.';
  const { children } = frame;
  const own = plan.children.length === 0 || children === undefined || verdict.error?.guard === plan.name;
  const sign = own ? undefined : signOf(plan);
  if (children === undefined || sign === undefined) return verdictText(verdict);
  const at = (index: number): Frame | undefined => {
    const child = plan.children[index];
    return children[index]?.plan === child ? children[index] : children.find(each => each.plan === child);
  };
  const onError = plan.guard.onError === undefined ? '' : `^${plan.guard.onError.charAt(0)}`;
  if (plan.kind !== 'when')
    return `${onError}${sign}(${plan.children.map((child, index) => nodeText(child, at(index))).join('')})`;
  const [taken] = children;
  const holds = taken?.plan === plan.children[0];
  return taken === undefined ? verdictText(verdict) : `${onError}${holds ? 't' : 'f'}(${nodeText(taken.plan, taken)})`;
}

/** Undefined for a node that joins its children in a way of its own: what it said stands for all of them. */
function signOf({ kind, guard }: PlanNode): string | undefined {
  if (kind === 'when') return 't';
  if (kind !== 'threshold') return SIGNS[kind];
  const { pass } = (guard.params ?? {}) as { readonly pass?: number };
  return pass === undefined ? undefined : `#${pass}`;
}

function verdictText({ applicable, range, ruling }: Verdict): string {
  if (applicable === false) return '-';
  const letter = (severity: number): string => (RULINGS[severity] ?? ruling).charAt(0);
  const worst = severityOf(ruling);
  return range === undefined ? letter(worst) : `<${letter(range.best)}${letter(range.worst)}>`;
}
