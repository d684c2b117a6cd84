import type { Action } from '../model/action.ts';
import { InvariantError } from '../model/errors.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import type { FactScope, SessionView, Take } from '../model/context.ts';
import type { Json, MaybePromise } from '../model/json.ts';
import { Suspension, chain, first, isPromiseLike } from '../model/maybe.ts';
import type { Reservation, ReservationRequest, SessionState, SessionStore } from '../ports/session.ts';
import { PROJECT_SESSION } from '../ports/session.ts';
import type { FactEvent, FactWriter } from './writeFacts.ts';

/** The part of the engine's work that is going on: it decides what a guard may do to the session. */
export type Phase = 'check' | 'commit' | 'record';

const TEN_MINUTES = 600_000;

/** A session as one call sees it: what the call itself holds does not count against it. */
export class SessionScope implements SessionView {
  readonly id: string;
  phase: Phase = 'check';
  /** The counters that this evaluation took anew, so that a lost race can give exactly them back. */
  readonly taken: string[] = [];
  /** Whether facts wait until the whole commit has succeeded. */
  deferring = false;
  #facts: (readonly [scope: FactScope, event: FactEvent])[] | undefined;
  readonly #store: SessionStore;
  readonly #holder: () => string;
  readonly #now: () => number;
  readonly #write: FactWriter;
  #state: SessionState | undefined;
  #project: MaybePromise<SessionState> | undefined;

  /** `evaluation` names who reserves where the call has no name. */
  constructor({ sessions, clock }: ResolvedOptions, { sessionId, callId }: Action, evaluation: () => string, write: FactWriter) {
    this.id = sessionId;
    this.#store = sessions;
    this.#holder = () =>
      callId === undefined ? `evaluation:${evaluation()}` : `call:${sessionId.length}:${sessionId}:${callId}`;
    this.#now = () => clock.now();
    this.#write = write;
  }

  get state(): SessionState {
    if (this.#state !== undefined) return this.#state;
    const loaded = this.#store.load(this.id);
    if (isPromiseLike(loaded)) throw new Suspension(loaded.then(state => void (this.#state = state)));
    return (this.#state = loaded);
  }

  /** In whose name this call reserves: the same whenever the same call is evaluated. */
  get holder(): string {
    return this.#holder();
  }

  used(key: string, windowMs?: number): MaybePromise<number> {
    return this.#store.used({ key, now: this.#now(), excluding: this.holder, ...(windowMs !== undefined && { windowMs }) });
  }

  peek(key: string, take: Take = {}): MaybePromise<Reservation> {
    return this.#store.peek(this.#request(key, take));
  }

  reserve(key: string, take: Take = {}): MaybePromise<Reservation> {
    this.#only('reserve', ['commit']);
    return chain(this.#store.reserve(this.#request(key, take)), answer => {
      if (answer.granted && answer.fresh) this.taken.push(key);
      return answer;
    });
  }

  settle(key: string, amount: number): MaybePromise<void> {
    this.#only('settle', ['record']);
    checkAmount(amount);
    return this.#store.settle({ holder: this.holder, key, amount, now: this.#now() });
  }

  latest(): MaybePromise<SessionState> {
    return this.#store.load(this.id);
  }

  /** While it is judged, an action sees one state of the project, as it sees one of its session. */
  project(): MaybePromise<SessionState> {
    if (this.phase !== 'check') return this.#store.load(PROJECT_SESSION);
    return (this.#project ??= this.#store.load(PROJECT_SESSION));
  }

  setFact(name: string, value: Json, scope: FactScope = 'session'): MaybePromise<void> {
    this.#only('setFact', ['commit', 'record']);
    const event: FactEvent = { type: 'fact', at: this.#now(), name, value };
    if (this.deferring) {
      (this.#facts ??= []).push([scope, event]);
      return undefined;
    }
    return this.#write(scope, [event]);
  }

  /** Writes the facts that were set while the action took what it needs. Before that it may still lose a race, and set none. */
  establish(): MaybePromise<void> {
    this.deferring = false;
    const facts = this.#facts;
    if (facts === undefined) return undefined;
    this.#facts = undefined;
    return chain(
      first([...new Set(facts.map(([scope]) => scope))], scope =>
        this.#write(
          scope,
          facts.flatMap(([of, event]) => (of === scope ? [event] : [])),
        ),
      ),
      () => undefined,
    );
  }

  /** Gives back what this evaluation took anew. What an earlier evaluation of the same call holds stays. */
  release(): MaybePromise<void> {
    this.#facts = undefined;
    if (this.taken.length === 0) return undefined;
    return this.#store.release(this.holder, this.taken.splice(0));
  }

  #request(key: string, { amount = 1, limit, windowMs, expiresInMs = TEN_MINUTES }: Take): ReservationRequest {
    checkAmount(amount);
    const now = this.#now();
    return {
      key,
      holder: this.holder,
      amount,
      now,
      expiresAt: now + expiresInMs,
      ...(limit !== undefined && { limit }),
      ...(windowMs !== undefined && { windowMs }),
    };
  }

  #only(method: string, phases: readonly Phase[]): void {
    if (phases.includes(this.phase)) return;
    throw new InvariantError(
      'wrong_phase',
      `\`session.${method}\` works only in \`${phases.join('` and `')}\`, not in \`${this.phase}\``,
    );
  }
}

function checkAmount(amount: number): void {
  if (Number.isFinite(amount) && amount >= 0) return;
  throw new InvariantError('invalid_param', `expected an amount of at least 0, found \`${amount}\``);
}
