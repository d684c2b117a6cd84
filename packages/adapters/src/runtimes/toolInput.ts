import { isRecord } from '@licet/core/nodes';

import type { ToolCall } from './runtime.ts';

/** The arguments that a policy sees of an input. One that is no object, such as a text or a list, is the member `input`. */
export function argumentsOf(input: unknown): ToolCall['input'] {
  if (input === undefined || input === null) return {};
  return isRecord(input) ? input : { input };
}

/** The input that a tool runs with, in the form of the one that it was called with. */
export function inputFrom(args: ToolCall['input'], given: unknown): unknown {
  if (isRecord(given)) return args;
  if (Object.hasOwn(args, 'input')) return args['input'];
  return given === undefined || given === null ? given : undefined;
}
