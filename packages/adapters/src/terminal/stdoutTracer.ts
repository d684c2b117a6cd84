import { textTracer } from '@licet/core';
import type { TextTracerOptions, Tracer } from '@licet/core';

/** Where and how much a {@link stdoutTracer} prints. */
export interface StdoutTracerOptions extends TextTracerOptions {
  /** @defaultValue standard output; pass `process.stderr` where the output of the program is read by another one */
  readonly stream?: { readonly isTTY?: boolean; write(text: string): unknown };
}

/**
 * Prints every decision with its tree, and every outcome, on the terminal: for development. Colours where the stream is a terminal and
 * `NO_COLOR` is not set. It is {@link textTracer} with a stream.
 *
 * @example
 * ```ts
 * import { stdoutTracer } from '@licet/adapters/terminal';
 * import { PolicyEngine, guard, pass } from '@licet/core';
 *
 * let printed = '';
 * const stream = { write: (text: string) => (printed += text) };
 * const engine = new PolicyEngine(guard('yes', () => pass()), { tracer: stdoutTracer({ stream, trees: false }) });
 * engine.evaluateSync({ kind: 'bash', tool: 'Bash' });
 * printed; // => '✓ pass  Bash\n'
 * ```
 */
export function stdoutTracer({ stream = process.stdout, ...options }: StdoutTracerOptions = {}): Tracer {
  const color = stream.isTTY === true && (process.env['NO_COLOR'] ?? '') === '';
  return textTracer(line => void stream.write(`${line}\n`), { color, ...options });
}
