import type { EngineOptions, Evaluation, Json, Principal } from '@licet/core';
import type { CapabilityRequest } from '@licet/core/nodes';

import type { DenialExplanation } from '../guards/conditions.ts';
import type { KeyRing } from '../tokens/keyRing.ts';
import type { TokenClaims } from '../tokens/token.ts';
import type { HandleLimits } from './handleStore.ts';
import type { TokenConstraints } from '../tokens/constraints.ts';

/** What a `CapabilityEngine` takes in addition to the options of every engine. */
export interface CapabilityEngineOptions extends EngineOptions {
  /** The keys of the policy's `token`. @defaultValue no tokens are granted */
  readonly keys?: KeyRing;
  readonly handles?: HandleLimits & {
    /** How long a handle is good for, in milliseconds, unless its token ends before. @defaultValue one hour */
    readonly ttlMs?: number;
  };
}

/** Who wants what, as the host knows it. */
export interface CallContext {
  readonly principal?: Principal;
  readonly request?: Omit<CapabilityRequest, 'grant' | 'handle'>;
  readonly sessionId?: string;
  readonly agentId?: string;
}

/** The wish for a token. */
export interface GrantRequest extends CallContext {
  readonly tool: string;
  /** The arguments of the call, where they are known: with `exact` the token is good for no others. */
  readonly args?: Readonly<Record<string, unknown>>;
  readonly exact?: boolean;
  /** How long: a text such as `15m`, or milliseconds. @defaultValue what the policy's `token` says */
  readonly ttl?: string | number;
  readonly singleUse?: boolean;
  readonly constraints?: TokenConstraints;
  /** The token that this one is made from, and whose it is. */
  readonly from?: { readonly token: string; readonly principal: string };
  /** Whether it is in the list of tokens. @defaultValue true */
  readonly listed?: boolean;
}

/** What became of the wish. */
export type GrantResult =
  | { readonly granted: true; readonly token: string; readonly claims: TokenClaims; readonly evaluation: Evaluation }
  | { readonly granted: false; readonly evaluation: Evaluation; readonly explanation: DenialExplanation };

/** A call to be judged, run and shown. */
export interface Invocation extends CallContext {
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly callId?: string;
  readonly signal?: AbortSignal;
  /** Runs the tool with the arguments that the policy lets it have. */
  readonly run: (args: Readonly<Record<string, unknown>>, signal: AbortSignal) => unknown;
}

/** What to show of what a handle refers to. */
export interface ExpandQuery {
  readonly handle: string;
  /** @defaultValue every field that may be shown */
  readonly fields?: readonly string[];
  /** Only rows with exactly these members. */
  readonly filter?: Readonly<Record<string, Json>>;
  readonly offset?: number;
  /** @defaultValue as many as are left */
  readonly limit?: number;
}
