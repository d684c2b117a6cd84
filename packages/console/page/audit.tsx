import { useSignal } from '@preact/signals';

import { send } from './api.ts';
import type { Entry } from './api.ts';
import { clock, gist, messageOf, pretty, said } from './words.ts';

interface Report {
  readonly valid: boolean;
  readonly records: number;
  readonly bad?: { readonly seq: number; readonly why: string };
}

/** The trail: search it, check its chain, take it along. */
export function Audit() {
  const text = useSignal('');
  const found = useSignal<readonly Entry[] | undefined>(undefined);
  const answer = useSignal('');
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    answer.value = '';
    try {
      await work();
    } catch (error) {
      answer.value = messageOf(error);
    }
  };
  const search = (): Promise<void> =>
    attempt(async () => {
      const query = new URLSearchParams({ text: text.value, limit: '200' });
      found.value = ((await send('GET', `/v1/records?${query}`)) as { readonly records: readonly Entry[] }).records;
    });
  const verify = (): Promise<void> =>
    attempt(async () => {
      const { valid, records, bad } = (await send('GET', '/v1/verify')) as Report;
      answer.value = valid ? `The chain holds: ${records} records.` : `The chain is broken at record ${bad?.seq}: ${bad?.why}`;
    });
  return (
    <section class="page" aria-labelledby="audit-title">
      <h2 id="audit-title">Audit</h2>
      <form
        class="filter"
        onSubmit={event => {
          event.preventDefault();
          void search();
        }}
      >
        <input
          type="search"
          aria-label="search the trail"
          placeholder="any text in a record"
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
        <button type="submit">Search</button>
        <button type="button" onClick={() => void verify()}>
          Verify
        </button>
        <button type="button" disabled={found.value === undefined} onClick={() => save(found.value ?? [])}>
          Export
        </button>
      </form>
      <p role="status">{answer.value}</p>
      {found.value !== undefined && <Found entries={found.value} />}
    </section>
  );
}

function Found({ entries }: { readonly entries: readonly Entry[] }) {
  if (entries.length === 0) return <p class="empty">No record holds that.</p>;
  return (
    <ul class="records" aria-label="records">
      {entries.map(({ seq, record }) => (
        <li key={seq}>
          <details>
            <summary>
              {seq} <time>{clock(record.at)}</time> {record.type}{' '}
              <span class={`ruling ${said(record['ruling'])}`}>{said(record['ruling'])}</span>{' '}
              <code>{gist(record['payload'])}</code>
            </summary>
            <pre>{pretty(record)}</pre>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** Saves records as lines of JSON. */
function save(entries: readonly Entry[]): void {
  const url = URL.createObjectURL(
    new Blob(
      entries.map(entry => `${JSON.stringify(entry)}\n`),
      { type: 'application/jsonl' },
    ),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = 'licet-trail.jsonl';
  link.click();
  URL.revokeObjectURL(url);
}
