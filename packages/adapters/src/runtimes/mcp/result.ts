import { isRecord } from '@licet/core/nodes';

import type { Decided } from '../decided.ts';
import type { SeenCall } from '../seenCall.ts';
import type { McpRequest, McpResponse, Members } from '../../mcp/message.ts';
import { CODES, failed } from '../../mcp/message.ts';
import type { McpCall } from './place.ts';
import { isStateless } from './question.ts';

/** A stop is a result for the model to read. Where no result can tell it, it is an error. */
export function stopped({ context }: SeenCall<McpCall>, text: string, { evaluation }: Partial<Decided> = {}): McpResponse {
  const request = context?.request as McpRequest;
  if (request.method !== 'tools/call') return failed(request.id, CODES.refused, text);
  const about = evaluation && { 'licet/ruling': evaluation.ruling, 'licet/code': evaluation.code };
  const result = {
    content: [{ type: 'text', text }],
    isError: true,
    ...(about !== undefined && { _meta: about }),
    ...(isStateless(request) && { resultType: 'complete' }),
  };
  return { jsonrpc: '2.0', id: request.id, result };
}

/** What a result says in words. */
export function wordsIn({ content }: Members): string {
  const texts = Array.isArray(content) ? content.flatMap(each => (isRecord(each) ? [each['text']] : [])) : [];
  return texts.filter(text => typeof text === 'string').join('\n');
}

/** A notice is below the output of a tool. */
export function withNotice(result: Members, text: string | undefined): Members {
  if (text === undefined) return result;
  const { content, contents } = result;
  if (Array.isArray(contents))
    return { ...result, contents: [...(contents as unknown[]), { uri: 'licet:notice', mimeType: 'text/plain', text }] };
  return { ...result, content: [...(Array.isArray(content) ? (content as unknown[]) : []), { type: 'text', text }] };
}
