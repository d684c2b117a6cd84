import { rulingAt } from '../model/ruling.ts';
import type { TraceNode } from '../model/context.ts';
import type { Drawing, Mark, RenderOptions } from './drawing.ts';
import { write } from './write.ts';

/**
 * Draws what happened in an evaluation, node by node: the ruling, what decided, reason and fix of what stops, asks or
 * warns, the fault of what failed, and which nodes were skipped or never reached. Every text is escaped; the result
 * ends with a line break. `json` gives the whole trace without the causes of faults.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine, block, guard, pass, renderTrace } from '@licet/core';
 *
 * const engine = new PolicyEngine(All(guard('fine', () => pass()), guard('never', () => block('no', { fix: 'stop' }))));
 * renderTrace(engine.evaluateSync({ kind: 'bash' }).trace).split('\n')[1]; // => '├─ ✓ pass  fine'
 * ```
 */
export function renderTrace(trace: TraceNode, options: RenderOptions = {}): string {
  return write(trace, () => drawTrace(trace), options);
}

function drawTrace(node: TraceNode): Drawing {
  const word = openWord(node);
  return {
    mark: markOf(node),
    ...(word !== undefined && { word }),
    title: node.name,
    asides: [
      ...(node.kind === 'guard' || node.kind === node.name ? [] : [`(${node.kind})`]),
      ...(node.layer === undefined ? [] : [node.layer]),
      ...(node.durationMs === undefined ? [] : [`${node.durationMs.toFixed(3)} ms`]),
    ],
    notes: notesOf(node),
    ...(node.edge !== undefined && { edge: node.edge }),
    deciding: node.determining,
    children: node.children.map(drawTrace),
  };
}

function markOf({ status, ruling }: TraceNode): Mark {
  return status === 'decided' ? (ruling ?? 'pass') : status;
}

/** The ruling for a fault: the interval that it left open, or what the policy says. */
function openWord({ status, verdict }: TraceNode): string | undefined {
  if (status !== 'errored' || verdict === undefined) return undefined;
  const { range, ruling } = verdict;
  return range === undefined ? `ERROR, taken as ${ruling}` : `ERROR, ${rulingAt(range.best)} to ${rulingAt(range.worst)}`;
}

/** A leaf says everything; a combinator only what none of its children says. */
function notesOf({ verdict, status, children }: TraceNode): Drawing['notes'] {
  if (verdict === undefined) return [];
  const { reason, fix, error } = verdict;
  if (children.some(child => child.verdict === verdict || (child.verdict?.reason === reason && status !== 'skipped'))) return [];
  const command = fix?.command;
  return [
    ...(error === undefined ? [] : [['what', `${error.code}: ${error.message}`] as const]),
    ...(reason === undefined || error !== undefined ? [] : [['why', reason] as const]),
    ...(fix === undefined ? [] : [['fix', command === undefined ? fix.summary : `${fix.summary} (${command})`] as const]),
  ];
}
