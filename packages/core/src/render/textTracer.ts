import type { Outcome } from '../model/action.ts';
import { escapeText } from '../text/escapeText.ts';
import { tellingArgument } from '../text/tellingArgument.ts';
import type { Tracer } from '../engine/tracer.ts';
import { MARKS, painter } from './drawing.ts';
import { renderTrace } from './renderTrace.ts';
import type { Evaluation } from '../model/evaluation.ts';

/** How much a {@link textTracer} tells. */
export interface TextTracerOptions {
  /** @defaultValue false */
  readonly color?: boolean;
  /** The whole tree after every decision, not only its headline. @defaultValue true */
  readonly trees?: boolean;
  /** After how many columns long reasons are broken. @defaultValue 100 */
  readonly width?: number;
}

/**
 * Tells every decision and every outcome as text, line by line: hand it a function that writes to standard error. The
 * lines hold no line break, and everything from outside is escaped.
 *
 * @example
 * ```ts
 * import { PolicyEngine, guard, pass, textTracer } from '@licet/core';
 *
 * const lines: string[] = [];
 * const tracer = textTracer(line => lines.push(line), { trees: false });
 * new PolicyEngine(guard('yes', () => pass()), { tracer }).evaluateSync({ kind: 'bash', tool: 'Bash', payload: { command: 'ls -l' } });
 * lines; // => ['✓ pass  Bash  ls -l']
 * ```
 */
export function textTracer(write: (line: string) => void, options: TextTracerOptions = {}): Tracer {
  const { color = false, trees = true, width = 100 } = options;
  const paint = painter(color);
  return Object.freeze({
    evaluated(evaluation: Evaluation): void {
      const { action, ruling, enforced, reason } = evaluation;
      const { sign, word, ansi } = MARKS[ruling];
      const observed = ruling === enforced ? '' : ` (enforced as ${enforced})`;
      const why = trees || reason === undefined ? '' : `  ${escapeText(reason, 300)}`;
      write(`${paint(ansi, `${sign} ${word}`)}${observed}  ${callText(action)}${why}${answeredBy(evaluation)}`);
      if (!trees) return;
      for (const line of renderTrace(evaluation.trace, { color, width: width - 2 })
        .trimEnd()
        .split('\n'))
        write(`  ${line}`);
    },
    settled(evaluation: Evaluation, outcome: Outcome): void {
      const error = outcome.error === undefined ? '' : `  ${escapeText(outcome.error, 300)}`;
      write(`${paint('2', '→')} ${escapeText(outcome.status)}  ${callText(evaluation.action)}${error}`);
    },
  });
}

/** The tool of a call and the argument that says what it is about. */
function callText({ tool, kind, payload }: Evaluation['action']): string {
  const about = tellingArgument(payload);
  return `${escapeText(tool ?? kind, 100)}${about === undefined ? '' : `  ${escapeText(about, 200)}`}`;
}

/** Who said yes or no, where a human was asked. */
function answeredBy({ approval }: Evaluation): string {
  return approval?.by === undefined ? '' : `  (${approval.status} by ${escapeText(approval.by, 100)})`;
}
