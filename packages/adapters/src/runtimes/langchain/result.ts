/** Says something in place of a tool, or of what it said. */
export type Say = (content: unknown, status: Status) => Promise<unknown>;

type Status = 'success' | 'error';

/** What is used of a tool message. */
interface ToolMessage {
  content: unknown;
  status?: Status;
}

/** Tells whether a result is a tool message, and no command to the graph. */
export function isToolMessage(result: unknown): result is ToolMessage {
  return typeof result === 'object' && result !== null && 'tool_call_id' in result && 'content' in result;
}

/**
 * A request that the framework itself makes a message of, in its own class, so that nothing of it is imported. Neither the name
 * nor the arguments of the call go along: a middleware further in could bring another tool for them.
 */
export function standIn<Request extends { readonly toolCall: { readonly name: string } }>(
  request: Request,
  content: unknown,
): Request {
  const { name } = request.toolCall;
  const tool = { name, invoke: () => Promise.resolve(typeof content === 'string' ? content : JSON.stringify(content)) };
  return { ...request, toolCall: { ...request.toolCall, name: 'licet_says', args: {} }, tool };
}

/** Puts the content as it is into a message that the framework has made, and its status. */
export function said(made: unknown, content: unknown, status: Status): unknown {
  if (isToolMessage(made)) Object.assign(made, { content, status });
  return made;
}

/** Puts a notice below the content of a message. */
export function withNotice(content: unknown, notice: string): unknown {
  return Array.isArray(content) ? [...content, { type: 'text', text: notice }] : `${String(content)}\n\n${notice}`;
}
