import { isRecord } from '@licet/core/nodes';

/** What the SDK hands over beside the input, in the words of versions 5 to 7. */
export interface ExecuteOptions {
  readonly toolCallId: string;
  readonly messages?: unknown;
  readonly abortSignal?: AbortSignal;
  readonly experimental_context?: unknown;
  readonly context?: unknown;
}

/** What is read of a tool as the SDK hands it over. */
export interface AnyTool {
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly isProviderExecuted?: unknown;
  readonly needsApproval?: unknown;
}

/** The name of a tool that the provider executes and that the host has not named. */
export function ungovernedIn(tools: Readonly<Record<string, unknown>>, ungoverned: readonly string[]): string | undefined {
  return Object.keys(tools).find(name => ownTool(tools, name)?.isProviderExecuted === true && !ungoverned.includes(name));
}

/** The tool of a name. */
export function ownTool(tools: Readonly<Record<string, unknown>>, name: string): AnyTool | undefined {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  return isRecord(tool) ? tool : undefined;
}

/** Asks a tool whether a human has to approve a call: where there is a `toolApproval`, the SDK does not. A tool that fails asks. */
export async function needsApproval(tool: AnyTool | undefined, input: unknown, about: object): Promise<boolean> {
  const { needsApproval: wants } = tool ?? {};
  if (typeof wants !== 'function') return wants === true;
  try {
    return Boolean(await (wants as (input: unknown, about: object) => unknown).call(tool, input, about));
  } catch {
    return true;
  }
}

/** The last of the values that a tool streams is its result; a result that is no stream is itself. */
export async function lastOf(result: unknown): Promise<unknown> {
  const given = await result;
  if (typeof given !== 'object' || given === null || !(Symbol.asyncIterator in given)) return given;
  let last: unknown;
  for await (const value of given as AsyncIterable<unknown>) last = value;
  return last;
}
