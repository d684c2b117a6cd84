import type { Frame } from './frame.ts';
import type { PlanNode } from './plan.ts';
import type { NodeStatus, TraceNode } from '../model/context.ts';
import type { Ruling } from '../model/ruling.ts';
import type { Verdict } from '../model/verdict.ts';

/** Returns every frame below and including one, parents first, in evaluation order. */
export function framesOf(frame: Frame, found: Frame[] = []): readonly Frame[] {
  found.push(frame);
  for (const child of frame.children ?? NONE) framesOf(child, found);
  return found;
}

/** Returns the verdicts of the leaves that apply. */
export function leafVerdicts(root: Frame): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  for (const { children, verdict } of framesOf(root)) {
    if (children === undefined && verdict !== undefined && verdict.applicable !== false) verdicts.push(verdict);
  }
  return Object.freeze(verdicts);
}

/** The frames of the planned children by their index; undefined for one that was not evaluated. */
function plannedFrames({ plan, children: evaluated }: Frame): readonly (Frame | undefined)[] {
  const children: readonly Frame[] = evaluated ?? NONE;
  return plan.children.map((planned, index) => {
    const likely = children[index];
    return likely?.plan === planned ? likely : children.find(child => child.plan === planned);
  });
}

/** The children that a node rests on. Those that it brought in while it was checking always count: it delegated to them. */
function chosen(frame: Frame, which: 'determining' | 'committing'): readonly (Frame | undefined)[] {
  if (frame.children === undefined) return NONE;
  const frames = plannedFrames(frame);
  const verdicts = frames.map(each => each?.verdict);
  const { guard } = frame.plan;
  const committing = which === 'committing' ? guard.committing?.(verdicts) : undefined;
  const indices = committing ?? guard.determining?.(verdicts);
  const planned = indices === undefined ? frames : indices.toSorted((a, b) => a - b).map(index => frames[index]);
  const broughtIn = frame.children.filter(child => !frames.includes(child));
  return broughtIn.length === 0 ? planned : [...planned, ...broughtIn];
}

const NONE: readonly Frame[] = Object.freeze([]);

/** Collects the frames on the deciding path below and including one; none for a frame that was skipped. */
export function pathOf(frame: Frame, which: 'determining' | 'committing', found: Set<Frame> = new Set()): Set<Frame> {
  if (frame.verdict?.applicable === false) return found;
  found.add(frame);
  for (const child of chosen(frame, which)) {
    if (child !== undefined && child.verdict?.applicable !== false) pathOf(child, which, found);
  }
  return found;
}

/** Returns the first leaf that a ruling rests on. None for a pass, and where the engine speaks for itself. */
export function speakingLeaf(root: Frame, ruling: Ruling, guard: string): Frame | undefined {
  if (ruling === 'pass') return undefined;
  const leaves = Array.from(pathOf(root, 'determining')).filter(({ children }) => children === undefined);
  return leaves.find(({ verdict }) => verdict?.ruling === ruling) ?? (guard === 'engine' ? undefined : leaves[0]);
}

/** Turns frames into the trace tree, with the nodes that were never reached. */
export function traceOf(root: Frame): TraceNode {
  return traceNode(root.plan, root, pathOf(root, 'determining'));
}

function traceNode(plan: PlanNode, frame: Frame | undefined, determining: ReadonlySet<Frame>): TraceNode {
  const verdict = frame?.verdict;
  const status = statusOf(verdict);
  const rules = verdict !== undefined && status !== 'skipped';
  const { layer } = plan.guard;
  const node: Partial<Draft> = { name: plan.name, kind: plan.kind };
  if (layer !== undefined) node.layer = layer;
  if (plan.edge !== undefined) node.edge = plan.edge;
  node.status = status;
  if (rules) node.ruling = verdict.ruling;
  node.determining = rules && frame !== undefined && determining.has(frame);
  if (verdict !== undefined) node.verdict = verdict;
  if (frame?.durationMs !== undefined) node.durationMs = frame.durationMs;
  node.children = childTraces(plan, frame, determining);
  return Object.freeze(node as Draft);
}

type Draft = { -readonly [Key in keyof TraceNode]: TraceNode[Key] };

/** The planned children in their order, then those that the guard brought in while it was checking. */
function childTraces(plan: PlanNode, frame: Frame | undefined, determining: ReadonlySet<Frame>): readonly TraceNode[] {
  const evaluated = frame?.children ?? NONE;
  if (plan.children.length === 0 && evaluated.length === 0) return LEAF;
  const frames = frame === undefined ? NONE : plannedFrames(frame);
  const traces = plan.children.map((child, index) => traceNode(child, frames[index], determining));
  if (evaluated.length > 0) {
    const planned = new Set(frames);
    for (const each of evaluated) if (!planned.has(each)) traces.push(traceNode(each.plan, each, determining));
  }
  return Object.freeze(traces);
}

const LEAF: readonly TraceNode[] = Object.freeze([]);

function statusOf(verdict: Verdict | undefined): NodeStatus {
  if (verdict === undefined) return 'not_evaluated';
  if (verdict.applicable === false) return 'skipped';
  return verdict.range === undefined && verdict.error === undefined ? 'decided' : 'errored';
}
