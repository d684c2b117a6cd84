import type { Decided } from '../inProcess.ts';
import type { Members } from './message.ts';

/** A call that goes on with another request, since the client was asked something in between. */
interface BegunCall {
  readonly callId: string;
  readonly call: string;
  /** What was decided, where the server asks: the call has run already in part. */
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
