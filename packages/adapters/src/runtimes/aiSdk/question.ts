import type { HumanAnswer } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

interface Part {
  readonly type?: unknown;
  readonly approvalId?: unknown;
  readonly toolCallId?: unknown;
  readonly isAutomatic?: unknown;
  readonly approved?: unknown;
  readonly reason?: unknown;
}

/**
 * The answer that a conversation holds to the question about one call: that of its last message, to a request that was made
 * for this call and not answered by the SDK itself. Undefined where there is none.
 */
export function answerIn(messages: unknown, toolCallId: string): HumanAnswer | undefined {
  const said = responseIn(messages, toolCallId, part => part.isAutomatic !== true);
  if (said === undefined) return undefined;
  return { granted: said.approved === true, ...(typeof said.reason === 'string' && { reason: said.reason }) };
}

/** Tells whether the last message of a conversation answers any request that was made for a call. */
export function isAnswered(messages: unknown, toolCallId: string): boolean {
  return responseIn(messages, toolCallId, () => true) !== undefined;
}

function responseIn(messages: unknown, toolCallId: string, counts: (request: Part) => boolean): Part | undefined {
  if (!Array.isArray(messages)) return undefined;
  const asked = new Set(
    messages
      .flatMap(partsOf)
      .filter(part => part.type === 'tool-approval-request' && part.toolCallId === toolCallId && counts(part))
      .map(part => part.approvalId),
  );
  return partsOf(messages.at(-1)).findLast(part => part.type === 'tool-approval-response' && asked.has(part.approvalId));
}

function partsOf(message: unknown): readonly Part[] {
  const content = isRecord(message) ? message['content'] : undefined;
  return Array.isArray(content) ? content.filter(isRecord) : [];
}
