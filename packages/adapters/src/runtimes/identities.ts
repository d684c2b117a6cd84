import type { ActionInput } from '@licet/core';
import { digestAction } from '@licet/core/policy';
import { canonicalJson } from '@licet/core/text';

/**
 * Keeps calls of one identity apart. The engine charges a call once, by its session and its call id: a model or an SDK that uses an
 * id again would have its next calls for free.
 */
export interface Identities {
  /** Returns the action with an id that no other call has, and no call that has begun. Without a call id it stays as it is. */
  named(action: ActionInput): ActionInput;
  /** Notes that a named action begins to run. False where it has begun before: it must not run a second time. */
  begin(action: ActionInput): boolean;
}

/** The calls of one id as the runtime gives it. */
interface Namesakes {
  made: number;
  /** The ids of calls that have not begun, by what they would do. */
  readonly open: Map<string, string>;
}

const MOST_IDS = 10_000;
const MOST_OPEN = 1_000;

/** Makes the identities of one adapter. The last ten thousand ids are remembered. */
export function callIdentities(): Identities {
  const known = new Map<string, Namesakes>();
  const waiting = new Map<string, () => void>();
  return {
    named(action) {
      const { callId } = action;
      if (callId === undefined) return action;
      const key = keyOf(action, callId);
      const calls = known.get(key) ?? { made: 0, open: new Map() };
      known.delete(key);
      keep(known, key, calls, MOST_IDS);
      const digest = digestOf(action) ?? '';
      const id = calls.open.get(digest) ?? (++calls.made === 1 ? callId : `${callId}~${calls.made}`);
      keep(calls.open, digest, id, MOST_OPEN);
      keep(waiting, keyOf(action, id), () => calls.open.delete(digest), MOST_IDS);
      return id === callId ? action : { ...action, callId: id };
    },
    begin(action) {
      if (action.callId === undefined) return true;
      const key = keyOf(action, action.callId);
      waiting.get(key)?.();
      return waiting.delete(key);
    },
  };
}

/** What an action would do, with its tool and its arguments; undefined where its arguments are no data. */
export function digestOf(action: ActionInput): string | undefined {
  return digestAction({ payload: {}, sessionId: '', ...action });
}

function keyOf({ sessionId = 'default' }: ActionInput, callId: string): string {
  return JSON.stringify([sessionId, callId]);
}

/** Keeps an entry, and forgets the oldest one of too many. */
export function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size < most || map.has(key)) break;
    map.delete(oldest);
  }
  map.set(key, value);
}

/** Tells whether two inputs are the same. What is no data is the same as nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  try {
    return canonicalJson(a) === canonicalJson(b);
  } catch {
    return false;
  }
}
