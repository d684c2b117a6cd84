import type { Json } from '@licet/core';

/** A model server that speaks Ollama's `/api/chat`. */
export interface ModelServer {
  /** Where it listens, such as `http://127.0.0.1:11434`. */
  readonly url: string;
  readonly model: string;
}

/** A call that the model wants to make. Name and arguments are the model's: nothing in them is checked yet. */
export interface ToolCall {
  readonly function: { readonly name: string; readonly arguments: Readonly<Record<string, Json>> };
}

/** One message of a conversation. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_name?: string;
}

/** What is sent: the conversation, and either tools to call or the form of the answer. */
export interface ChatRequest {
  readonly messages: readonly Message[];
  readonly tools?: readonly object[];
  readonly format?: object;
}

/** Asks the model for its next message. Throws when there is no answer, or none of the right shape. */
export async function chat(server: ModelServer, request: ChatRequest, signal?: AbortSignal): Promise<Message> {
  const response = await fetch(`${server.url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: server.model, stream: false, options: { temperature: 0 }, ...request }),
    redirect: 'error',
    ...(signal !== undefined && { signal }),
  });
  if (!response.ok) throw new Error(`expected an answer of the model, found status ${response.status}`);
  return readMessage(await response.json());
}

function readMessage(answer: unknown): Message {
  const message = (answer as { message?: Partial<Message> } | null)?.message;
  const { content = '', tool_calls: calls = [] } = message ?? {};
  if (typeof content !== 'string' || !Array.isArray(calls) || !calls.every(isCall))
    throw new Error('expected a message with text and tool calls, found something else');
  return { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) };
}

function isCall(value: unknown): value is ToolCall {
  const wanted = (value as Partial<ToolCall> | null)?.function;
  const given: unknown = wanted?.arguments;
  return typeof wanted?.name === 'string' && typeof given === 'object' && given !== null && !Array.isArray(given);
}
