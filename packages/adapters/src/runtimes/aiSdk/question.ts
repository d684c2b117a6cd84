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
  if (!Array.isArray(messages)) return undefined;
  const asked = new Set(
    messages
      .flatMap(partsOf)
      .filter(part => part.type === 'tool-approval-request' && part.toolCallId === toolCallId && part.isAutomatic !== true)
      .map(part => part.approvalId),
  );
  const said = partsOf(messages.at(-1)).findLast(part => part.type === 'tool-approval-response' && asked.has(part.approvalId));
  if (said === undefined) return undefined;
  return { granted: said.approved === true, ...(typeof said.reason === 'string' && { reason: said.reason }) };
}

function partsOf(message: unknown): readonly Part[] {
  const content = isRecord(message) ? message['content'] : undefined;
  return Array.isArray(content) ? content.filter(isRecord) : [];
}
