import { randomUUID } from 'node:crypto';

import type { ActionInput, PolicyEngine } from '@licet/core';

import { gateOf } from '../gate.ts';
import type { Identities } from '../identities.ts';
import { actionOf } from '../seenCall.ts';
import type { CallOptions, SeenCall } from '../seenCall.ts';
import { mcp } from './facts.ts';
import type { McpRequest, McpTransport, Members } from '../../mcp/message.ts';
import type { Peer } from '../../mcp/peer.ts';
import type { PinnedTools, ToolPins } from './pins.ts';
import { memoryPins, pinnedTools } from './pins.ts';
import type { Begun } from './rounds.ts';
import { begunCalls } from './rounds.ts';
import type { CallGate } from '../carryOut.ts';

/** How a server is governed. `sessionId` may be found in what is known of a call. */
export interface GatewayOptions extends CallOptions<McpCall> {
  /** The server's name in the policy: its tool `x` is `mcp__NAME__x` there. @defaultValue 'server' */
  readonly name?: string;
  /** What the tools of the server are pinned to. @defaultValue what it lists first, for as long as the gateway lives */
  readonly pins?: ToolPins;
  /**
   * More methods and notifications that either side may use, beside those of the protocol. They are passed on unseen.
   * @defaultValue none
   */
  readonly methods?: readonly string[];
  /**
   * Tells what is known for an intended action, in words for a model: the tool `what_do_you_know` asks it.
   * @defaultValue there is no such tool
   */
  readonly knowledge?: (action: string) => Promise<string>;
  /**
   * Keeps a concept that the agent suggests until a person decides; the tool `propose_concept` calls it. It must teach nothing.
   * @defaultValue there is no such tool
   */
  readonly propose?: (suggestion: Readonly<Record<'concept' | 'meaning' | 'evidence', string>>) => Promise<{
    readonly isKept: boolean;
    /** For a model. */
    readonly text: string;
  }>;
  /** Is told what goes wrong with a message, and which tools are kept from the client. @defaultValue no listener */
  readonly onFault?: (text: string) => void;
}

/** What the gateway knows of a call beside its tool and its arguments. */
export interface McpCall {
  readonly request: McpRequest;
  /** What the client said of itself when it connected; nothing since protocol version 2026-07-28. */
  readonly greeted: Members;
  /** Who asks for it. */
  readonly from: 'client' | 'server';
  /** What the transport adds to a message: who has logged in, for one over HTTP. */
  readonly extra: unknown;
}

/** What a call needs of its gateway. */
export interface CallPlace {
  readonly engine: PolicyEngine;
  /** The policy in front of calls; `later` for those whose output comes by another request, where nothing can be taken out of it. */
  readonly gates: { readonly now: CallGate<McpCall>; readonly later: CallGate<McpCall> };
  readonly server: Peer;
  readonly client: Peer;
  readonly tools: PinnedTools;
  /** Whether a task can be declared: a human answers from elsewhere. */
  readonly declares: boolean;
  /** Tells what is known for an intended action. */
  readonly knowledge: GatewayOptions['knowledge'];
  /** Keeps a concept that the agent suggests. */
  readonly propose: GatewayOptions['propose'];
  /** The action that a call is. */
  readonly actionOf: (call: SeenCall<McpCall>) => ActionInput;
  /** What a tool of the server is called in the policy. */
  readonly nameOf: (tool: string) => string;
  /** Where a call goes on that has been answered with a question. */
  readonly begun: Begun;
  /** What the client said of itself when it connected last. */
  greeted: Members;
}

/** Puts together what the calls of one client share. */
export function placeOf(
  client: Peer,
  server: Peer,
  engine: PolicyEngine,
  {
    name,
    pins = memoryPins(),
    onFault,
    knowledge,
    propose,
    ...options
  }: GatewayOptions & Required<Pick<GatewayOptions, 'name' | 'onFault'>>,
  downstream: McpTransport,
): CallPlace {
  // Every call has an id of ours, and keeps it while it goes on with another request.
  const identities: Identities = { named: action => action, begin: () => true };
  const gate = { identities, more: ['methods'] };
  const own = `mcp:${randomUUID()}`;
  const { shaper: _shaper, ...rest } = options;
  const session = { sessionId: options.sessionId ?? (() => downstream.sessionId ?? own) };
  return {
    engine,
    gates: {
      now: gateOf<McpCall>(mcp, engine, { ...options, ...session }, gate),
      later: gateOf<McpCall>(mcp, engine, { ...rest, ...session }, gate),
    },
    client,
    server,
    tools: pinnedTools(pins, server, onFault),
    knowledge,
    propose,
    declares: options.asking?.isReachable === true,
    actionOf: call => actionOf(call, { ...options, ...session }),
    nameOf: tool => `mcp__${name}__${tool}`,
    begun: begunCalls(),
    greeted: {},
  };
}
