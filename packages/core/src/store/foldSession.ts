import type { OutcomeStatus } from '../model/action.ts';
import type { Json } from '../model/json.ts';
import type { Ruling } from '../model/ruling.ts';
import type { FactsSet, SessionEvent, SessionState } from '../ports/session.ts';

const RECENT = 50;

const NOTHING: SessionState = Object.freeze({
  id: '',
  version: 0,
  rulings: Object.freeze({ pass: 0, warn: 0, ask: 0, block: 0 }),
  evaluated: 0,
  passed: 0,
  outcomes: Object.freeze({ ok: 0, error: 0, denied: 0, cancelled: 0, unknown: 0 }),
  consecutiveBlocks: 0,
  facts: Object.freeze({}),
  recent: Object.freeze([]),
});

/** The state of a session in which nothing has happened. */
export function emptySession(id: string): SessionState {
  return Object.freeze({ ...NOTHING, id });
}

/** Returns the state after more events. A null fact is forgotten; of several evaluations of a call the last counts. */
export function foldSession(state: SessionState, ...events: readonly SessionEvent[]): SessionState {
  const { rulings, outcomes, recent } = state;
  const draft: Draft = { ...state, rulings: { ...rulings }, outcomes: { ...outcomes }, recent: [...recent] };
  let facts: Map<string, Json> | undefined;
  for (const event of events) {
    if (draft.version === 0) draft.startedAt = event.at;
    draft.version += 1;
    const { said, sets } = partsOf(event);
    if (said.type === 'evaluated') evaluated(draft, said);
    else if (said.type === 'outcome') draft.outcomes[said.status] += 1;
    for (const [value, ...names] of sets) {
      facts ??= new Map(Object.entries(state.facts));
      for (const name of names) setFact(facts, name, value);
    }
    draft.recent.push(said);
  }
  draft.recent = draft.recent.slice(-RECENT);
  if (facts !== undefined) draft.facts = Object.fromEntries(facts);
  for (const part of [draft.rulings, draft.outcomes, draft.facts, draft.recent]) Object.freeze(part);
  return Object.freeze(draft);
}

const NONE: readonly never[] = Object.freeze([]);

/** What an event says of the session, and the facts that it sets. */
function partsOf(event: SessionEvent): { readonly said: SessionEvent; readonly sets: FactsSet } {
  if (event.type === 'fact') return { said: event, sets: [[event.value, event.name]] };
  if (event.facts === undefined) return { said: event, sets: NONE };
  const { facts, ...said } = event;
  return { said, sets: facts };
}

type Evaluated = Extract<SessionEvent, { readonly type: 'evaluated' }>;

type Plain = Omit<SessionState, 'rulings' | 'outcomes' | 'recent'>;

type Draft = { -readonly [Key in keyof Plain]: Plain[Key] } & {
  readonly rulings: Record<Ruling, number>;
  readonly outcomes: Record<OutcomeStatus, number>;
  recent: SessionEvent[];
};

function setFact(facts: Map<string, Json>, name: string, value: Json): void {
  facts.delete(name);
  if (value !== null) facts.set(name, value);
}

function evaluated(draft: Draft, event: Evaluated): void {
  const again = event.callId === undefined ? undefined : evaluationOf(draft.recent, event.callId);
  if (again !== undefined) withdraw(draft, again);
  draft.evaluated += 1;
  draft.passed += event.passed ? 1 : 0;
  draft.consecutiveBlocks = event.passed ? 0 : draft.consecutiveBlocks + 1;
  draft.rulings[event.ruling] += 1;
}

/** The evaluation of a call among the last {@link RECENT} events: what is older has been forgotten. */
function evaluationOf(events: readonly SessionEvent[], callId: string): Evaluated | undefined {
  for (let index = Math.max(0, events.length - RECENT); index < events.length; index++) {
    const event = events[index];
    if (event?.type === 'evaluated' && event.callId === callId) return event;
  }
  return undefined;
}

/** Takes an evaluation of the same call back out: a call that is evaluated again counts once. */
function withdraw(draft: Draft, earlier: Evaluated): void {
  draft.recent.splice(draft.recent.indexOf(earlier), 1);
  draft.evaluated -= 1;
  draft.passed -= earlier.passed ? 1 : 0;
  draft.consecutiveBlocks = Math.max(0, draft.consecutiveBlocks - (earlier.passed ? 0 : 1));
  draft.rulings[earlier.ruling] -= 1;
}
