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

/** How an answer is waited for. */
export interface ChatOptions {
  readonly signal?: AbortSignal;
  /** Hears the text of the answer as it comes. @defaultValue the answer is waited for as a whole */
  readonly hear?: (part: string) => void;
}

/** Asks the model for its next message. Throws when there is no answer, or none of the right shape. */
export async function chat(server: ModelServer, request: ChatRequest, { signal, hear }: ChatOptions = {}): Promise<Message> {
  const response = await fetch(`${server.url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: server.model, stream: hear !== undefined, options: { temperature: 0 }, ...request }),
    redirect: 'error',
    ...(signal !== undefined && { signal }),
  });
  if (!response.ok) throw new Error(`expected an answer of the model, found status ${response.status}`);
  return hear === undefined ? readMessage(await response.json()) : readParts(response, hear);
}

/** One JSON text a line; the message is all of their texts and calls together. */
async function readParts(response: Response, hear: (part: string) => void): Promise<Message> {
  const decoder = new TextDecoder();
  const parts: Message[] = [];
  let rest = '';
  const take = (line: string): void => {
    if (line.trim() === '') return;
    const part = readMessage(JSON.parse(line));
    parts.push(part);
    if (part.content !== '') hear(part.content);
  };
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(take);
  }
  take(rest);
  const calls = parts.flatMap(part => part.tool_calls ?? []);
  return { role: 'assistant', content: parts.map(part => part.content).join(''), ...(calls.length > 0 && { tool_calls: calls }) };
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
