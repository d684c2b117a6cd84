import type { ZodType } from 'zod';

import type { CurrentPolicy, ServedPolicy } from '../servedPolicy.ts';
import type { Origin, Right } from '../access.ts';

/** A request that was let in. */
export interface Call {
  /** The path as it was written, without the prefix of the server's paths. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The parsed body; undefined for a route without one. */
  readonly body: unknown;
  /** How many bytes the body has. */
  readonly bytes: number;
  readonly policy: ServedPolicy;
  /** The address of the server as its callers know it, without a `/` at the end. */
  readonly base: string;
  /** Aborted when the caller is gone, or no time is left. */
  readonly signal: AbortSignal;
  /** The token that was shown; empty where none is needed. */
  readonly bearer: string;
  /** Where the call comes from, and whose records its caller may see. */
  readonly origin: Origin;
}

/** A listener that is told of things as they happen. */
export interface Stream {
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly use: CurrentPolicy['use'];
  readonly origin: Origin;
  /** Sends a piece, and resolves when the listener can take more. What is thrown before the first piece is answered as any fault. */
  readonly write: (text: string) => Promise<void>;
  /** Aborted when the listener is gone, or the server ends. */
  readonly signal: AbortSignal;
}

/** What a route answers. */
export interface Reply {
  /** @defaultValue 200 */
  readonly status?: number;
  /** Written as JSON. */
  readonly body?: unknown;
  /** Written as it is, in place of `body`. */
  readonly text?: { readonly type: string; readonly content: string };
  /** The entity tag of the answer, in quotes: a caller that has it already gets 304 and no content. */
  readonly etag?: string;
  /** After how many seconds the caller may try again. */
  readonly retryAfterS?: number;
  /** What a browser may do with it. @defaultValue nothing */
  readonly contentPolicy?: string;
}

/** One path of the server, what it takes and gives, and what it does. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Exact, or with `/*` at its end for everything below. */
  readonly path: string;
  /** What a token must allow; absent for what everybody may see. */
  readonly right?: Right;
  readonly summary: string;
  /** The schema of the body; a route without one takes none. */
  readonly takes?: ZodType;
  /** The schema of the answer. */
  readonly gives?: ZodType;
  /** The words of the protocol for a request that gets no decision. @defaultValue the server's own */
  readonly refusal?: (code: string, message: string) => unknown;
  /** Answers under the policy; absent for what has nothing to do with it. */
  readonly handle?: (call: Call) => Reply | Promise<Reply>;
  /** Answers without the policy, also when it does not load. */
  readonly plain?: (call: Pick<Call, 'base' | 'body' | 'bearer'>) => Reply | Promise<Reply>;
  /** Tells its caller of things until one of both ends it. */
  readonly stream?: (stream: Stream) => Promise<void>;
}
