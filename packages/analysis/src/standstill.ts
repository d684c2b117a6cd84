import { GovernanceError, memorySessions } from '@licet/core';
import type { ActionInput, Clock, SessionStore } from '@licet/core';
import type { EffectAnalyzer } from '@licet/core/nodes';

/** A clock that is stopped until it is set. Its timers do not ring: no case that is tried waits for one. */
interface StillClock extends Clock {
  /** Sets the time, in milliseconds since the epoch. */
  set(now: number): void;
}

/** Returns a clock that shows `now`, in milliseconds since the epoch. No time passes while something is judged. */
export function stillClock(now = 0): StillClock {
  let shown = now;
  return { now: () => shown, elapsed: () => 0, after: () => () => undefined, set: time => void (shown = time) };
}

/** Effects that several policies look at. */
export interface EffectsOfOneCall {
  readonly effects: EffectAnalyzer;
  /** Begins with the next call: what was found is forgotten. Of an obscure one nothing can be found. */
  readonly next: (isObscure?: boolean) => void;
}

/** Finds the effects of a call once, however many policies judge it and however often, until `next` is called. */
export function effectsOfOneCall(effects: EffectAnalyzer): EffectsOfOneCall {
  let found: ReturnType<EffectAnalyzer> | undefined;
  let hides = false;
  return {
    effects(action) {
      if (hides) throw new GovernanceError('effects_failed', 'the effects of the action could not be found');
      return (found ??= effects(action));
    },
    next(isObscure = false) {
      found = undefined;
      hides = isObscure;
    },
  };
}

/** The session that actions are tried in. */
const TRIAL_SESSION = 'trial';

/** A call in that session. Where an argument `varies`, it is the identity of the call. */
export function callOf(
  { action, varies }: { readonly action: Omit<ActionInput, 'sessionId'>; readonly varies?: string },
  cwd: string,
  callId: string,
): ActionInput {
  const payload = varies === undefined ? action.payload : { ...action.payload, [varies]: callId };
  return { cwd, ...action, ...(payload && { payload }), sessionId: TRIAL_SESSION, callId };
}

/** A session that begins again and again. */
interface FreshSession {
  readonly sessions: SessionStore;
  /** Forgets everything, and establishes facts. */
  readonly begin: (facts?: readonly string[]) => Promise<void>;
}

/** Makes a store for {@link TRIAL_SESSION} in which nothing has happened. Facts are established at `now`. */
export function freshSession(now: number): FreshSession {
  const sessions = memorySessions();
  return {
    sessions,
    async begin(facts = []) {
      sessions.inspect.reset({});
      const events = facts.map(name => ({ type: 'fact' as const, at: now, name, value: true }));
      if (events.length > 0) await sessions.append(TRIAL_SESSION, events);
    },
  };
}
