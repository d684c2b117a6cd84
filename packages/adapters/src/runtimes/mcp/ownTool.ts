import { isRecord } from '@licet/core/nodes';

import type { McpRequest, McpResponse } from '../../mcp/message.ts';
import { isStateless } from './question.ts';

/** Adds a tool of the gateway to the last page of what a server lists, unless a tool of the server has its name. */
export function withOwnTool(response: McpResponse, own: { readonly name: string }): McpResponse {
  const tools = response.result?.['tools'];
  if (!Array.isArray(tools) || response.result?.['nextCursor'] !== undefined) return response;
  if (tools.some(tool => isRecord(tool) && tool['name'] === own.name)) return response;
  return { ...response, result: { ...response.result, tools: [...(tools as unknown[]), own] } };
}

/** Answers a call of a tool of the gateway in words. */
export function said(request: McpRequest, text: string, isError: boolean): McpResponse {
  const result = { content: [{ type: 'text', text }], isError, ...(isStateless(request) && { resultType: 'complete' }) };
  return { jsonrpc: '2.0', id: request.id, result };
}
