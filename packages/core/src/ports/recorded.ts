import type { ActionInput, OutcomeStatus } from '../model/action.ts';
import type { Json } from '../model/json.ts';
import type { Ruling } from '../model/ruling.ts';

/** What one policy says of a witness. */
export interface GivenRuling {
  readonly ruling: Ruling;
  readonly guard: string;
  readonly code: string;
}

/** A call of a recorded session. Times are in milliseconds since the epoch. */
export interface RecordedCall {
  readonly type: 'call';
  readonly at: number;
  readonly action: ActionInput & { readonly sessionId: string };
  /** What was said of it when it was made, where that is known. */
  readonly said?: GivenRuling;
  /** Set where a human had said yes to it before. */
  readonly granted?: true;
  /** Whether the action is whole: a record may have masked a secret or cut a long text. */
  readonly exact: boolean;
}

/** What happened in a recorded session, in its order. `end` says that nothing more of a session comes. */
export type RecordedEvent =
  | RecordedCall
  | {
      readonly type: 'outcome';
      readonly at: number;
      readonly sessionId: string;
      readonly callId: string;
      readonly status: OutcomeStatus;
    }
  | {
      readonly type: 'fact';
      readonly at: number;
      readonly sessionId: string;
      readonly name: string;
      readonly value: Json;
      readonly scope: 'session' | 'project';
    }
  | { readonly type: 'end'; readonly sessionId: string };
