import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { send, wanted } from './api.ts';
import type { Waiting } from './api.ts';
import { sign } from './authenticator.ts';
import type { Challenge } from './authenticator.ts';
import { CallText, DecisionList } from './call.tsx';
import { isSigningPage, proof, refreshProof } from './passkeys.tsx';
import { decisions, refreshWaiting, waiting } from './state.ts';
import { clock, effectText, gist, messageOf, until } from './words.ts';

/** How many of the last calls of a session are shown beside what it asks. */
const MOST_LATELY = 8;

/** The code that the terminal shows, once a person has typed it: for as long as the page is open, and nowhere else. */
export const confirm = signal('');

/** Where that code is typed. */
export function CodeField() {
  return (
    <label>
      code from the terminal
      <input
        value={confirm.value}
        autocomplete="off"
        spellcheck={false}
        size={12}
        onInput={({ currentTarget }) => (confirm.value = currentTarget.value)}
      />
    </label>
  );
}

/** What waits for a person, with everything that they say yes or no to. */
export function Approvals() {
  useEffect(() => void refreshProof(), []);
  const isFirst = ({ id }: Waiting): number => Number(id === wanted.value);
  return (
    <section class="page" aria-labelledby="approvals-title">
      <h2 id="approvals-title">Approvals</h2>
      {waiting.value.length === 0 ? (
        <p class="empty">Nothing waits for an answer.</p>
      ) : (
        waiting.value.toSorted((a, b) => isFirst(b) - isFirst(a)).map(each => <Request key={each.id} request={each} />)
      )}
    </section>
  );
}

function Request({ request }: { readonly request: Waiting }) {
  const { action, questions, createdAt, expiresAt, effects, answers } = request;
  const lately = decisions.value.filter(({ record }) => record.sessionId === action.sessionId).slice(0, MOST_LATELY);
  return (
    <article class="request" aria-label={`${action.tool ?? action.kind}: ${gist(action.payload).slice(0, 80)}`}>
      <header>
        <span class="ruling ask">ask</span> <b>{action.tool ?? action.kind}</b>
        <span class="who">
          {action.agentId ?? 'main'} · session {action.sessionId} · asked {clock(createdAt)} · expires in {until(expiresAt)}
        </span>
      </header>
      <CallText payload={action.payload} />
      <ul class="questions">
        {questions.map(({ guard, reason }) => (
          <li key={guard}>
            <b>{guard}</b>: {reason}
          </li>
        ))}
      </ul>
      {effects.length > 0 && (
        <details>
          <summary>what it would do ({effects.length})</summary>
          <pre>{effects.map(effectText).join('\n')}</pre>
        </details>
      )}
      {answers.length > 0 && <p class="note">answered so far by {answers.map(({ by = 'somebody' }) => by).join(', ')}</p>}
      {lately.length > 0 && (
        <details>
          <summary>what this session did lately ({lately.length})</summary>
          <DecisionList label="lately" entries={lately} />
        </details>
      )}
      <Answer request={request} />
    </article>
  );
}

/** The name of a person who has a key, as they chose it last. */
const signer = signal('');

function Answer({ request }: { readonly request: Waiting }) {
  const { id, digest } = request;
  const isSigned = proof.value?.proof === 'passkey';
  const reason = useSignal('');
  const fault = useSignal('');
  const isSending = useSignal(false);
  const say = async (yes: boolean): Promise<void> => {
    isSending.value = true;
    fault.value = '';
    try {
      const note = reason.value.trim();
      const body = {
        yes,
        ...(note !== '' && { reason: note }),
        ...(yes && !isSigned && confirm.value.trim() !== '' && { confirm: confirm.value.trim() }),
        ...(yes && isSigned && { digest, signed: await signed(request) }),
      };
      const result = (await send('POST', `/v1/approvals/${encodeURIComponent(id)}`, body)) as {
        readonly taken: boolean;
        readonly why?: string;
      };
      if (!result.taken) fault.value = result.why ?? 'the answer was not taken';
    } catch (error) {
      confirm.value = '';
      fault.value = messageOf(error);
    }
    isSending.value = false;
    await refreshWaiting();
  };
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        void say(true);
      }}
    >
      <label>
        note{' '}
        <input value={reason.value} maxLength={2_000} onInput={({ currentTarget }) => (reason.value = currentTarget.value)} />
      </label>
      {isSigned ? <Signer /> : <CodeField />}
      <div class="buttons">
        <button type="submit" class="yes" disabled={isSending.value}>
          {isSigned ? 'Approve with a passkey' : 'Approve'}
        </button>
        <button type="button" class="no" disabled={isSending.value} onClick={() => void say(false)}>
          Deny
        </button>
      </div>
      <p role="alert" class="fault">
        {fault.value}
      </p>
    </form>
  );
}

const names = (): readonly string[] => [...new Set((proof.value?.keys ?? []).map(({ name }) => name))];

const signerName = (): string => (names().includes(signer.value) ? signer.value : (names()[0] ?? ''));

/** Has the person sign their yes to exactly the request that is shown. */
async function signed({ id, digest }: Waiting): Promise<object> {
  const name = signerName();
  return sign((await send('POST', '/v1/passkeys/question', { request: id, digest, name })) as Challenge);
}

/** Who signs: one of those whose keys are enrolled. */
function Signer() {
  const known = proof.value;
  if (known === undefined || !isSigningPage(known))
    return <p class="note">Passkeys sign on {known?.origin ?? 'another page'} only: run licet approve.</p>;
  if (names().length === 0) return <p class="note">No passkey is enrolled: run licet passkey add in a terminal.</p>;
  return (
    <label>
      who signs{' '}
      <select value={signerName()} onChange={({ currentTarget }) => (signer.value = currentTarget.value)}>
        {names().map(name => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
