import type { Entry } from './api.ts';
import { opened } from './state.ts';
import { about, call, clock, pretty, said, visible } from './words.ts';

/** The arguments of a call as a person reads them: an edit as a difference, everything else whole. */
export function CallText({ payload }: { readonly payload: unknown }) {
  const { old_string: before, new_string: after, ...rest } = (payload ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof before !== 'string' || typeof after !== 'string') return <pre>{call(payload)}</pre>;
  return (
    <>
      <p class="note">
        {Object.entries(rest)
          .map(([key, value]) => `${key}: ${visible(pretty(value))}`)
          .join(', ')}
      </p>
      <pre>
        {before !== '' && <del>{lines('-', before)}</del>}
        {after !== '' && <ins>{lines('+', after)}</ins>}
      </pre>
    </>
  );
}

const lines = (mark: string, text: string): string =>
  visible(text)
    .replace(/\n$/u, '')
    .split('\n')
    .map(line => `${mark} ${line}\n`)
    .join('');

/** A few decisions, the latest first; one that is chosen is opened among all of them. */
export function DecisionList({ label, entries }: { readonly label: string; readonly entries: readonly Entry[] }) {
  return (
    <ul class="plain decisions" aria-label={label}>
      {entries.map(({ seq, record }) => (
        <li key={seq}>
          <a href="#live" onClick={() => (opened.value = seq)}>
            <span class={`ruling ${said(record['ruling'])}`}>{said(record['ruling'])}</span>
            <time>{clock(record.at)}</time>
            <code>{about(record)}</code>
          </a>
        </li>
      ))}
    </ul>
  );
}
