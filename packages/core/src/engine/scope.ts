import { InvariantError } from '../model/errors.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import type { FactScope, SessionView, Take } from '../model/context.ts';
import type { Json, MaybePromise } from '../model/json.ts';
import { Suspension, chain, first, isPromiseLike } from '../model/maybe.ts';
import type { Reservation, ReservationRequest, SessionState, SessionStore } from '../ports/session.ts';
import { PROJECT_SESSION } from '../ports/session.ts';
import { writeFacts } from './writeFacts.ts';
import type { Closing, FactAuthor, FactEvent } from './writeFacts.ts';
import { provenState } from '../store/deeds.ts';
import { withSignedFacts } from '../store/signedFacts.ts';
import { foldSession } from '../store/foldSession.ts';
import { factsWithin } from '../store/factsWithin.ts';
import { holderOf } from '../model/subject.ts';

/** The part of the engine's work that is going on: it decides what a guard may do to the session. */
export type Phase = 'check' | 'commit' | 'record';

const TEN_MINUTES = 600_000;

/** A session as one call sees it: what the call itself holds does not count against it. */
export class SessionScope implements SessionView {
  readonly id: string;
  #phase: Phase = 'check';
  /** The counters that this evaluation took itself, so that a lost race can give exactly them back. */
  readonly taken: string[] = [];
  /** Whether facts wait until the whole commit has succeeded. */
  deferring = false;
  #facts: (readonly [scope: FactScope, event: FactEvent])[] | undefined;
  readonly #options: ResolvedOptions;
  readonly #author: FactAuthor;
  #state: SessionState | undefined;
  /** What the guards of one phase see of the session and of the project beside `state`, with the facts that they have not seen. */
  #looks: { [Scope in FactScope]?: { state: MaybePromise<SessionState>; unseen: FactEvent[] } } = {};
  /** What the call has come to under each counter, until its outcome is written down. */
  readonly #settlements: (readonly [key: string, amount: number])[] = [];

  /** `author` is who reserves where the call has no name. */
  constructor(options: ResolvedOptions, author: FactAuthor) {
    this.id = author.action.sessionId;
    this.#options = options;
    this.#author = author;
  }

  get #store(): SessionStore {
    return this.#options.sessions;
  }

  /**
   * A session without the facts that claim to be a person's and are in no record, lack the signature that the policy asks for, or are beyond its
   * limits.
   */
  #load(id: string): MaybePromise<SessionState> {
    const { deeds, signsFacts, checkSignature, limits } = this.#options;
    const loaded = this.#store.load(id);
    const recorded = deeds === undefined ? loaded : chain(loaded, state => provenState(state, deeds));
    const signed = signsFacts ? chain(recorded, state => withSignedFacts(state, checkSignature)) : recorded;
    if (id !== PROJECT_SESSION || limits === undefined) return signed;
    return chain(signed, state => factsWithin(state, limits, this.now));
  }

  get isProven(): boolean {
    const { deeds, signsFacts } = this.#options;
    return signsFacts || deeds !== undefined;
  }

  get now(): number {
    return this.#options.clock.now();
  }

  #write(scope: FactScope, facts: readonly FactEvent[], closing?: Closing): MaybePromise<void> {
    return writeFacts(this.#author, this.#options, scope, facts, closing);
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** The guards of a phase see one state of the session and of the project, read when the first of them asks. */
  set phase(phase: Phase) {
    this.#phase = phase;
    this.#looks = {};
  }

  get state(): SessionState {
    if (this.#state !== undefined) return this.#state;
    const loaded = this.#load(this.id);
    if (isPromiseLike(loaded)) throw new Suspension(loaded.then(state => void (this.#state = state)));
    return (this.#state = loaded);
  }

  /** In whose name this call reserves: the same whenever the same call is evaluated. */
  get holder(): string {
    const { callId } = this.#author.action;
    return holderOf({ evaluationId: this.#author.id, sessionId: this.id, ...(callId !== undefined && { callId }) });
  }

  used(key: string, windowMs?: number): MaybePromise<number> {
    return this.#store.used({ key, now: this.now, excluding: this.holder, ...(windowMs !== undefined && { windowMs }) });
  }

  ahead(key: string, windowMs: number): MaybePromise<number> {
    return this.#store.used({ key, now: this.now, windowMs, excluding: this.holder, ahead: true });
  }

  peek(key: string, take: Take = {}): MaybePromise<Reservation> {
    return this.#store.peek(this.#request(key, take));
  }

  reserve(key: string, take: Take = {}): MaybePromise<Reservation> {
    this.#only('reserve', ['commit']);
    return chain(this.#store.reserve(this.#request(key, take)), answer => {
      if (!answer.granted) return answer;
      if (answer.fresh) this.taken.push(key);
      return answer.fresh ? answer : this.#recheck(key, take, answer);
    });
  }

  /** Two nodes may share a counter with different limits: what the call holds already must fit into the limit of this one too. */
  #recheck(key: string, { amount = 1, limit, windowMs }: Take, answer: Reservation): MaybePromise<Reservation> {
    if (limit === undefined) return answer;
    return chain(this.used(key, windowMs), used => (used + amount <= limit ? answer : { granted: false, used }));
  }

  settle(key: string, amount: number): MaybePromise<void> {
    this.#only('settle', ['record']);
    checkAmount(amount);
    if (this.deferring) this.#settlements.push([key, amount]);
    return this.deferring ? undefined : this.#store.settle({ holder: this.holder, key, amount, now: this.now });
  }

  /** Charges what guards have said in `record`, in their order, now that the outcome is written down. */
  settleAll(): MaybePromise<void> {
    return first(this.#settlements, ([key, amount]) =>
      chain(this.#store.settle({ holder: this.holder, key, amount, now: this.now }), () => undefined),
    );
  }

  latest(): MaybePromise<SessionState> {
    return this.#look('session');
  }

  project(): MaybePromise<SessionState> {
    return this.#look('project');
  }

  /** The state as the phase found it, with the facts that guards have set in `record` since. */
  #look(scope: FactScope): MaybePromise<SessionState> {
    const look = (this.#looks[scope] ??= {
      state: this.#load(scope === 'project' ? PROJECT_SESSION : this.id),
      unseen: [],
    });
    if (look.unseen.length === 0) return look.state;
    const unseen = look.unseen.splice(0);
    return (look.state = chain(look.state, state => foldSession(state, ...unseen)));
  }

  setFact(name: string, value: Json, scope: FactScope = 'session'): MaybePromise<void> {
    this.#only('setFact', ['commit', 'record']);
    const event: FactEvent = { type: 'fact', at: this.now, name, value };
    if (this.deferring) {
      (this.#facts ??= []).push([scope, event]);
      if (this.phase === 'record') this.#looks[scope]?.unseen.push(event);
      return undefined;
    }
    return this.#write(scope, [event]);
  }

  /** Whether guards have set facts that are not written yet. */
  get establishes(): boolean {
    return this.#facts !== undefined;
  }

  /**
   * Writes the facts that were set while the action took what it needs, or while its outcome was taken down: in one step with
   * `closing`, first those of the session. Before that it may still lose a race, and set none.
   */
  establish(closing?: Closing): MaybePromise<void> {
    this.deferring = false;
    const facts = this.#facts ?? [];
    this.#facts = undefined;
    const of = (scope: FactScope): readonly FactEvent[] => facts.flatMap(([each, event]) => (each === scope ? [event] : []));
    const [own, shared] = [of('session'), of('project')];
    const written = own.length === 0 && closing === undefined ? undefined : this.#write('session', own, closing);
    return shared.length === 0 ? written : chain(written, () => this.#write('project', shared));
  }

  /** Gives back what this evaluation took itself. What an earlier evaluation of the same call holds stays. */
  release(): MaybePromise<void> {
    this.#facts = undefined;
    if (this.taken.length === 0) return undefined;
    return this.#store.release(this.holder, this.taken.splice(0));
  }

  #request(key: string, { amount = 1, limit, windowMs, among, expiresInMs = TEN_MINUTES }: Take): ReservationRequest {
    checkAmount(amount);
    const now = this.now;
    return {
      key,
      holder: this.holder,
      amount,
      now,
      expiresAt: now + expiresInMs,
      ...(limit !== undefined && { limit }),
      ...(windowMs !== undefined && { windowMs }),
      ...(among !== undefined && { among }),
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
