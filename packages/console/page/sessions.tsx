import { useSignal } from '@preact/signals';

import { send } from './api.ts';
import { isResting, rest } from './cards.ts';
import { CodeField } from './codeField.tsx';
import { DecisionList } from './call.tsx';
import { Empty, Meter, RulingCounts, SessionName } from './parts.tsx';
import { readingText } from './reading.ts';
import { isAlive, lastOf, limitsOf, refreshSessions, sessionsNow, useSessions } from './sessionState.ts';
import type { Session } from './sessionState.ts';
import { decisions } from './state.ts';
import { ago, counted, messageOf } from './words.ts';

/** How many decisions of a session are shown. */
const MOST_DECISIONS = 20;

/** What the policy remembers: of each session, and what has been used of its limits. */
export function Sessions() {
  useSessions();
  const sessions = sessionsNow();
  return (
    <section class="page" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Sessions</h2>
      {sessions.length === 0 && (
        <Empty title="No session is remembered">
          A session begins with the first call of an agent. Its limits, facts and holds appear here.
        </Empty>
      )}
      {sessions.map(session => (
        <SessionCard key={session.id} session={session} />
      ))}
    </section>
  );
}

function SessionCard({ session }: { readonly session: Session }) {
  const { id, evaluated, passed, rulings, standing } = session;
  const lately = decisions.value.filter(({ record }) => record.sessionId === id);
  return (
    <article class="card" aria-label={`session ${id}`}>
      <header>
        <h3>
          <SessionName id={id} />
        </h3>
        {isAlive(session) && <span class="alive">alive</span>}
        <span class="who">
          {passed} of {counted(evaluated, 'call')} passed · {ago(lastOf(session))}
        </span>
        <RulingCounts rulings={rulings} />
      </header>
      {limitsOf(session).map(limit => (
        <Meter key={limit.name} {...limit} />
      ))}
      <Standing standing={standing} />
      {lately.length > 0 && (
        <details>
          <summary>timeline ({lately.length})</summary>
          <DecisionList label={`timeline of ${id}`} entries={lately.slice(0, MOST_DECISIONS)} />
          {lately.length > MOST_DECISIONS && <p class="note">and {lately.length - MOST_DECISIONS} earlier: search in Live</p>}
        </details>
      )}
      {isAlive(session) || standing?.held !== undefined ? (
        <Hold id={id} held={standing?.held} />
      ) : (
        <details>
          <summary>stop this session if it goes on</summary>
          <Hold id={id} held={undefined} />
        </details>
      )}
    </article>
  );
}

/** Facts and obligations as the policy sees them. */
function Standing({ standing }: { readonly standing: Session['standing'] }) {
  if (standing === undefined) return null;
  const { held, failed, obligations, facts, read } = standing;
  return (
    <>
      {held !== undefined && (
        <p>
          <span class="ruling block">on hold</span> {held}
        </p>
      )}
      {failed !== undefined && <p class="fault">{failed}</p>}
      {read !== undefined && <p class="note">{readingText(read)}</p>}
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
    await refreshSessions();
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
