import type { HumanAnswer } from '@licet/core';
import { escapeText } from '@licet/core';

import { isRecord } from '@licet/core/nodes';

import { decisionText } from '../decision.ts';
import type { ToolCall } from '../runtime.ts';
import type { Members, McpRequest } from '../../mcp/message.ts';
import { metaOf } from '../../mcp/message.ts';
import type { Decision } from '../event.ts';

const PROTOCOL = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** The name of our question among those of a result that asks for input. */
export const QUESTION = 'licet_approval';

/** Tells whether a request carries its own protocol version: since 2026-07-28 there is no connection that knows it. */
export function isStateless(request: McpRequest): boolean {
  return typeof metaOf(request)[PROTOCOL] === 'string';
}

/** Tells whether a human can be asked through the client that a request comes from. `greeted` is what it said when it connected. */
export function canBeAsked(request: McpRequest, greeted: Members): boolean {
  const said = isStateless(request) ? metaOf(request)[CAPABILITIES] : greeted['capabilities'];
  const elicitation = isRecord(said) ? said['elicitation'] : undefined;
  if (!isRecord(elicitation)) return false;
  return 'form' in elicitation || !('url' in elicitation);
}

/** The question as the protocol puts it, in a form with one box. The person who answers sees the very call. */
export function elicitation({ tool, input }: ToolCall, decision: Extract<Decision, { readonly do: 'ask' }>): Members {
  const args = escapeText(JSON.stringify(decision.args ?? input), 4_000);
  return {
    message: `${decisionText(decision)}\n\nTool: ${escapeText(tool, 200)}\nArguments: ${args}`,
    requestedSchema: {
      type: 'object',
      properties: { approve: { type: 'boolean', title: 'Let it run', description: 'once, with these arguments' } },
      required: ['approve'],
    },
  };
}

/**
 * What a human has said. Everything but a plain yes is a no; undefined where nothing was said. A client that has no one to ask, and a
 * human who closes the question, cancel it: it can still be answered from elsewhere.
 */
export function answerIn(said: unknown): HumanAnswer | undefined {
  if (!isRecord(said) || said['action'] === 'cancel') return undefined;
  const { action, content } = said;
  return { granted: action === 'accept' && isRecord(content) && content['approve'] === true };
}
