import type { Frame } from './frame.ts';
import type { PlanNode } from './plan.ts';
import type { NodeStatus, TraceNode } from './trace.ts';
import type { KnowledgeGap, Verdict } from './verdict.ts';

/** Visits every frame below and including one, parents first, in evaluation order. */
export function* framesOf(frame: Frame): Generator<Frame> {
  yield frame;
  for (const child of frame.children ?? []) yield* framesOf(child);
}

/** Returns the verdicts of the leaves that apply. */
export function leafVerdicts(root: Frame): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  for (const { children, verdict } of framesOf(root)) {
    if (children === undefined && verdict !== undefined && verdict.applicable !== false) verdicts.push(verdict);
  }
  return Object.freeze(verdicts);
}

/** Returns every gap that a leaf found, in evaluation order. */
export function gapsOf(root: Frame): readonly KnowledgeGap[] {
  return Object.freeze(leafVerdicts(root).flatMap(verdict => verdict.gaps ?? []));
}

function verdictsByIndex(frame: Frame): readonly (Verdict | undefined)[] {
  return frame.plan.children.map(plan => frame.children?.find(child => child.plan === plan)?.verdict);
}

function chosen(frame: Frame, which: 'determining' | 'committing'): readonly Frame[] {
  const { children: evaluated, plan } = frame;
  if (evaluated === undefined) return NONE;
  const verdicts = verdictsByIndex(frame);
  const { guard, children } = plan;
  const committing = which === 'committing' ? guard.committing?.(verdicts) : undefined;
  const indices = committing ?? guard.determining?.(verdicts) ?? Array.from(verdicts.keys());
  const plans = indices.map(index => children[index]);
  return evaluated.filter(child => child.verdict?.applicable !== false && plans.includes(child.plan));
}

const NONE: readonly Frame[] = Object.freeze([]);

/** Collects the frames on the deciding path below and including one; none for a frame that was skipped. */
export function pathOf(frame: Frame, which: 'determining' | 'committing', found: Set<Frame> = new Set()): Set<Frame> {
  if (frame.verdict?.applicable === false) return found;
  found.add(frame);
  for (const child of chosen(frame, which)) pathOf(child, which, found);
  return found;
}

/** Turns frames into the trace tree, with the nodes that were never reached. */
export function traceOf(root: Frame): TraceNode {
  return traceNode(root.plan, root, pathOf(root, 'determining'));
}

function traceNode(plan: PlanNode, frame: Frame | undefined, determining: ReadonlySet<Frame>): TraceNode {
  const verdict = frame?.verdict;
  const status = statusOf(verdict);
  const rules = verdict !== undefined && status !== 'skipped';
  return Object.freeze({
    name: plan.name,
    kind: plan.kind,
    ...(plan.guard.layer !== undefined && { layer: plan.guard.layer }),
    ...(plan.edge !== undefined && { edge: plan.edge }),
    status,
    ...(rules && { ruling: verdict.ruling }),
    determining: rules && frame !== undefined && determining.has(frame),
    ...(verdict !== undefined && { verdict }),
    ...(frame?.durationMs !== undefined && { durationMs: frame.durationMs }),
    children: Object.freeze(childTraces(plan, frame, determining)),
  });
}

/** The planned children in their order, then those that the guard brought in while it was checking. */
function childTraces(plan: PlanNode, frame: Frame | undefined, determining: ReadonlySet<Frame>): TraceNode[] {
  const evaluated = frame?.children ?? [];
  const unplanned = evaluated.filter(each => !plan.children.includes(each.plan));
  return [
    ...plan.children.map(child =>
      traceNode(
        child,
        evaluated.find(each => each.plan === child),
        determining,
      ),
    ),
    ...unplanned.map(each => traceNode(each.plan, each, determining)),
  ];
}

function statusOf(verdict: Verdict | undefined): NodeStatus {
  if (verdict === undefined) return 'not_evaluated';
  if (verdict.applicable === false) return 'skipped';
  return verdict.range === undefined && verdict.error === undefined ? 'decided' : 'errored';
}
