import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

import { send } from './api.ts';
import type { Entry } from './api.ts';
import { CallText } from './call.tsx';
import { PolicyTree } from './policy.tsx';
import { entries, filter, opened, policy, shown } from './state.ts';
import { clock, effectText, gist, messageOf, pretty, said } from './words.ts';
import type { Effect } from './words.ts';

/** The height of a row in pixels, as the style sheet has it, and how many rows beyond the window are drawn. */
const ROW = 40;
const SPARE = 8;

const RULINGS = ['', 'pass', 'warn', 'ask', 'block'] as const;

/** The rulings as they happen, newest first. Only the rows that are in sight are drawn. */
export function Live() {
  return (
    <section class="live" aria-labelledby="live-title">
      <h2 id="live-title" class="unseen">
        Live
      </h2>
      <Filter />
      <Rows />
      <Details />
    </section>
  );
}

function Filter() {
  const { ruling, text } = filter.value;
  return (
    <div class="filter">
      <div role="group" aria-label="show rulings">
        {RULINGS.map(each => (
          <button type="button" key={each} aria-pressed={ruling === each} onClick={() => (filter.value = { ruling: each, text })}>
            {each === '' ? 'all' : each}
          </button>
        ))}
      </div>
      <input
        type="search"
        value={text}
        placeholder="tool, agent, session, command …"
        aria-label="search"
        onInput={({ currentTarget }) => (filter.value = { ruling, text: currentTarget.value })}
      />
    </div>
  );
}

function Rows() {
  if (shown.value.length > 0) return <List />;
  return (
    <p class="empty">
      {entries.value.length === 0
        ? 'Nothing has been decided yet. What an agent does appears here as it happens.'
        : 'No decision fits the filter.'}
    </p>
  );
}

function List() {
  const list = useRef<HTMLDivElement>(null);
  const sight = useSignal({ top: 0, height: 800 });
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const look = (): void => void (sight.value = { top: element.scrollTop, height: element.clientHeight });
    const watch = new ResizeObserver(look);
    watch.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [sight]);
  const rows = shown.value;
  const first = Math.max(0, Math.floor(sight.value.top / ROW) - SPARE);
  const last = Math.ceil((sight.value.top + sight.value.height) / ROW) + SPARE;
  return (
    <div class="rows" ref={list} tabIndex={0} role="list" aria-label="decisions, newest first" onKeyDown={move}>
      <div style={{ height: `${rows.length * ROW}px` }}>
        {rows.slice(first, last).map((entry, index) => (
          <Row key={entry.seq} entry={entry} top={(first + index) * ROW} />
        ))}
      </div>
    </div>
  );
}

/** The arrow keys open the next or the previous row. */
function move(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (event.key === 'Escape') opened.value = undefined;
  if (step === 0) return;
  event.preventDefault();
  const rows = shown.value;
  const at = rows.findIndex(({ seq }) => seq === opened.value);
  const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
  if (next === undefined) return;
  opened.value = next.seq;
  const list = event.currentTarget as HTMLElement;
  const top = rows.indexOf(next) * ROW;
  if (top < list.scrollTop || top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
}

function Row({ entry: { seq, record }, top }: { readonly entry: Entry; readonly top: number }) {
  const ruling = said(record['ruling']);
  return (
    <div role="listitem" class="place" style={{ transform: `translateY(${top}px)` }}>
      <button
        type="button"
        class="row"
        tabIndex={-1}
        aria-expanded={opened.value === seq}
        onClick={() => (opened.value = opened.value === seq ? undefined : seq)}
      >
        <span class={`ruling ${ruling}`}>{ruling}</span>
        <span class="tool">{said(record['tool'] ?? record['kind'])}</span>
        <code>{gist(record['payload'])}</code>
        <span class="who">{said(record['agentId'] ?? 'main')}</span>
        <time>{clock(record.at)}</time>
      </button>
    </div>
  );
}

/** What is shown of a decision, with the name that it has there. */
const FACTS: Readonly<Record<string, string>> = {
  reason: 'reason',
  guard: 'guard',
  code: 'code',
  gaps: 'what is not known',
  errors: 'faults',
  evidence: 'evidence',
  obligations: 'obligations',
  agentId: 'agent',
  sessionId: 'session',
  callId: 'call',
  cwd: 'folder',
  actionDigest: 'digest of the action',
  policyDigest: 'digest of the policy',
};

function Details() {
  const entry = entries.value.find(({ seq }) => seq === opened.value);
  if (entry === undefined) return null;
  const { record, seq } = entry;
  const outcome = entries.value.find(
    each => each.record.type === 'outcome' && each.record['evaluationId'] === record['evaluationId'],
  );
  const node = record['node'];
  return (
    <aside class="details" aria-label={`decision ${seq}`}>
      <header>
        <h3>
          <span class={`ruling ${said(record['ruling'])}`}>{said(record['ruling'])}</span>{' '}
          {said(record['tool'] ?? record['kind'])}
        </h3>
        <button type="button" onClick={() => (opened.value = undefined)} aria-label="close">
          ✕
        </button>
      </header>
      <CallText payload={record['payload']} />
      {typeof node === 'string' && record['policyDigest'] === policy.value?.digest && <PolicyTree lit={node} />}
      <dl>
        {Object.entries(FACTS).map(
          ([name, label]) =>
            record[name] !== undefined && (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{pretty(record[name])}</dd>
              </div>
            ),
        )}
        <div>
          <dt>outcome</dt>
          <dd>
            {outcome === undefined
              ? 'not reported'
              : `${said(outcome.record['status'])}${outcome.record['error'] === undefined ? '' : `: ${said(outcome.record['error'])}`}`}
          </dd>
        </div>
        <div>
          <dt>record</dt>
          <dd>
            {seq}, hash <code>{entry.hash}</code>
          </dd>
        </div>
      </dl>
      <Now key={seq} record={record} />
    </aside>
  );
}

interface Explained {
  readonly ruling: string;
  readonly reason?: string;
  readonly fix?: { readonly summary?: string } | string;
  readonly effects?: readonly Effect[];
}

/** What the policy would say of a call now, and what the call would do: found out when somebody wants to know, and nothing is changed. */
function Now({ record }: { readonly record: Entry['record'] }) {
  const found = useSignal<Explained | string | undefined>(undefined);
  const look = (): void => {
    if (found.value !== undefined) return;
    const { kind, tool, payload, cwd, sessionId, agentId, taskType } = record;
    const given = Object.entries({ kind, tool, payload, cwd, sessionId, agentId, taskType }).filter(
      ([, value]) => value !== undefined,
    );
    void send('POST', '/v1/explain', { action: Object.fromEntries(given) }).then(
      answer => (found.value = answer as Explained),
      (error: unknown) => (found.value = messageOf(error)),
    );
  };
  const { value } = found;
  return (
    <details onToggle={look}>
      <summary>what it would do, and what the policy says now</summary>
      {typeof value === 'string' && <p class="fault">{value}</p>}
      {typeof value === 'object' && (
        <dl aria-label="now">
          <div>
            <dt>ruling</dt>
            <dd>
              <span class={`ruling ${value.ruling}`}>{value.ruling}</span> {value.reason}
            </dd>
          </div>
          {value.fix !== undefined && (
            <div>
              <dt>instead</dt>
              <dd>{typeof value.fix === 'string' ? value.fix : (value.fix.summary ?? pretty(value.fix))}</dd>
            </div>
          )}
          <div>
            <dt>effects</dt>
            <dd>{effectsText(value.effects)}</dd>
          </div>
        </dl>
      )}
    </details>
  );
}

const effectsText = (effects: readonly Effect[] | undefined): string =>
  effects === undefined ? 'not looked for' : effects.length === 0 ? 'none' : effects.map(effectText).join('\n');
