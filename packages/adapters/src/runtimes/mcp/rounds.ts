import { isRecord } from '@licet/core/nodes';

import type { Decided } from '../decided.ts';
import type { Members } from '../../mcp/message.ts';
import { isOwnId } from '../../mcp/message.ts';
import { QUESTION } from './question.ts';

/** A call that goes on with another request, since the client was asked something in between. */
export interface BegunCall {
  readonly callId: string;
  readonly call: string;
  /** What was decided last, where the server asks: the call has run already in part. */
  readonly decided?: Required<Decided>;
}

/** Calls that go on with another request, by the state that the client has to hand back. Each can go on once. */
export interface Begun {
  keep(state: string, call: BegunCall): void;
  take(params: Members, call: string): BegunCall | undefined;
}

const MOST_BEGUN = 1_000;

/** Keeps what has begun, the last of it where there is too much. What was forgotten is decided about as if for the first time. */
export function begunCalls(): Begun {
  const calls = new Map<string, BegunCall>();
  return {
    keep(state, call) {
      if (calls.size >= MOST_BEGUN) calls.delete(calls.keys().next().value ?? '');
      calls.set(state, call);
    },
    take({ requestState }, call) {
      const known = typeof requestState === 'string' ? calls.get(requestState) : undefined;
      if (known?.call !== call) return undefined;
      calls.delete(requestState as string);
      return known;
    },
  };
}

/** What a request has to repeat to go on with a call: everything that is judged of it. */
export function keyOf(method: string, tool: string, input: unknown): string {
  return JSON.stringify([method, tool, input]);
}

/** The parameters without what was said to us: a server has put no such question, and may answer none. */
export function passedParams({ requestState, inputResponses, ...params }: Members, before: BegunCall | undefined): Members {
  const isOurs = isOwnId(requestState) || (before !== undefined && before.decided === undefined);
  const { [QUESTION]: _ours, ...responses } = isRecord(inputResponses) ? inputResponses : {};
  return {
    ...params,
    ...(requestState !== undefined && !isOurs && { requestState }),
    ...(inputResponses !== undefined && !isOurs && { inputResponses: responses }),
  };
}
