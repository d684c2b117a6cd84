import type { MaybePromise } from '@licet/core';
import { escapeText } from '@licet/core';
import { messageOf } from '@licet/core/text';

import type { ToolDigests } from '../toolDigest.ts';
import { namedDigest } from '../toolDigest.ts';
import type { Listing } from './listing.ts';
import { listAll } from './listing.ts';
import type { McpRequest, McpResponse } from '../../mcp/message.ts';
import type { Peer } from '../../mcp/peer.ts';

/**
 * Keeps what the tools of a server looked like when a human trusted it. A description is read by the model: one that changes
 * afterwards can tell it anything.
 */
export interface ToolPins {
  /**
   * Returns the digests that the tools are pinned to. Where nothing is pinned yet, those that are listed now become it. `described` is
   * what the server says of each of them, without `_meta`, for people who look at a change.
   */
  pinned(listed: ToolDigests, described: Readonly<Record<string, object>>): MaybePromise<ToolDigests>;
}

/** Pins for as long as the process lives. */
export function memoryPins(): ToolPins {
  let kept: ToolDigests | undefined;
  return { pinned: listed => (Object.keys(listed).length === 0 ? (kept ?? listed) : (kept ??= listed)) };
}

/** How a tool differs from its pin. */
export interface ToolStanding {
  /** What the server says of it now; undefined where it lists no tool of this name. */
  readonly digest?: string;
  /** What keeps it from being called; undefined for one that is as it was pinned. */
  readonly problem?: string;
}

/** The tools of a server, as they are pinned. */
export interface PinnedTools {
  /** The present status of a tool. */
  standing(tool: string, request: McpRequest): Promise<ToolStanding>;
  /** Takes out of a list what has changed since it was pinned. */
  shown(response: McpResponse, request: McpRequest): Promise<McpResponse>;
  /** The server says that its tools have changed. */
  forget(): void;
}

/** Compares the tools that a server lists with what they are pinned to. */
export function pinnedTools(pins: ToolPins, server: Peer, onFault: (text: string) => void): PinnedTools {
  let listing: Promise<Listing> | undefined;
  const look = async (request: McpRequest): Promise<{ readonly listed: ToolDigests; readonly pinned: ToolDigests }> => {
    const found = (listing ??= listAll(server, request));
    try {
      const { listed, described } = await found;
      return { listed, pinned: await pins.pinned(listed, described) };
    } catch (error) {
      if (listing === found) listing = undefined;
      throw error;
    }
  };
  return {
    async standing(tool, request) {
      try {
        const { listed, pinned } = await look(request);
        return standingOf(ownDigest(listed, tool), ownDigest(pinned, tool));
      } catch (error) {
        return { problem: `the tools of the server cannot be compared with what they were: ${textOf(error)}` };
      }
    },
    async shown(response, request) {
      const tools = response.result?.['tools'];
      if (response.result === undefined || !Array.isArray(tools)) return response;
      const { listed, pinned } = await look(request);
      const kept = tools.filter(tool => {
        const [name, digest] = namedDigest(tool) ?? ['', ''];
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

function standingOf(digest: string | undefined, pinned: string | undefined): ToolStanding {
  if (digest === undefined) return { problem: 'the server lists no tool of this name' };
  const problem = changeOf(digest, pinned);
  return problem === undefined ? { digest } : { digest, problem };
}

function changeOf(now: string, pinned: string | undefined): string | undefined {
  if (pinned === now) return undefined;
  return pinned === undefined
    ? 'the tool is new since the tools of this server were pinned'
    : 'the server describes the tool in another way than when it was pinned';
}

function ownDigest(digests: ToolDigests, tool: string): string | undefined {
  return Object.hasOwn(digests, tool) ? digests[tool] : undefined;
}

function textOf(error: unknown): string {
  return escapeText(messageOf(error), 500);
}
