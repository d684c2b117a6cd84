import type { MaybePromise } from '@licet/core';
import { escapeText } from '@licet/core';
import { canonicalJson, sha256 } from '@licet/core/text';

import { isRecord } from '@licet/core/nodes';
import type { McpRequest, McpResponse } from './message.ts';
import { metaOf, ownId } from './message.ts';
import type { Peer } from './peer.ts';

/** A digest of everything that a server says of a tool, by the name of the tool. */
export type ToolDigests = Readonly<Record<string, string>>;

/**
 * Keeps what the tools of a server looked like when a human trusted it. A description is read by the model: one that changes
 * afterwards can tell it anything.
 */
export interface ToolPins {
  /** Returns the digests that the tools are pinned to. Where nothing is pinned yet, those that are listed now become it. */
  pinned(listed: ToolDigests): MaybePromise<ToolDigests>;
}

/** Pins for as long as the process lives. */
export function memoryPins(): ToolPins {
  let kept: ToolDigests | undefined;
  return { pinned: listed => (Object.keys(listed).length === 0 ? (kept ?? listed) : (kept ??= listed)) };
}

/** The tools of a server, as they are pinned. */
export interface PinnedTools {
  /** Says what keeps a tool from being called; undefined for one that is as it was pinned. */
  problem(tool: string, request: McpRequest): Promise<string | undefined>;
  /** Takes out of a list what has changed since it was pinned. */
  shown(response: McpResponse, request: McpRequest): Promise<McpResponse>;
  /** The server says that its tools have changed. */
  forget(): void;
}

const MOST_PAGES = 1_000;

/** Compares the tools that a server lists with what they are pinned to. */
export function pinnedTools(pins: ToolPins, server: Peer, onFault: (text: string) => void): PinnedTools {
  let listing: Promise<ToolDigests> | undefined;
  const look = async (request: McpRequest): Promise<{ readonly listed: ToolDigests; readonly pinned: ToolDigests }> => {
    const found = (listing ??= listAll(server, request));
    try {
      const listed = await found;
      return { listed, pinned: await pins.pinned(listed) };
    } catch (error) {
      if (listing === found) listing = undefined;
      throw error;
    }
  };
  return {
    async problem(tool, request) {
      try {
        const { listed, pinned } = await look(request);
        const now = ownDigest(listed, tool);
        return now === undefined ? 'the server lists no tool of this name' : changeOf(now, ownDigest(pinned, tool));
      } catch (error) {
        return `the tools of the server cannot be compared with what they were: ${textOf(error)}`;
      }
    },
    async shown(response, request) {
      const tools = response.result?.['tools'];
      if (response.result === undefined || !Array.isArray(tools)) return response;
      const { listed, pinned } = await look(request);
      const kept = tools.filter(tool => {
        const [name, digest] = digestOf(tool) ?? ['', ''];
        const change = changeOf(digest, ownDigest(pinned, name));
        if (ownDigest(listed, name) !== digest) listing = undefined;
        if (change !== undefined) onFault(`\`${escapeText(name, 200)}\` is kept from the client: ${change}`);
        return change === undefined;
      });
      return { ...response, result: { ...response.result, tools: kept } };
    },
    forget() {
      listing = undefined;
    },
  };
}

function changeOf(now: string, pinned: string | undefined): string | undefined {
  if (pinned === now) return undefined;
  return pinned === undefined
    ? 'the tool is new since the tools of this server were pinned'
    : 'the server describes the tool in another way than when it was pinned';
}

/** Everything that a server lists, page by page. The request that makes it necessary lends what every request must carry. */
async function listAll(server: Peer, request: McpRequest): Promise<ToolDigests> {
  const { progressToken: _progressToken, ...meta } = metaOf(request);
  const digests: [string, string][] = [];
  let cursor: unknown;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = { ...(Object.keys(meta).length > 0 && { _meta: meta }), ...(cursor !== undefined && { cursor }) };
    const response = await server.ask({ jsonrpc: '2.0', id: ownId(), method: 'tools/list', params });
    const tools = response?.result?.['tools'];
    if (!Array.isArray(tools)) throw new Error(response?.error?.message ?? 'the server does not list them');
    for (const tool of tools) {
      const digest = digestOf(tool);
      if (digest === undefined) throw new Error('the server lists something that is no tool');
      if (digests.some(([name]) => name === digest[0])) throw new Error(`the server lists \`${digest[0]}\` twice`);
      digests.push(digest);
    }
    cursor = response?.result?.['nextCursor'];
    if (cursor === undefined) return Object.fromEntries(digests);
  }
  throw new Error('the server does not stop listing them');
}

function digestOf(tool: unknown): [name: string, digest: string] | undefined {
  if (!isRecord(tool) || typeof tool['name'] !== 'string') return undefined;
  const { _meta, ...described } = tool;
  return [tool['name'], sha256(canonicalJson(described))];
}

/**
 * Returns the digests of tools as a server lists them, by name: what the catalogue of capabilities pins a tool to, and what a host reports in
 * `request.toolDigest`. Undefined where one is no tool, or a name stands twice.
 *
 * @example
 * ```ts
 * import { toolDigests } from '@licet/adapters/mcp';
 *
 * const [one, other] = ['finds', 'finds and sends'].map(description => toolDigests([{ name: 'find', description }])?.['find']);
 * one === other; // => false
 * ```
 */
export function toolDigests(tools: readonly unknown[]): ToolDigests | undefined {
  const digests = tools.map(digestOf);
  const known = digests.filter(each => each !== undefined);
  if (known.length < digests.length || new Set(known.map(([name]) => name)).size < known.length) return undefined;
  return Object.fromEntries(known);
}

function ownDigest(digests: ToolDigests, tool: string): string | undefined {
  return Object.hasOwn(digests, tool) ? digests[tool] : undefined;
}

function textOf(error: unknown): string {
  return escapeText(error instanceof Error ? error.message : String(error), 500);
}
