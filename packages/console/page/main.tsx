import { effect, signal } from '@preact/signals';
import { render } from 'preact';

import { pair, token } from './api.ts';
import { Approvals } from './approvals.tsx';
import { Audit } from './audit.tsx';
import { Fleet } from './fleet.tsx';
import { Knowledge } from './knowledge.tsx';
import { Live } from './live.tsx';
import { Overview } from './overview.tsx';
import { Passkeys } from './passkeys.tsx';
import { Policy } from './policy.tsx';
import { Sessions } from './sessions.tsx';
import { isFleet, isLive, policy, start, waiting } from './state.ts';
import { messageOf } from './words.ts';

const VIEWS = {
  overview: Overview,
  live: Live,
  approvals: Approvals,
  policy: Policy,
  sessions: Sessions,
  fleet: Fleet,
  knowledge: Knowledge,
  audit: Audit,
  passkeys: Passkeys,
} as const;
type View = keyof typeof VIEWS;

/** The picture beside the name of each view: strokes in a square of 16. */
const ICONS: Readonly<Record<View, string>> = {
  overview: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z',
  live: 'M1 8h3l2-5 4 10 2-5h3',
  approvals: 'M8 1l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V3zM5 8l2 2 4-4',
  policy: 'M8 2v4M8 6L4 10M8 6l4 4M2 10h4v4H2zM10 10h4v4h-4z',
  sessions: 'M2 3h12v8H2zM5 14h6M5 6l2 1-2 1',
  fleet: 'M1 3h6v4H1zM9 3h6v4H9zM5 11h6v3H5zM4 7v2h8V7M8 9v2',
  knowledge: 'M4 4a2 2 0 1 0 .1 0M12 4a2 2 0 1 0 .1 0M8 12a2 2 0 1 0 .1 0M6 6h4M5 8l2 4M11 8l-2 4',
  audit: 'M3 1h7l3 3v11H3zM5 6h6M5 9h6M5 12h4',
  passkeys: 'M5 8a3 3 0 1 0 .1 0M7 9l7-7M11 5l2 2',
};

const fault = signal('');
const view = signal<View>('overview');

/** Tells whether a view is in the list: that of all machines is, once a machine is named or somebody has opened it. */
const isListed = (name: View): boolean => name !== 'fleet' || isFleet.value || view.value === name;

const go = (): void => {
  const name = location.hash.slice(1);
  view.value = Object.hasOwn(VIEWS, name) ? (name as View) : 'overview';
};

function App() {
  if (token.value === null) return <Closed />;
  const Shown = VIEWS[view.value];
  const { project, mode } = policy.value ?? {};
  return (
    <>
      <header class="bar">
        <h1>Licet</h1>
        {mode !== undefined && (
          <p class="project">
            {project !== undefined && <b>{project}</b>}{' '}
            <span class={`mode ${mode}`}>{mode === 'observe' ? 'observes' : 'enforces'}</span>
          </p>
        )}
        <nav aria-label="views">
          {(Object.keys(VIEWS) as View[]).filter(isListed).map(name => (
            <a key={name} href={`#${name}`} aria-current={view.value === name ? 'page' : undefined}>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d={ICONS[name]} />
              </svg>
              {name}
              {name === 'approvals' && waiting.value.length > 0 && <span class="badge">{waiting.value.length}</span>}
            </a>
          ))}
        </nav>
        <span class={isLive.value ? 'state on' : 'state'} role="status">
          {isLive.value ? 'live' : 'not connected'}
        </span>
      </header>
      <main>
        <Shown />
      </main>
    </>
  );
}

function Closed() {
  return (
    <main class="closed">
      <h1>Licet</h1>
      <p>
        Run <code>licet console</code> in a terminal, and open the address that it prints. It is good for one page, within five
        minutes.
      </p>
      <p role="alert" class="fault">
        {fault.value}
      </p>
    </main>
  );
}

addEventListener('hashchange', go);
await pair().catch((error: unknown) => (fault.value = messageOf(error)));
go();
effect(() => (token.value === null ? undefined : start()));
render(<App />, document.body);
