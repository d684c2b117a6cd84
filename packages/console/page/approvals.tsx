import { signal, untracked, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { send, wanted } from './api.ts';
import type { Waiting } from './api.ts';
import { sign } from './authenticator.ts';
import type { Challenge } from './authenticator.ts';
import { CallText, DecisionList } from './call.tsx';
import { isResting, makeCards, rest } from './cards.ts';
import type { Card } from './cards.ts';
import { CodeField } from './codeField.tsx';
import { CoveringList } from './covering.tsx';
import { AnsweredList } from './history.tsx';
import { Empty, Prose, SessionName } from './parts.tsx';
import { isSigningPage, proof, refreshProof } from './passkeys.tsx';
import { ScopeChoice, firstChoice, scopeOf } from './scope.tsx';
import type { Scope } from './scope.tsx';
import { decisions, refreshWaiting, waiting } from './state.ts';
import { clock, counted, effectTexts, gist, messageOf, until, visible } from './words.ts';

/** How many of the last calls of a session are shown beside what it asks. */
const MOST_LATELY = 8;

/** So many effects are shown without being asked for. */
const MOST_EFFECTS = 6;

interface Answered {
  readonly status: string;
  readonly answers: readonly { readonly granted: readonly boolean[]; readonly by?: string }[];
}

const VERBS: Readonly<Record<string, string>> = { granted: 'approved', consumed: 'approved', denied: 'denied' };

/** Asks the server what became of a request. */
async function outcomeOf({ id }: Pick<Waiting, 'id'>): Promise<string> {
  const found = (await send('GET', `/v1/approvals/${encodeURIComponent(id)}`).catch(() => undefined)) as Answered | undefined;
  const verb = VERBS[found?.status ?? ''];
  if (found === undefined || verb === undefined) return found?.status === 'expired' ? 'expired' : 'it no longer waits';
  const people = found.answers.map(({ by = 'somebody' }) => by).join(', ');
  return people === '' ? verb : `${verb} by ${people}`;
}

const cards = makeCards<Waiting>(outcomeOf);

/** What waits for a person, with everything that they say yes or no to. */
export function Approvals() {
  useEffect(() => {
    void refreshProof();
    cards.clear();
  }, []);
  useSignalEffect(() => {
    const isFirst = ({ id }: Waiting): number => Number(id === wanted.value);
    const found = waiting.value.toSorted((a, b) => isFirst(b) - isFirst(a));
    untracked(() => cards.take(found));
  });
  return (
    <section class="page" aria-labelledby="approvals-title">
      <h2 id="approvals-title">Approvals</h2>
      {cards.shown.value.map(card => (
        <Request key={card.item.id} card={card} />
      ))}
      {waiting.value.length === 0 && (
        <Empty title="Nothing waits for an answer.">
          When the policy asks about a call, it waits here with what it would do. Your answer counts for this one call, unless you
          choose more.
        </Empty>
      )}
      <CoveringList />
      <AnsweredList />
    </section>
  );
}

function Request({ card: { item: request, outcome } }: { readonly card: Card<Waiting> }) {
  const { action, questions, createdAt, expiresAt, effects, answers } = request;
  const lately = decisions.value.filter(({ record }) => record.sessionId === action.sessionId).slice(0, MOST_LATELY);
  return (
    <article class="request" aria-label={`${action.tool ?? action.kind}: ${gist(action.payload).slice(0, 80)}`}>
      <header>
        <span class="ruling ask">{outcome === undefined ? 'ask' : 'asked'}</span> <h3>{action.tool ?? action.kind}</h3>
        <span class="who">
          {action.agentId ?? 'main'} · session <SessionName id={action.sessionId} /> · asked {clock(createdAt)}
          {outcome === undefined && ` · expires in ${until(expiresAt)}`}
        </span>
      </header>
      <CallText payload={action.payload} />
      <ul class="questions">
        {questions.map(({ guard, reason }) => (
          <li key={guard}>
            <Prose text={reason} /> <span class="who">(rule {guard})</span>
          </li>
        ))}
      </ul>
      {effects.length > 0 && (
        <details open={effects.length <= MOST_EFFECTS}>
          <summary>what it would do ({counted(effectTexts(effects).length, 'effect')})</summary>
          <ul class="effects">
            {effectTexts(effects).map(each => (
              <li key={each}>{visible(each)}</li>
            ))}
          </ul>
        </details>
      )}
      {answers.length > 0 && <p class="note">answered so far by {answers.map(({ by = 'somebody' }) => by).join(', ')}</p>}
      {lately.length > 0 && (
        <details>
          <summary>what this session did lately ({lately.length})</summary>
          <DecisionList label="lately" entries={lately} />
        </details>
      )}
      <Answer request={request} outcome={outcome} />
    </article>
  );
}

/** The name of a person who has a key, as they chose it last. */
const signer = signal('');

function Answer({ request, outcome }: { readonly request: Waiting; readonly outcome: string | undefined }) {
  const { id, digest } = request;
  const isSigned = proof.value?.proof === 'passkey';
  const reason = useSignal('');
  const fault = useSignal('');
  const code = useSignal('');
  const isSending = useSignal(false);
  const choice = useSignal(firstChoice(request));
  const isUnread = (): boolean => choice.value.lasts !== '' && !choice.value.isRead;
  const isOff = (): boolean => isSending.value || isResting.value || outcome !== undefined;
  const say = async (yes: boolean): Promise<void> => {
    if (isOff() || (yes && isUnread())) return;
    isSending.value = true;
    fault.value = '';
    try {
      const note = reason.value.trim();
      const scope = yes ? scopeOf(choice.value, request) : undefined;
      const body = {
        yes,
        ...(note !== '' && { reason: note }),
        ...(yes && !isSigned && code.value.trim() !== '' && { confirm: code.value.trim() }),
        ...(scope !== undefined && { scope, digest }),
        ...(yes && isSigned && { digest, signed: await signed(request, scope) }),
      };
      const result = (await send('POST', `/v1/approvals/${encodeURIComponent(id)}`, body)) as {
        readonly taken: boolean;
        readonly why?: string;
      };
      if (!result.taken) fault.value = result.why ?? 'the answer was not taken';
    } catch (error) {
      fault.value = messageOf(error);
    }
    code.value = '';
    rest();
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
        <input
          value={reason.value}
          disabled={outcome !== undefined}
          maxLength={2_000}
          onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
        />
      </label>
      {request.mayCover && <ScopeChoice request={request} choice={choice} isDisabled={outcome !== undefined} />}
      {isSigned ? <Signer /> : <CodeField code={code} isDisabled={outcome !== undefined} />}
      <div class="buttons">
        <button type="submit" class="yes" disabled={isOff() || isUnread()}>
          {isSigned ? 'Approve with a passkey' : 'Approve'}
        </button>
        <button type="button" class="no" disabled={isOff()} onClick={() => void say(false)}>
          Deny
        </button>
      </div>
      <p role="alert" class="fault">
        {fault.value}
      </p>
      <p role="status" class="outcome">
        {outcome}
      </p>
    </form>
  );
}

const names = (): readonly string[] => [...new Set((proof.value?.keys ?? []).map(({ name }) => name))];

const signerName = (): string => (names().includes(signer.value) ? signer.value : (names()[0] ?? ''));

/** Has the person sign their yes to exactly the request that is shown, and to what else it covers. */
async function signed({ id, digest }: Waiting, scope: Scope | undefined): Promise<object> {
  const asked = { request: id, digest, name: signerName(), ...(scope !== undefined && { scope }) };
  return sign((await send('POST', '/v1/passkeys/question', asked)) as Challenge);
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
