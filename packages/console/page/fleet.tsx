import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { send } from './api.ts';
import { Empty, RulingCounts } from './parts.tsx';
import { ago, counted, messageOf, visible } from './words.ts';

/** By what the rows are chosen, and how often they are asked for. */
const GROUPS = ['machine', 'project', 'agent', 'principal'] as const;
const PAUSE_MS = 5_000;

type Group = (typeof GROUPS)[number];
type Names = Readonly<Record<Group, string>>;

interface Row extends Names {
  readonly calls: number;
  readonly rulings: Readonly<Record<string, number>>;
  readonly lastAt: number;
}

interface Found {
  readonly rows: readonly Row[];
  readonly more: number;
  readonly names: Readonly<Record<Group, readonly string[]>>;
  readonly decisions: number;
}

/** Who acts where: the latest decisions of all machines, by machine, project, agent and principal. */
export function Fleet() {
  const chosen = useSignal<Partial<Names>>({});
  const found = useSignal<Found | undefined>(undefined);
  const fault = useSignal('');
  useEffect(() => {
    const stop = new AbortController();
    const look = async (): Promise<void> => {
      const [answer, why] = await send('GET', `/v1/fleet?${new URLSearchParams({ ...chosen.value })}`).then(
        said => [said as Found, ''] as const,
        (error: unknown) => [found.value, messageOf(error)] as const,
      );
      if (stop.signal.aborted) return;
      [found.value, fault.value] = [answer, why];
      setTimeout(() => stop.signal.aborted || void look(), PAUSE_MS);
    };
    void look();
    return () => stop.abort();
  }, [chosen.value]);
  return (
    <section class="page" aria-labelledby="fleet-title">
      <h2 id="fleet-title">Fleet</h2>
      <p role="alert" class="fault">
        {fault.value}
      </p>
      {found.value !== undefined && (
        <>
          <Choice names={found.value.names} chosen={chosen.value} choose={each => (chosen.value = each)} />
          <Rows found={found.value} />
        </>
      )}
    </section>
  );
}

interface ChoiceProps {
  readonly names: Found['names'];
  readonly chosen: Partial<Names>;
  readonly choose: (chosen: Partial<Names>) => void;
}

/** The value of a menu that leaves everything in; no name begins with a space. */
const ALL = ' ';

function Choice({ names, chosen, choose }: ChoiceProps) {
  return (
    <form class="inline" onSubmit={event => event.preventDefault()}>
      {GROUPS.map(group => (
        <label key={group}>
          {group}
          <select
            value={chosen[group] ?? ALL}
            onChange={({ currentTarget: { value } }) => {
              const { [group]: _left, ...others } = chosen;
              choose(value === ALL ? others : { ...others, [group]: value });
            }}
          >
            <option value={ALL}>all</option>
            {[...new Set([...names[group], ...(chosen[group] === undefined ? [] : [chosen[group]])])].map(name => (
              <option key={name} value={name}>
                {nameText(name)}
              </option>
            ))}
          </select>
        </label>
      ))}
    </form>
  );
}

const nameText = (name: string): string => (name === '' ? 'not known' : visible(name));

function Rows({ found: { rows, more, decisions } }: { readonly found: Found }) {
  if (rows.length === 0)
    return decisions > 0 ? (
      <Empty title="No call fits the filter">Take a name out of it to see more.</Empty>
    ) : (
      <Empty title="No machine has asked yet">Each machine that asks this server appears here, by the name of its token.</Empty>
    );
  return (
    <>
      <p class="note">
        {counted(rows.length, 'row')} of the latest {counted(decisions, 'decision')}
        {more > 0 && `; ${more} more rows are not shown`}
      </p>
      <ul class="plain" aria-label="machines">
        {rows.map(row => (
          <RowView key={GROUPS.map(group => row[group]).join('\n')} row={row} />
        ))}
      </ul>
    </>
  );
}

function RowView({ row }: { readonly row: Row }) {
  const { machine, calls, rulings, lastAt } = row;
  const others = GROUPS.slice(1).filter(group => row[group] !== '');
  return (
    <li class="card">
      <header>
        <h3>{machine === '' ? 'machine not known' : visible(machine)}</h3>
        <span class="who">
          {counted(calls, 'call')} · {ago(lastAt)}
        </span>
        <RulingCounts rulings={rulings} />
      </header>
      {others.length > 0 && (
        <p>
          {others.map((group, index) => (
            <span key={group}>
              {index > 0 && ' · '}
              <span class="who">{group}</span> {visible(row[group])}
            </span>
          ))}
        </p>
      )}
    </li>
  );
}
