import type { Field } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';

/** A call of a builtin or wrapper. */
interface HandledCall {
  readonly name: string;
  readonly args: readonly Field[];
  readonly frame: Frame;
}

/** Does what a builtin or wrapper does and returns what it prints. */
export type Handler = (call: HandledCall) => Stream;
