import { GovernanceError } from '@licet/core';
import type { Json } from '@licet/core';
import { textParts, wholeText } from '../textParts.ts';

/** One message of a conversation. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Where a model is served, and how it is spoken to. */
export interface ChatModelOptions {
  /** Ollama's own interface, or the one of OpenAI that many servers have. */
  readonly api: 'ollama' | 'openai';
  /** The root of the server: `http://127.0.0.1:11434`, `https://api.example.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token; it is in no message and no error. */
  readonly key?: string;
  /** How long one answer may take, in milliseconds. @defaultValue 120000 */
  readonly timeoutMs?: number;
  /** Sees the answer as it grows, part by part. @defaultValue the answer is waited for as a whole */
  readonly onText?: (part: string) => void;
}

/** What one question carries in addition to the conversation. */
export interface ChatOptions {
  /** The JSON Schema that the answer should fit. The server may not hold the model to it: check what comes. */
  readonly schema?: Json;
  readonly signal?: AbortSignal;
}

/** Sends a conversation and returns the text of the model's next message. */
export type ChatModel = (messages: readonly ChatMessage[], options?: ChatOptions) => Promise<string>;

const fault = (wanted: string, found: string, options?: ErrorOptions): GovernanceError =>
  new GovernanceError('model_unavailable', `expected ${wanted}, found ${found}`, options);

/** The longest answer that is read, in UTF-16 units. */
const MOST = 1_000_000;

/**
 * Makes a function that asks a model behind an HTTP server. It follows no redirect, waits no longer than it is told, reads at
 * most a million characters, and throws a `GovernanceError` of code `model_unavailable` for a server that does not answer,
 * answers with another status, breaks off, or sends something that is no answer.
 *
 * @example
 * ```ts
 * import { chatModel } from '@licet/adapters/models';
 *
 * const ask = chatModel({ api: 'ollama', url: 'http://127.0.0.1:9', model: 'qwen3:8b', timeoutMs: 2_000 });
 * await ask([{ role: 'user', content: 'hello' }]).catch(error => error.message); // => 'expected an answer of the model at `http://127.0.0.1:9`, found none'
 * ```
 */
export function chatModel(options: ChatModelOptions): ChatModel {
  const { api, url, timeoutMs = 120_000 } = options;
  const place = `${url.replace(/\/$/, '')}${api === 'ollama' ? '/api/chat' : '/chat/completions'}`;
  return async (messages, { schema, signal } = {}) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const response = await send(
      place,
      options,
      body(options, messages, schema),
      signal === undefined ? limit : AbortSignal.any([limit, signal]),
    );
    const parts = partsOf(response, url);
    const text =
      options.onText === undefined ? readWhole(api, parsed(await atOnce(parts))) : await readParts(api, parts, options.onText);
    if (text === undefined) throw fault(`a message of the model at \`${url}\``, 'something else');
    return text;
  };
}

async function send(place: string, { url, key }: ChatModelOptions, content: object, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  let response: Response;
  try {
    response = await fetch(place, { method: 'POST', headers, body: JSON.stringify(content), redirect: 'error', signal });
  } catch (cause) {
    throw fault(`an answer of the model at \`${url}\``, 'none', { cause });
  }
  if (response.ok) return response;
  await response.body?.cancel();
  throw fault(`an answer of the model at \`${url}\``, `status ${response.status}`);
}

/** What the server sends, as text; one that breaks off has not answered. */
async function* partsOf({ body }: Response, url: string): AsyncGenerator<string> {
  try {
    yield* textParts(body);
  } catch (cause) {
    throw fault(`an answer of the model at \`${url}\``, 'one that broke off', { cause });
  }
}

async function atOnce(parts: AsyncIterable<string>): Promise<string> {
  const text = await wholeText(parts, MOST);
  if (text === undefined) throw fault(`an answer of at most ${MOST} characters`, 'more');
  return text;
}

function body({ api, model, onText }: ChatModelOptions, messages: readonly ChatMessage[], schema: Json | undefined): object {
  const stream = onText !== undefined;
  if (api === 'ollama')
    return { model, messages, stream, options: { temperature: 0 }, ...(schema !== undefined && { format: schema }) };
  const format = { type: 'json_schema', json_schema: { name: 'answer', schema } };
  return { model, messages, stream, temperature: 0, ...(schema !== undefined && { response_format: format }) };
}

/** The text of a whole answer, or of one part of a stream; undefined for something else. */
function readWhole(api: ChatModelOptions['api'], answer: unknown): string | undefined {
  const { message, choices } = (answer ?? {}) as {
    readonly message?: { readonly content?: unknown };
    readonly choices?: readonly {
      readonly message?: { readonly content?: unknown };
      readonly delta?: { readonly content?: unknown };
    }[];
  };
  const first = Array.isArray(choices) ? choices[0] : undefined;
  const content = api === 'ollama' ? message?.content : (first?.message ?? first?.delta)?.content;
  return typeof content === 'string' ? content : undefined;
}

/** Reads a stream: one JSON text a line for Ollama, server-sent events for the others. */
async function readParts(
  api: ChatModelOptions['api'],
  parts: AsyncIterable<string>,
  onText: (part: string) => void,
): Promise<string | undefined> {
  let rest = '';
  let text = '';
  let isMessage = false;
  const take = (line: string): void => {
    const part = readPart(api, line);
    if (part === undefined) return;
    isMessage = true;
    text += part;
    if (text.length > MOST) throw fault(`an answer of at most ${MOST} characters`, 'more');
    if (part !== '') onText(part);
  };
  for await (const part of parts) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MOST) throw fault(`lines of at most ${MOST} characters`, 'a longer one');
    lines.forEach(take);
  }
  take(rest);
  return isMessage ? text : undefined;
}

function readPart(api: ChatModelOptions['api'], line: string): string | undefined {
  const json = api === 'ollama' ? line.trim() : (/^data:\s*(\{.*)$/.exec(line.trim())?.[1] ?? '');
  return readWhole(api, parsed(json));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
