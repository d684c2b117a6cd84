import type { ComponentChildren } from 'preact';

import type { Entry, Waiting } from './api.ts';
import { Chip, Empty, Meter, Prose, SessionName } from './parts.tsx';
import { isAlive, lastOf, limitsOf, sessionsNow, useSessions } from './sessionState.ts';
import type { Session } from './sessionState.ts';
import { entries, folded, opened, policy, today, waiting } from './state.ts';
import type { Row } from './state.ts';
import { about, ago, clock, counted, said, until } from './words.ts';

/** How many rows each list shows. */
const MOST = 5;

const isStopped = ({ record }: Entry): boolean => record['ruling'] === 'block';

/** What a person wants to know first: what waits for them, what was stopped today, what is earned, who is at work. */
export function Overview() {
  useSessions();
  const stopped = today.value.filter(isStopped);
  const alive = sessionsNow().filter(isAlive);
  const facts = alive.flatMap(({ standing }) => standing?.facts ?? []);
  return (
    <section class="page" aria-labelledby="overview-title">
      <h2 id="overview-title">Overview</h2>
      {policy.value?.mode === 'observe' && (
        <p class="banner">This policy only observes: it records what it would stop, and stops nothing.</p>
      )}
      <div class="tiles">
        <Tile
          href="#approvals"
          value={waiting.value.length}
          label="waiting for you"
          look={waiting.value.length > 0 ? 'ask' : ''}
        />
        <Tile href="#live" value={stopped.length} label="blocked today" look={stopped.length > 0 ? 'block' : ''} />
        <Tile
          href="#sessions"
          value={facts.filter(({ holds }) => holds).length}
          of={facts.length}
          label="facts earned"
          look={facts.some(({ holds }) => holds) ? 'pass' : ''}
        />
        <Tile href="#sessions" value={alive.length} label={alive.length === 1 ? 'session alive' : 'sessions alive'} look="" />
      </div>
      {entries.value.length === 0 ? (
        <Empty title="No agent has acted yet" command="licet check --command 'rm -rf ~'">
          Start your agent in this project: each call that it makes appears here with its ruling. To try a call without an agent:
        </Empty>
      ) : (
        <div class="columns">
          <div>
            <WaitingList />
            <Stopped rows={folded(stopped)} />
          </div>
          <Sessions alive={alive} />
        </div>
      )}
    </section>
  );
}

interface TileProps {
  readonly href: string;
  readonly value: number;
  readonly of?: number;
  readonly label: string;
  readonly look: string;
}

function Tile({ href, value, of, label, look }: TileProps) {
  return (
    <a class={`tile ${look}`} href={href}>
      <span class="figure">
        {value}
        {of !== undefined && of > 0 && <small> of {of}</small>}
      </span>
      <span>{label}</span>
    </a>
  );
}

function Panel({
  title,
  href,
  children,
}: {
  readonly title: string;
  readonly href: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="panel" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <a href={href}>see all</a>
      </header>
      {children}
    </section>
  );
}

function WaitingList() {
  return (
    <Panel title="Waiting for you" href="#approvals">
      {waiting.value.length === 0 ? (
        <p class="note">Nothing waits. When the policy asks about a call, it waits here for your answer.</p>
      ) : (
        <ul class="plain">
          {waiting.value.slice(0, MOST).map(each => (
            <li key={each.id}>
              <WaitingRow request={each} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function WaitingRow({ request: { action, questions, expiresAt } }: { readonly request: Waiting }) {
  return (
    <a class="brief" href="#approvals">
      <Chip word="ask" />
      <code>{about({ ...action })}</code>
      <span class="who">{until(expiresAt)} left</span>
      <span class="sub">
        <Prose text={questions.map(({ reason }) => reason).join('; ')} />
      </span>
    </a>
  );
}

function Stopped({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <Panel title="Stopped today" href="#live">
      {rows.length === 0 ? (
        <p class="note">Nothing was stopped today.</p>
      ) : (
        <ul class="plain">
          {rows.slice(0, MOST).map(({ entry: { seq, record }, count }) => (
            <li key={seq}>
              <a class="brief" href="#live" onClick={() => (opened.value = seq)}>
                <Chip word={said(record['ruling'])} />
                <code>
                  {about(record)}
                  {count > 1 && <span class="times"> ×{count}</span>}
                </code>
                <time>{clock(record.at)}</time>
                <span class="sub">
                  <Prose text={said(record['reason'])} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Sessions({ alive }: { readonly alive: readonly Session[] }) {
  const shown = alive.length > 0 ? alive : sessionsNow().slice(0, 1);
  return (
    <div>
      <Panel title={alive.length > 0 ? 'Sessions alive' : 'Last session'} href="#sessions">
        {shown.length === 0 && <p class="note">The policy has no guard that remembers sessions, or none has begun.</p>}
        {shown.slice(0, MOST).map(session => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Panel>
    </div>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const { id, evaluated, passed, standing } = session;
  return (
    <div class="session">
      <p>
        <b>
          <SessionName id={id} />
        </b>{' '}
        {standing?.held !== undefined && <Chip word="on hold" look="block" />}
        <span class="who">
          {passed} of {counted(evaluated, 'call')} passed · {ago(lastOf(session))}
        </span>
      </p>
      {standing?.facts.map(({ name, holds, way }) => (
        <p key={name}>
          <span class={holds ? 'pass' : 'warn'}>{holds ? '✓' : '○'}</span> {name}{' '}
          <span class="who">{holds ? 'earned' : way}</span>
        </p>
      ))}
      {limitsOf(session).map(limit => (
        <Meter key={limit.name} {...limit} />
      ))}
    </div>
  );
}
