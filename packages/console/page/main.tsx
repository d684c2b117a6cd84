import { effect, signal } from '@preact/signals';
import { render } from 'preact';

import { pair, token } from './api.ts';
import { Approvals } from './approvals.tsx';
import { Audit } from './audit.tsx';
import { Knowledge } from './knowledge.tsx';
import { Live } from './live.tsx';
import { Passkeys } from './passkeys.tsx';
import { Policy } from './policy.tsx';
import { Sessions } from './sessions.tsx';
import { isLive, start, waiting } from './state.ts';
import { messageOf } from './words.ts';

const VIEWS = {
  live: Live,
  approvals: Approvals,
  policy: Policy,
  sessions: Sessions,
  knowledge: Knowledge,
  audit: Audit,
  passkeys: Passkeys,
} as const;
type View = keyof typeof VIEWS;

const fault = signal('');
const view = signal<View>('live');

const go = (): void => {
  const name = location.hash.slice(1);
  view.value = Object.hasOwn(VIEWS, name) ? (name as View) : 'live';
};

function App() {
  if (token.value === null) return <Closed />;
  const Shown = VIEWS[view.value];
  return (
    <>
      <header class="bar">
        <h1>Licet</h1>
        <nav aria-label="views">
          {Object.keys(VIEWS).map(name => (
            <a key={name} href={`#${name}`} aria-current={view.value === name ? 'page' : undefined}>
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
