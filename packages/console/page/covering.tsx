import { useSignal } from '@preact/signals';

import { send } from './api.ts';
import type { Covering } from './api.ts';
import { covering, refreshWaiting } from './state.ts';
import { messageOf } from './words.ts';

/** Each yes for several calls that is in force, with the way to end it. */
export function CoveringList() {
  if (covering.value.length === 0) return null;
  return (
    <section aria-label="approved for several calls">
      <h3>Approved for several calls</h3>
      {covering.value.map(each => (
        <InForce key={each.id} item={each} />
      ))}
    </section>
  );
}

function InForce({ item: { id, code, sessionId, lines, used, ends } }: { readonly item: Covering }) {
  const fault = useSignal('');
  const end = async (): Promise<void> => {
    await send('POST', `/v1/approvals/${encodeURIComponent(id)}`, { yes: false }).catch(
      (error: unknown) => void (fault.value = messageOf(error)),
    );
    await refreshWaiting();
  };
  return (
    <article class="request" aria-label={`approved: ${code}`}>
      <header>
        <b>{code}</b>
        <span class="who">
          session {sessionId} · used {used} · {ends}
        </span>
      </header>
      <pre>{lines.join('\n')}</pre>
      <div class="buttons">
        <button type="button" class="no" onClick={() => void end()}>
          End
        </button>
      </div>
      <p role="alert" class="fault">
        {fault.value}
      </p>
    </article>
  );
}
