import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

import { Details } from './details.tsx';
import { Chip, Empty, Prose, SessionName } from './parts.tsx';
import { entries, filter, opened, shown } from './state.ts';
import type { Row } from './state.ts';
import { about, clock, said, visible } from './words.ts';

/** The height of a row in pixels, as the style sheet has it: on a narrow screen a reason takes three lines. */
const rowHeight = (): number => (matchMedia('(max-width: 800px)').matches ? 84 : 56);

/** How many rows beyond the window are drawn. */
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
  if (entries.value.length > 0)
    return <Empty title="No decision fits the filter">Take a ruling or a word out of it to see more.</Empty>;
  return (
    <Empty title="Nothing has been decided yet" command="licet doctor">
      Each call of an agent appears here as it happens, with its ruling and the reason. If nothing comes while an agent works,
      check that its hook is installed:
    </Empty>
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
  const height = rowHeight();
  const first = Math.max(0, Math.floor(sight.value.top / height) - SPARE);
  const last = Math.ceil((sight.value.top + sight.value.height) / height) + SPARE;
  return (
    <div class="rows" ref={list} tabIndex={0} role="list" aria-label="decisions, newest first" onKeyDown={move}>
      <div style={{ height: `${rows.length * height}px` }}>
        {rows.slice(first, last).map((row, index) => (
          <RowView key={row.entry.seq} row={row} top={(first + index) * height} />
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
  const at = rows.findIndex(({ entry }) => entry.seq === opened.value);
  const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
  if (next === undefined) return;
  opened.value = next.entry.seq;
  const list = event.currentTarget as HTMLElement;
  const height = rowHeight();
  const top = rows.indexOf(next) * height;
  if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
}

function RowView({ row: { entry, count }, top }: { readonly row: Row; readonly top: number }) {
  const { seq, record } = entry;
  const tool = said(record['tool'] ?? record['kind']);
  const reason = record['ruling'] === 'pass' ? '' : said(record['reason']);
  const agent = said(record['agentId'] ?? 'main');
  return (
    <div role="listitem" class="place" style={{ transform: `translateY(${top}px)` }}>
      <button
        type="button"
        class="row"
        tabIndex={-1}
        aria-expanded={opened.value === seq}
        onClick={() => (opened.value = opened.value === seq ? undefined : seq)}
      >
        <Chip word={said(record['ruling'])} />
        <span class="what">
          <code>{about(record)}</code>
          {count > 1 && <span class="times">×{count}</span>}
        </span>
        <time>{clock(record.at)}</time>
        <span class="sub">
          {tool}
          {reason !== '' && (
            <>
              {' · '}
              <Prose text={reason} />
            </>
          )}
        </span>
        <span class="who">
          {[said(record['machine']), agent === 'main' ? '' : agent].filter(Boolean).map(each => `${visible(each)} · `)}
          <SessionName id={record.sessionId} />
        </span>
      </button>
    </div>
  );
}
