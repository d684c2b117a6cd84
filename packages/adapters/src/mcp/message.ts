import { randomUUID } from 'node:crypto';

import { isRecord } from '@licet/core/nodes';

/** The identity of a request, in the words of JSON-RPC: 1 and "1" are two. */
export type MessageId = string | number;

/** Named values of a message. */
export type Members = Readonly<Record<string, unknown>>;

/** Asks for an answer. */
export interface McpRequest {
  readonly jsonrpc: '2.0';
  readonly id: MessageId;
  readonly method: string;
  readonly params?: Members;
}

/** Sends a notification, which has no answer. */
export interface McpNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: Members;
}

/** Answers a request. */
export interface McpResponse {
  readonly jsonrpc: '2.0';
  readonly id: MessageId;
  readonly result?: Members;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What travels between a client and a server. */
export type McpMessage = McpRequest | McpNotification | McpResponse;

/** How messages travel: the transports of both SDKs have this shape, and so have those of this package. */
export interface McpTransport {
  start(): Promise<void>;
  /** Takes an `McpMessage` and `{ relatedRequestId }`: each SDK has its own types for the same thing. */
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
  onmessage?(message: unknown, extra?: unknown): void;
  onclose?(): void;
  onerror?(error: Error): void;
  sessionId?: string | undefined;
  setProtocolVersion?(version: string): void;
}

/** A message of more characters than that is not read. */
export const LONGEST_MESSAGE: number = 64 * 1024 * 1024;

/** A longer identity is refused. So is a number that is no whole one, or too large for both sides to read as the same. */
const LONGEST_ID = 1_024;

/** What is said of one. */
export const TOO_LONG = 'a message is too long';

/** Codes of errors, as JSON-RPC has them; `refused` is of the range for implementations. */
export const CODES = { request: -32_600, method: -32_601, params: -32_602, refused: -32_000 } as const;

/**
 * Reads what has arrived, and returns a message of nothing but its known members; undefined for anything else. What is sent on is
 * always what was read here: two readers of one text may disagree about members that stand in it twice.
 */
export function readMessage(value: unknown): McpMessage | undefined {
  if (!isRecord(value) || value['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params, result, error } = value;
  const isId = typeof id === 'string' ? id.length <= LONGEST_ID : Number.isSafeInteger(id);
  if (typeof method === 'string') {
    if ((params !== undefined && !isRecord(params)) || (id !== undefined && !isId)) return undefined;
    return { jsonrpc: '2.0', ...(isId && { id: id as MessageId }), method, ...(params !== undefined && { params }) };
  }
  if (method !== undefined || !isId) return undefined;
  return readResponse(id as MessageId, result, error);
}

function readResponse(id: MessageId, result: unknown, error: unknown): McpResponse | undefined {
  if (isRecord(result) && error === undefined) return { jsonrpc: '2.0', id, result };
  if (!isRecord(error) || result !== undefined) return undefined;
  const { code, message, data } = error;
  if (typeof code !== 'number' || typeof message !== 'string') return undefined;
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
}

/** Tells whether a message asks for an answer. */
export function isRequest(message: McpMessage): message is McpRequest {
  return 'method' in message && 'id' in message;
}

/** Tells whether a message is an answer. */
export function isResponse(message: McpMessage): message is McpResponse {
  return !('method' in message);
}

/** An answer that something went wrong. */
export function failed(id: MessageId, code: number, message: string, data?: unknown): McpResponse {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
}

/** An identity that no client and no server can have used, or guess. */
export function ownId(): string {
  return `licet:${randomUUID()}`;
}

/** Tells whether an identity, or the state of a call, is one of ours. */
export function isOwnId(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith('licet:');
}

/** The members that stand beside what a message is about. */
export function metaOf({ params }: Pick<McpRequest, 'params'>): Members {
  const meta = params?.['_meta'];
  return isRecord(meta) ? meta : {};
}
