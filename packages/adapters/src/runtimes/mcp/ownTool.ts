import { isRecord } from '@licet/core/nodes';

import type { McpRequest, McpResponse, Members } from '../../mcp/message.ts';
import { CODES, failed } from '../../mcp/message.ts';
import type { CallPlace, McpCall } from './place.ts';
import { isStateless } from './question.ts';

/** Adds a tool of the gateway to the last page of what a server lists, unless a tool of the server has its name. */
export function withOwnTool(response: McpResponse, own: { readonly name: string }): McpResponse {
  const tools = response.result?.['tools'];
  if (!Array.isArray(tools) || response.result?.['nextCursor'] !== undefined) return response;
  if (tools.some(tool => isRecord(tool) && tool['name'] === own.name)) return response;
  return { ...response, result: { ...response.result, tools: [...(tools as unknown[]), own] } };
}

/** The arguments of a call of a tool of the gateway; undefined for every other request, also for a tool of the server with its name. */
export async function argumentsFor(
  { name }: { readonly name: string },
  { tools }: CallPlace,
  { request }: McpCall,
): Promise<Members | undefined> {
  const { name: called, arguments: given } = request.params ?? {};
  if (request.method !== 'tools/call' || called !== name) return undefined;
  if ((await tools.standing(name, request)).digest !== undefined) return undefined;
  return isRecord(given) ? given : {};
}

/** Refuses a call of a tool of the gateway whose arguments are others. */
export const refusedArguments = ({ name }: { readonly name: string }, { id }: McpRequest): McpResponse =>
  failed(id, CODES.params, `licet: the arguments are not those of \`${name}\``);

/** Answers a call of a tool of the gateway in words. */
export function said(request: McpRequest, text: string, isError: boolean): McpResponse {
  const result = { content: [{ type: 'text', text }], isError, ...(isStateless(request) && { resultType: 'complete' }) };
  return { jsonrpc: '2.0', id: request.id, result };
}
