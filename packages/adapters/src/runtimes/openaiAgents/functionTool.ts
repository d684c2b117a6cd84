import { isRecord } from '@licet/core/nodes';

/** What the tools are told of a run. */
export interface Run {
  readonly context?: unknown;
  isToolApproved(approval: { readonly toolName: string; readonly callId: string }): boolean | undefined;
}

/** What the SDK says of one call beside its arguments. */
interface Details {
  readonly toolCall?: { readonly callId?: string };
  readonly signal?: AbortSignal;
}

/** What is used of a function tool. */
export interface FunctionTool {
  readonly name: string;
  readonly description?: unknown;
  readonly parameters?: unknown;
  readonly needsApproval: (run: Run, input: unknown, callId?: string) => Promise<boolean>;
  readonly invoke: (run: Run, input: string, details?: Details) => Promise<unknown>;
}

/** A copy with everything that the SDK keeps in a tool, also out of sight. */
export function copyOf<Tool extends object>(tool: Tool, members: object): Tool {
  const copy = Object.create(Object.getPrototypeOf(tool) as object, Object.getOwnPropertyDescriptors(tool)) as Tool;
  return Object.assign(copy, members);
}

/** Tells whether a human has said yes to this call. A yes to all calls of a tool is none to this one. */
export function isApproved(run: Run, toolName: string, callId: string): boolean {
  const approves = (id: string): boolean => run.isToolApproved({ toolName, callId: id }) === true;
  return approves(callId) && !approves(`licet:${Math.random()}`);
}

/** The arguments of a call as the model wrote them; undefined for what is no JSON object. */
export function argumentsIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const input: unknown = JSON.parse(text === '' ? '{}' : text);
    return isRecord(input) ? input : undefined;
  } catch {
    return undefined;
  }
}

/** A result that is not text reaches the model as JSON; a notice is below it. */
export function withNotice(output: unknown, notice: string | undefined): unknown {
  if (notice === undefined) return output;
  return `${typeof output === 'string' ? output : JSON.stringify(output)}\n\n${notice}`;
}
