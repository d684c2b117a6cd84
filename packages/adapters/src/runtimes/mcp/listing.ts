import { GovernanceError } from '@licet/core';

import type { ToolDigests } from '../toolDigest.ts';
import { namedDigest } from '../toolDigest.ts';
import type { McpRequest, Members } from '../../mcp/message.ts';
import { metaOf, ownId } from '../../mcp/message.ts';
import type { Peer } from '../../mcp/peer.ts';

/** The tools of a server as it lists them. */
export interface Listing {
  readonly listed: ToolDigests;
  readonly described: Readonly<Record<string, object>>;
}

const MOST_PAGES = 1_000;

const broken = (message: string): GovernanceError => new GovernanceError('protocol_broken', message);

/** Everything that a server lists, page by page. The request that makes it necessary lends what every request must carry. */
export async function listAll(server: Peer, request: McpRequest): Promise<Listing> {
  const { progressToken: _progressToken, ...meta } = metaOf(request);
  const digests: [string, string][] = [];
  const described: [string, object][] = [];
  let cursor: unknown;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = { ...(Object.keys(meta).length > 0 && { _meta: meta }), ...(cursor !== undefined && { cursor }) };
    const response = await server.ask({ jsonrpc: '2.0', id: ownId(), method: 'tools/list', params });
    const tools = response?.result?.['tools'];
    if (!Array.isArray(tools)) throw broken(response?.error?.message ?? 'the server does not list them');
    for (const tool of tools) {
      const digest = namedDigest(tool);
      if (digest === undefined) throw broken('the server lists something that is no tool');
      if (digests.some(([name]) => name === digest[0])) throw broken(`the server lists \`${digest[0]}\` twice`);
      digests.push(digest);
      const { _meta, ...said } = tool as Members;
      described.push([digest[0], said]);
    }
    cursor = response?.result?.['nextCursor'];
    if (cursor === undefined) return { listed: Object.fromEntries(digests), described: Object.fromEntries(described) };
  }
  throw broken('the server does not stop listing them');
}
