import type { McpRequest } from './message.ts';
import { metaOf } from './message.ts';

/** What a server has said of itself. */
export interface Known {
  session?: string;
  version?: string;
}

/** The headers that say which session a request belongs to, and which version of the protocol was agreed on. */
export function headersFor({ session, version }: Known): Readonly<Record<string, string>> {
  return {
    ...(session !== undefined && { 'mcp-session-id': session }),
    ...(version !== undefined && { 'mcp-protocol-version': version }),
  };
}

/** What of a message names it in a header, since protocol version 2026-07-28. */
const NAMED: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

/** The headers that repeat a message of protocol version 2026-07-28, for what stands between us and the server. */
export function headersOf(request: McpRequest | undefined): Readonly<Record<string, string>> {
  const version = request === undefined ? undefined : metaOf(request)['io.modelcontextprotocol/protocolVersion'];
  if (request === undefined || typeof version !== 'string') return {};
  const name = request.params?.[NAMED[request.method] ?? ''];
  return {
    'mcp-protocol-version': version,
    'mcp-method': request.method,
    ...(typeof name === 'string' && {
      'mcp-name': /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/u.test(name) ? name : encoded(name),
    }),
  };
}

function encoded(text: string): string {
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
