import type { ActionInput } from '@licet/core';

import type { Decided } from './decided.ts';
import { digestOf, keep } from './identities.ts';

/** What was decided about calls that no human is asked about, until the SDK runs them. */
export interface KeptDecisions {
  keep(action: ActionInput, decided: Decided): void;
  /** Returns what was decided about this very call, once, and not after half a minute. */
  take(action: ActionInput): Decided | undefined;
}

const MOST_KEPT = 1_000;
/** An SDK runs a call right after it has asked whether it may. Later the state of the policy may be another one. */
const KEPT_MS = 30_000;

/** Keeps decisions by the session, the call id, the tool and the arguments. A call without an id is decided about again. */
export function keptDecisions(): KeptDecisions {
  const kept = new Map<string, { readonly decided: Decided; readonly until: number }>();
  return {
    keep(action, decided) {
      const key = keyOf(action);
      if (key !== undefined) keep(kept, key, { decided, until: performance.now() + KEPT_MS }, MOST_KEPT);
    },
    take(action) {
      const key = keyOf(action);
      const known = key === undefined ? undefined : kept.get(key);
      kept.delete(key ?? '');
      return known !== undefined && performance.now() <= known.until ? known.decided : undefined;
    },
  };
}

function keyOf(action: ActionInput): string | undefined {
  const { sessionId = 'default', callId } = action;
  const digest = digestOf(action);
  return callId === undefined || digest === undefined ? undefined : JSON.stringify([sessionId, callId, digest]);
}
