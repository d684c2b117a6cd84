import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { send } from './api.ts';
import { entries } from './state.ts';
import { clock, pretty } from './words.ts';

interface Session {
  readonly id: string;
  readonly evaluated: number;
  readonly passed: number;
  readonly rulings: Readonly<Record<string, number>>;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly recent: readonly { readonly at: number }[];
}

interface State {
  readonly sessions: readonly Session[];
  readonly counters: readonly { readonly key: string; readonly charged: number; readonly reserved: number }[];
}

/** What the policy remembers: of each session, and what has been used of its limits. */
export function Sessions() {
  const state = useSignal<State | undefined>(undefined);
  const newest = entries.value[0]?.seq;
  useEffect(() => {
    void send('GET', '/v1/sessions').then(
      found => (state.value = found as State),
      () => undefined,
    );
  }, [newest, state]);
  const { sessions = [], counters = [] } = state.value ?? {};
  return (
    <section class="page" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Sessions</h2>
      {sessions.length === 0 && <p class="empty">No session is remembered.</p>}
      {sessions.map(session => (
        <SessionCard
          key={session.id}
          session={session}
          counters={counters.filter(({ key }) => key.includes(`session:${session.id}`))}
        />
      ))}
    </section>
  );
}

function SessionCard({ session, counters }: { readonly session: Session; readonly counters: State['counters'] }) {
  const { id, evaluated, passed, rulings, facts, recent } = session;
  const known = Object.entries(facts);
  return (
    <article class="card">
      <header>
        <b>{id}</b>
        <span class="who">last {clock(recent.at(-1)?.at ?? 0)}</span>
      </header>
      <p>
        {evaluated} decided, {passed} let through
        {['warn', 'ask', 'block'].map(
          name => (rulings[name] ?? 0) > 0 && <span key={name} class={`ruling ${name}`}>{`${rulings[name]} ${name}`}</span>,
        )}
      </p>
      {counters.length > 0 && (
        <dl>
          {counters.map(({ key, charged, reserved }) => (
            <div key={key}>
              <dt>{key.split(':session:')[0]}</dt>
              <dd>
                {charged} used{reserved > 0 ? `, ${reserved} held` : ''}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {known.length > 0 && (
        <details>
          <summary>facts ({known.length})</summary>
          <pre>{pretty(facts)}</pre>
        </details>
      )}
    </article>
  );
}
