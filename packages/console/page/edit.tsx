import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import type { ChangedAction, PolicyChange, PolicyEdit } from '../src/ports.ts';
import { send } from './api.ts';
import { policy, refreshPolicy } from './state.ts';
import { clock, counted, messageOf } from './words.ts';

type Place = PolicyEdit['issues'][number];
type Changed = ChangedAction & { readonly calls?: number };

/** How often the policy is looked at while it is shown, in milliseconds. */
const LOOK_MS = 2_000;

const edit = signal<PolicyEdit | undefined>(undefined);
const fault = signal('');

async function look(): Promise<void> {
  try {
    edit.value = (await send('GET', '/v1/edit')) as PolicyEdit;
    fault.value = '';
    const { digest } = edit.value;
    if (digest !== undefined && digest !== policy.value?.digest) void refreshPolicy();
  } catch (error) {
    edit.value = undefined;
    fault.value = messageOf(error);
  }
}

/** What the edits of the policy come to since somebody has looked: people edit in their editor, and see it here. */
export function EditView() {
  useEffect(() => {
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const found = edit.value;
  if (found === undefined) return fault.value === '' ? null : <p class="note">{fault.value}</p>;
  return (
    <div aria-live="polite">
      {found.issues.length > 0 && <Broken issues={found.issues} />}
      {found.change !== undefined && <ChangeCard change={found.change} />}
      {found.change === undefined && found.issues.length === 0 && (
        <p class="note">
          Edit <code>{found.file}</code> and save it: what that changes appears here.
        </p>
      )}
      {found.warnings.length > 0 && (
        <details>
          <summary>what is doubtful ({found.warnings.length})</summary>
          <Places places={found.warnings} />
        </details>
      )}
    </div>
  );
}

function Broken({ issues }: { readonly issues: readonly Place[] }) {
  return (
    <div class="card" role="alert">
      <header>
        <span class="ruling block">broken</span> <b>The policy does not load: every call is stopped until it does.</b>
      </header>
      <Places places={issues} />
    </div>
  );
}

function Places({ places }: { readonly places: readonly Place[] }) {
  return (
    <ul class="plain">
      {places.map(({ file, line, message }, index) => (
        <li key={index}>
          <code>
            {file.replace(/^.*[\\/]/u, '')}:{line}
          </code>{' '}
          {message}
        </li>
      ))}
    </ul>
  );
}

const TONE: Readonly<Record<string, string>> = {
  equal: 'pass',
  narrower: 'pass',
  wider: 'block',
  mixed: 'block',
  unknown: 'warn',
};

function ChangeCard({
  change: { at, verdict, meaning, witnesses, doubts, settings, replay },
}: {
  readonly change: PolicyChange;
}) {
  return (
    <article class="card" aria-label="what the edit changes">
      <header>
        <span class={`ruling ${TONE[verdict] ?? ''}`}>{verdict}</span> <b>{meaning}</b>
        <span class="who">edited {clock(at)}, in force</span>
        <button type="button" onClick={() => void send('POST', '/v1/edit', { seen: true }).then(look, look)}>
          Seen
        </button>
      </header>
      {witnesses.length > 0 && <Differences title="For example" rows={witnesses} />}
      {replay.changes.length > 0 ? (
        <Differences title={`Of the last ${counted(replay.calls, 'call')}`} rows={replay.changes} />
      ) : (
        <p class="note">
          {replay.calls === 0
            ? 'No recorded call could be judged again.'
            : `Of the last ${counted(replay.calls, 'call')} none is judged differently.`}
        </p>
      )}
      {doubts.length > 0 && (
        <details>
          <summary>what is not proven ({doubts.length})</summary>
          <ul class="plain">
            {doubts.map(each => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </details>
      )}
      {settings.length > 0 && <p class="note">Changes no ruling: {settings.join(', ')}</p>}
    </article>
  );
}

function Differences({ title, rows }: { readonly title: string; readonly rows: readonly Changed[] }) {
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain">
        {rows.map(({ change, words, before, after, calls }, index) => (
          <li key={index}>
            <code>{words}</code>
            <div class="note">
              <span class={change === 'wider' ? 'block' : 'pass'}>{change}</span>
              {calls !== undefined && ` · ${counted(calls, 'call')}`} · {before} → {after}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
