import { messageOf } from '@licet/core/text';

import type { Decided } from '../decided.ts';
import { mayRun } from '../decided.ts';
import { decisionText } from '../decision.ts';
import { sealData } from '../ownCopy.ts';
import type { SeenCall } from '../seenCall.ts';
import { digestOfTool } from '../toolDigest.ts';
import { answerIn, isAnswered } from './question.ts';
import { needsApproval, ownTool, ungovernedIn } from './tools.ts';
import type { CallGate } from '../carryOut.ts';

/** A call as version 7 hands it over. */
export interface ToolCallFacts {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  /** Whether the provider has run it already. */
  readonly providerExecuted?: boolean | undefined;
}

/** What the SDK hands over when it asks whether a call may run. */
export interface ApprovalFacts<Context> {
  readonly toolCall: ToolCallFacts;
  readonly messages: readonly unknown[];
  readonly runtimeContext: Context;
  readonly toolsContext?: Readonly<Record<string, unknown>> | undefined;
  readonly tools?: Readonly<Record<string, unknown>> | undefined;
}

/** What the SDK is to do with a call. */
export type Status =
  | 'not-applicable'
  | { readonly type: 'not-applicable' }
  | { readonly type: 'denied' | 'user-approval'; readonly reason: string };

/** Decides about a call; returns the decision about one that may run now, else what the SDK is to do. */
export async function approvalOf<Context>(
  gate: CallGate<Context>,
  { toolCall, messages, runtimeContext, toolsContext, tools = {} }: ApprovalFacts<Context>,
  seen: SeenCall<Context>,
  ungoverned: readonly string[],
): Promise<Required<Decided> | Exclude<Status, string>> {
  const { toolName, toolCallId, input, providerExecuted } = toolCall;
  const stray = ungovernedIn(tools, ungoverned);
  if (stray !== undefined) return denied(`the provider executes \`${stray}\`, which no policy sees: name it in \`ungoverned\``);
  if (providerExecuted === true) return { type: 'not-applicable' };
  try {
    sealData(input);
  } catch (error) {
    return denied(`the call could not be judged: ${messageOf(error)}`);
  }
  const tool = ownTool(tools, toolName);
  const toolDigest = tool && digestOfTool(toolName, tool.description, tool.inputSchema);
  const answer = answerIn(messages, toolCallId);
  // The SDK takes everything but a denial for a yes when it comes back with the answer of a human.
  const isBack = isAnswered(messages, toolCallId) && ({ cannotAsk: true } as const);
  const decided = await gate.decide({ ...seen, context: runtimeContext, toolDigest, ...isBack }, answer);
  if (!mayRun(decided)) {
    const { decision } = decided;
    return { type: decision.do === 'ask' ? 'user-approval' : 'denied', reason: decisionText(decision) };
  }
  const context = toolsContext?.[toolName];
  if (answer !== undefined || !(await needsApproval(tool, input, { toolCallId, messages, context }))) return decided;
  return { type: 'user-approval', reason: `the tool \`${toolName}\` needs approval` };
}

const denied = (why: string): Exclude<Status, string> => ({ type: 'denied', reason: `licet: ${why}` });
