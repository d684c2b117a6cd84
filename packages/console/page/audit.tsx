import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { send } from './api.ts';
import type { Entry } from './api.ts';
import { Chip, Empty } from './parts.tsx';
import { entries } from './state.ts';
import { about, clock, messageOf, pretty, said, visible } from './words.ts';

interface Report {
  readonly valid: boolean;
  readonly records: number;
  readonly bad?: { readonly seq: number; readonly why: string };
}

/** How many records are shown, how far back a search goes, and how long it waits for the next letter. */
const [MOST, REACH, PAUSE_MS] = [200, 100_000, 250];

/** The audit log: the latest records first, search, check the chain, take it along. */
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
      const wanted = text.value.trim();
      const query = new URLSearchParams({ last: String(wanted === '' ? MOST : REACH), text: wanted });
      const { records } = (await send('GET', `/v1/records?${query}`)) as { readonly records: readonly Entry[] };
      found.value = records.toReversed().slice(0, MOST);
    });
  const verify = (): Promise<void> =>
    attempt(async () => {
      const { valid, records, bad } = (await send('GET', '/v1/verify')) as Report;
      answer.value = valid ? `The chain holds: ${records} records.` : `The chain is broken at record ${bad?.seq}: ${bad?.why}`;
    });
  const newest = entries.value[0]?.seq;
  useEffect(() => {
    const timer = setTimeout(() => void search(), found.value === undefined ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text.value, newest]);
  return (
    <section class="page" aria-labelledby="audit-title">
      <h2 id="audit-title">Audit</h2>
      <form class="filter" onSubmit={event => event.preventDefault()}>
        <input
          type="search"
          aria-label="search the trail"
          placeholder="any text in a record"
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
        <button type="button" onClick={() => void verify()}>
          Verify
        </button>
        <button type="button" disabled={(found.value ?? []).length === 0} onClick={() => save(found.value ?? [])}>
          Export
        </button>
      </form>
      <p role="status">{answer.value}</p>
      {found.value !== undefined && <Found entries={found.value} isSearch={text.value.trim() !== ''} />}
    </section>
  );
}

function Found({ entries: shown, isSearch }: { readonly entries: readonly Entry[]; readonly isSearch: boolean }) {
  if (shown.length === 0)
    return isSearch ? (
      <Empty title="No record holds that" />
    ) : (
      <Empty title="The audit log is empty">
        Each decision, question, answer and outcome is written here. Each record holds the hash of the one before it.
      </Empty>
    );
  return (
    <ul class="records" aria-label="records">
      {shown.map(({ seq, record }) => (
        <li key={seq}>
          <details>
            <summary>
              <span class="seq">{seq}</span>
              <time>{clock(record.at)}</time>
              <Line record={record} />
            </summary>
            <pre>{visible(pretty(record))}</pre>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** What a record says in a line. */
function Line({ record }: { readonly record: Entry['record'] }) {
  const { type } = record;
  if (type === 'evaluation')
    return (
      <>
        <Chip word={said(record['ruling'])} />
        <code>{about(record)}</code>
        {record['ruling'] !== 'pass' && <span class="gist">{visible(said(record['reason']).replaceAll('`', ''))}</span>}
      </>
    );
  return (
    <>
      <span class="ruling">{type === 'ask' ? 'question' : type.replaceAll('_', ' ')}</span>
      <span class="gist">{visible(wordsOf(record))}</span>
    </>
  );
}

function wordsOf(record: Entry['record']): string {
  const { granted, questions } = record;
  if (Array.isArray(granted))
    return [granted.every(Boolean) ? 'yes' : 'no', said(record['by']), said(record['reason'])].filter(Boolean).join(' · ');
  if (Array.isArray(questions)) return questions.map(each => said((each as { readonly reason?: unknown }).reason)).join('; ');
  const parts = ['name', 'change', 'status', 'code', 'error', 'why', 'detail', 'by', 'reason'].map(name => said(record[name]));
  return parts.filter(Boolean).join(' · ');
}

/** Saves records as lines of JSON. */
function save(shown: readonly Entry[]): void {
  const url = URL.createObjectURL(
    new Blob(
      shown.map(entry => `${JSON.stringify(entry)}\n`),
      { type: 'application/jsonl' },
    ),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = 'licet-trail.jsonl';
  link.click();
  URL.revokeObjectURL(url);
}
