import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { send } from './api.ts';
import { isResting, rest } from './cards.ts';
import { CodeField } from './codeField.tsx';
import { DecisionList } from './call.tsx';
import { decisions, entries } from './state.ts';
import { clock, messageOf, pretty } from './words.ts';

interface Session {
  readonly id: string;
  readonly evaluated: number;
  readonly passed: number;
  readonly rulings: Readonly<Record<string, number>>;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly recent: readonly { readonly at: number }[];
  readonly standing?: {
    readonly held?: string;
    readonly failed?: string;
    readonly obligations: readonly {
      readonly name: string;
      readonly way: string;
      readonly target?: string;
      readonly late: boolean;
    }[];
    readonly facts: readonly { readonly name: string; readonly holds: boolean; readonly way: string }[];
  };
}

interface State {
  readonly sessions: readonly Session[];
  readonly counters: readonly { readonly key: string; readonly charged: number; readonly reserved: number }[];
}

const state = signal<State | undefined>(undefined);

async function look(): Promise<void> {
  const found = await send('GET', '/v1/sessions').catch(() => undefined);
  if (found !== undefined) state.value = found as State;
}

/** Sessions are looked at again when the trail has been still for so long. */
const STILL_MS = 300;

/** How many decisions of a session are shown. */
const MOST_DECISIONS = 20;

/** What the policy remembers: of each session, and what has been used of its limits. */
export function Sessions() {
  const newest = entries.value[0]?.seq;
  useEffect(() => {
    const timer = setTimeout(() => void look(), state.value === undefined ? 0 : STILL_MS);
    return () => clearTimeout(timer);
  }, [newest]);
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
  const { id, evaluated, passed, rulings, facts, recent, standing } = session;
  const known = Object.keys(facts);
  const lately = decisions.value.filter(({ record }) => record.sessionId === id);
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
      <Standing standing={standing} />
      {lately.length > 0 && (
        <details>
          <summary>timeline ({lately.length})</summary>
          <DecisionList label={`timeline of ${id}`} entries={lately.slice(0, MOST_DECISIONS)} />
          {lately.length > MOST_DECISIONS && <p class="note">and {lately.length - MOST_DECISIONS} earlier: search in Live</p>}
        </details>
      )}
      {known.length > 0 && (
        <details>
          <summary>everything that is remembered ({known.length})</summary>
          <pre>{pretty(facts)}</pre>
        </details>
      )}
      <Hold id={id} held={standing?.held} />
    </article>
  );
}

/** Facts and obligations as the policy sees them. */
function Standing({ standing }: { readonly standing: Session['standing'] }) {
  if (standing === undefined) return null;
  const { held, failed, obligations, facts } = standing;
  return (
    <>
      {held !== undefined && (
        <p>
          <span class="ruling block">on hold</span> {held}
        </p>
      )}
      {failed !== undefined && <p class="fault">{failed}</p>}
      {facts.length + obligations.length > 0 && (
        <ul class="plain">
          {facts.map(({ name, holds, way }) => (
            <li key={name}>
              <span class={holds ? 'pass' : 'warn'}>{holds ? '✓' : '✗'}</span> {name} <span class="who">{way}</span>
            </li>
          ))}
          {obligations.map(({ name, way, target, late }, index) => (
            <li key={index}>
              <span class={late ? 'block' : 'warn'}>{late ? 'late' : 'to do'}</span> {name} {target}{' '}
              <span class="who">{way}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Puts a session on hold, with a reason for the agent; lets one go on, with the code of the terminal. */
function Hold({ id, held }: { readonly id: string; readonly held: string | undefined }) {
  const reason = useSignal('');
  const typed = useSignal('');
  const fault = useSignal('');
  const say = async (): Promise<void> => {
    fault.value = '';
    try {
      const [hold, code, why] = [held === undefined, typed.value.trim(), reason.value.trim()];
      const body = { session: id, hold, ...(why !== '' && { reason: why }), ...(!hold && code !== '' && { confirm: code }) };
      const { done, why: refused = '' } = (await send('POST', '/v1/holds', body)) as { done: boolean; why?: string };
      if (!done) fault.value = refused;
      reason.value = '';
    } catch (error) {
      fault.value = messageOf(error);
    }
    typed.value = '';
    rest();
    await look();
  };
  return (
    <form
      class="inline"
      onSubmit={event => {
        event.preventDefault();
        void say();
      }}
    >
      <label>
        {held === undefined ? 'why it is to stop' : 'note'}
        <input
          value={reason.value}
          required={held === undefined}
          maxLength={500}
          onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
        />
      </label>
      {held !== undefined && <CodeField code={typed} />}
      <button type="submit" class={held === undefined ? 'no' : 'yes'} disabled={isResting.value}>
        {held === undefined ? 'Hold' : 'Continue'}
      </button>
      <p role="alert" class="fault">
        {fault.value}
      </p>
    </form>
  );
}
