import type { Entry } from './api.ts';
import { opened } from './state.ts';
import { about, call, clock, pretty, said, visible } from './words.ts';

/** The arguments of a call as a person reads them: an edit as a difference, a command by itself, everything else whole. */
export function CallText({ payload }: { readonly payload: unknown }) {
  const { old_string: before, new_string: after, ...rest } = (payload ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof before !== 'string' || typeof after !== 'string') return <CommandText payload={payload} />;
  return (
    <>
      <Arguments of={rest} />
      <pre>
        {before !== '' && <del>{lines('-', before)}</del>}
        {after !== '' && <ins>{lines('+', after)}</ins>}
      </pre>
    </>
  );
}

/** A command, with what else the call has below it. */
function CommandText({ payload }: { readonly payload: unknown }) {
  const { command, ...rest } = (payload ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof command !== 'string' || Object.keys(rest).length === 0) return <pre>{call(payload)}</pre>;
  return (
    <>
      <pre>{visible(command)}</pre>
      <Arguments of={rest} />
    </>
  );
}

const Arguments = ({ of }: { readonly of: Readonly<Record<string, unknown>> }) => (
  <p class="note">
    {Object.entries(of)
      .map(([key, value]) => `${visible(key)}: ${visible(pretty(value))}`)
      .join(', ')}
  </p>
);

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
