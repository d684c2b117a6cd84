import type { Evaluation, PolicyEngine } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import { messageOf } from '@licet/core/text';

import { mayRun } from '../decided.ts';
import { decisionText } from '../decision.ts';
import { BEGUN, gateOf } from '../gate.ts';
import { failureOf } from '../carryOut.ts';
import { isSame } from '../identities.ts';
import { sealData } from '../ownCopy.ts';
import type { ToolCall } from '../runtime.ts';
import type { CallOptions, SeenCall } from '../seenCall.ts';
import { argumentsOf } from '../toolInput.ts';
import { mastra } from './facts.ts';

interface HookCall {
  readonly toolName: string;
  readonly input: unknown;
  readonly context: unknown;
}

/** What `licetHooks` gives to an agent. */
export interface LicetHooks {
  readonly beforeToolCall: (call: HookCall) => Promise<undefined | { readonly proceed: false; readonly output: unknown }>;
  readonly afterToolCall: (call: HookCall & { readonly output?: unknown; readonly error?: unknown }) => Promise<void>;
}

/**
 * Puts the tools of a Mastra agent under a policy: `new Agent({ …, hooks: licetHooks(engine) })`. A stop is the result of the call,
 * `{ error }` in words for the model, and so is a question. Hooks that are given to a single run take the place of these: give them both.
 * The `sessionId` may be found in the context of a call, where `requestContext` is.
 *
 * Mastra runs a tool with its own object: it is given what was judged, and frozen. A call with a hidden member, a getter or a proxy is
 * stopped. Tools that the provider executes, and tools without `execute`, have no hooks: no policy sees their calls.
 *
 * @example
 * ```ts
 * import { licetHooks } from '@licet/adapters/mastra';
 * import { PolicyEngine, block, guard } from '@licet/core';
 *
 * const engine = new PolicyEngine(guard('closed', () => block('the project is frozen', { fix: 'come back on Monday' })));
 * const hooks = licetHooks(engine);
 * await hooks.beforeToolCall({ toolName: 'bash', input: { command: 'ls' }, context: { toolCallId: 'c' } });
 * // => { proceed: false, output: { error: 'licet: the project is frozen. What to do instead: come back on Monday' } }
 * ```
 */
export function licetHooks(engine: PolicyEngine, options: CallOptions = {}): LicetHooks {
  const gate = gateOf(mastra, engine, options);
  const open = new WeakMap<object, Evaluation>();
  const seen = ({ toolName, input, context }: HookCall): SeenCall => {
    const { toolCallId, abortSignal } = (context ?? {}) as { readonly toolCallId?: string; readonly abortSignal?: AbortSignal };
    return { tool: toolName, input: argumentsOf(input), callId: toolCallId, signal: abortSignal, context };
  };
  return {
    async beforeToolCall(call) {
      const known = seen(call);
      const decided = await gate.decide(known);
      if (!mayRun(decided)) return refused(decisionText(decided.decision));
      const { evaluation } = decided;
      const problem = beginProblem(call.input, gate.begin(decided), known.signal);
      if (problem !== undefined) {
        await engine.postAction(evaluation, { status: 'cancelled', error: problem });
        return refused(problem);
      }
      open.set(keyOf(call), evaluation);
      return undefined;
    },
    async afterToolCall(call) {
      const { output, error } = call;
      const known = seen(call);
      await engine.postAction(
        open.get(keyOf(call)) ?? gate.action(known),
        error === undefined ? { status: 'ok', output } : failureOf(error, known.signal),
      );
    },
  };
}

const refused = (error: string) => ({ proceed: false, output: { error } }) as const;

/** What both hooks are told of a call as one object. */
function keyOf({ input, context }: HookCall): object {
  return [input, context].find(each => typeof each === 'object' && each !== null) ?? {};
}

/** Has the object that the tool will get hold what was judged, and nothing that could still change; says why a call must not run. */
function beginProblem(input: unknown, args: ToolCall['input'] | undefined, signal: AbortSignal | undefined): string | undefined {
  if (args === undefined) return BEGUN;
  if (signal?.aborted === true) return 'licet: the call was cancelled before it ran';
  try {
    if (isRecord(input)) replaceMembers(input, args);
    sealData(input);
  } catch (error) {
    return `licet: the call could not be judged: ${messageOf(error)}`;
  }
  return isRecord(input) || isSame(argumentsOf(input), args)
    ? undefined
    : 'licet: the call is not the one that the policy has judged';
}

function replaceMembers(target: Record<string, unknown>, members: ToolCall['input']): void {
  for (const name of Object.keys(target)) if (!Object.hasOwn(members, name)) delete target[name];
  for (const [name, value] of Object.entries(members)) Object.defineProperty(target, name, { ...WRITTEN, value });
}

const WRITTEN = { configurable: true, enumerable: true, writable: true } as const;
