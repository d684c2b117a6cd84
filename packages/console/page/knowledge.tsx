import { computed, signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import type { GraphView, SettledProposal } from '../src/ports.ts';
import { send } from './api.ts';
import { isResting, makeCards, rest } from './cards.ts';
import type { Card, Cards } from './cards.ts';
import { CodeField } from './codeField.tsx';
import { Concepts, DEPTHS } from './concepts.tsx';
import { decisions, entries } from './state.ts';
import { Empty } from './parts.tsx';
import { clock, counted, messageOf, visible } from './words.ts';

type Pending = GraphView['pending'][number];
type Edge = NonNullable<SettledProposal['edge']>;

const RELATIONS = ['APPLIES_TO', 'REQUIRES', 'CONSTRAINED_BY', 'DEPENDS_ON', 'INCLUDES'] as const;
/** What fails may leave a proposal: the graphs are looked at again when the trail has been still for so long. */
const STILL_MS = 500;

const graphs = signal<readonly GraphView[] | undefined>(undefined);
const fault = signal('');

async function look(): Promise<void> {
  try {
    graphs.value = ((await send('GET', '/v1/knowledge')) as { readonly graphs: readonly GraphView[] }).graphs;
    fault.value = '';
  } catch (error) {
    fault.value = messageOf(error);
  }
}

/** What the agent may know: the concepts, what calls lacked, and the edges that failures have suggested. */
export function Knowledge() {
  const newest = entries.value[0]?.seq;
  useEffect(() => {
    const timer = setTimeout(() => void look(), graphs.value === undefined ? 0 : STILL_MS);
    return () => clearTimeout(timer);
  }, [newest]);
  return (
    <section class="page" aria-labelledby="knowledge-title">
      <h2 id="knowledge-title">Knowledge</h2>
      <p role="alert" class="fault">
        {fault.value}
      </p>
      <Gaps />
      {graphs.value?.length === 0 && (
        <Empty title="The policy names no knowledge graph" command="graphs: { main: { store: sqlite } }">
          With a graph, an agent may only do what it has learned the concepts of. Name one in the policy:
        </Empty>
      )}
      {graphs.value?.map(graph => (
        <GraphSection key={graph.name} graph={graph} isOnly={graphs.value?.length === 1} />
      ))}
    </section>
  );
}

interface Gap {
  readonly kind: string;
  readonly concept: string;
  readonly detail: string;
}

/** What the calls that this page knows of lacked, the latest first. */
const lacked = computed(() => {
  const found = new Map<string, Gap & { readonly at: number; times: number }>();
  for (const { record } of decisions.value)
    for (const gap of (record['gaps'] as readonly Gap[] | undefined) ?? []) {
      const key = `${gap.kind} ${gap.concept} ${gap.detail}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...gap, at: record.at, times: 1 });
      else known.times++;
    }
  return found;
});

function Gaps() {
  const found = lacked.value;
  if (found.size === 0) return null;
  return (
    <article class="card" aria-label="gaps">
      <header>
        <span class="ruling warn">gaps</span> <b>What calls lacked</b>
      </header>
      <ul class="plain">
        {[...found].map(([key, { kind, concept, detail, at, times }]) => (
          <li key={key}>
            <b>{concept}</b> <span class="who">{kind}</span> {detail}
            <div class="note">
              {counted(times, 'call')}, last {clock(at)} · <code>licet concepts learn {concept}</code> fills it
            </div>
          </li>
        ))}
      </ul>
    </article>
  );
}

const cardsOfGraphs = new Map<string, Cards<Pending>>();

/** The suggested edges of a graph, each with its place. */
function cardsOf(graph: string): Cards<Pending> {
  const cards = cardsOfGraphs.get(graph) ?? makeCards<Pending>();
  cardsOfGraphs.set(graph, cards);
  return cards;
}

function GraphSection({ graph, isOnly }: { readonly graph: GraphView; readonly isOnly: boolean }) {
  const { name, store, error, concepts, doubts, pending } = graph;
  const cards = cardsOf(name);
  useEffect(() => cards.clear(), []);
  useEffect(() => cards.take(pending), [pending]);
  const known = new Set(concepts.map(each => each.name));
  // A call does not say in which graph it lacked something: what stands in none belongs to this one only where there is no other.
  const lacking = [...lacked.value.values()].filter(({ concept }) => isOnly || known.has(concept));
  const gaps = new Map(lacking.map(({ concept, detail }) => [concept, detail]));
  return (
    <section aria-label={`graph ${name}`}>
      <h3>{name}</h3>
      <p class="note">
        {store} · {counted(concepts.length, 'concept')}
      </p>
      {error !== undefined && (
        <div class="card" role="alert">
          <span class="ruling block">broken</span> {error}
        </div>
      )}
      {cards.shown.value.map(card => (
        <Proposal key={card.item.id} graph={name} card={card} settle={outcome => cards.settle(card.item.id, outcome)} />
      ))}
      {doubts.length > 0 && (
        <details>
          <summary>what is probably not meant ({doubts.length})</summary>
          <ul class="plain">
            {doubts.map(({ subject, message }, index) => (
              <li key={index}>
                <b>{subject}</b>: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
      {concepts.length > 0 && <Concepts graph={name} concepts={concepts} pending={pending} gaps={gaps} />}
    </section>
  );
}

const edgeText = ({ source, sourceDepth, relation, target, targetDepth }: Edge): string =>
  visible(`${source}@D${sourceDepth} ${relation} ${target}@D${targetDepth}`);

interface ProposalProps {
  readonly graph: string;
  readonly card: Card<Pending>;
  readonly settle: (outcome: string) => void;
}

function Proposal({ graph, card: { item, outcome }, settle }: ProposalProps) {
  const { id, cause, error, at, ...suggested } = item;
  const edited = useSignal<Edge | undefined>(undefined);
  const why = useSignal('');
  const typed = useSignal('');
  const isSending = useSignal(false);
  const isOff = (): boolean => isSending.value || isResting.value || outcome !== undefined;
  const say = async (accept: boolean): Promise<void> => {
    if (isOff()) return;
    isSending.value = true;
    why.value = '';
    try {
      const code = typed.value.trim();
      const body = {
        graph,
        id,
        accept,
        ...(accept && edited.value !== undefined && { edge: edited.value }),
        ...(accept && code !== '' && { confirm: code }),
      };
      const { done, why: reason = '' } = (await send('POST', '/v1/knowledge', body)) as { done: boolean; why?: string };
      if (done) settle(accept ? 'accepted here' : 'rejected here');
      else why.value = reason;
    } catch (caught) {
      why.value = messageOf(caught);
    }
    typed.value = '';
    rest();
    isSending.value = false;
    if (why.value === '') await look();
  };
  return (
    <article class="request" aria-label={edgeText(suggested)}>
      <header>
        <span class="ruling ask">{outcome === undefined ? 'pending' : 'settled'}</span> <b>{edgeText(suggested)}</b>
        <span class="who">
          after {cause} · {new Date(at).toLocaleString()}
        </span>
      </header>
      <pre>{visible(error)}</pre>
      <form
        onSubmit={event => {
          event.preventDefault();
          void say(true);
        }}
      >
        {edited.value !== undefined && <EdgeFields edge={edited.value} change={edge => (edited.value = edge)} />}
        <CodeField code={typed} isDisabled={outcome !== undefined} />
        <div class="buttons">
          <button type="submit" class="yes" disabled={isOff()}>
            {edited.value === undefined ? 'Accept' : 'Accept as modified'}
          </button>
          <button
            type="button"
            aria-pressed={edited.value !== undefined}
            disabled={outcome !== undefined}
            onClick={() => (edited.value = edited.value === undefined ? pick(suggested) : undefined)}
          >
            Modify
          </button>
          <button type="button" class="no" disabled={isOff()} onClick={() => void say(false)}>
            Reject
          </button>
        </div>
        <p role="alert" class="fault">
          {why.value}
        </p>
        <p role="status" class="outcome">
          {outcome}
        </p>
      </form>
    </article>
  );
}

const pick = ({ source, relation, target, sourceDepth, targetDepth }: Edge): Edge => {
  return { source, relation, target, sourceDepth, targetDepth };
};

function EdgeFields({ edge, change }: { readonly edge: Edge; readonly change: (edge: Edge) => void }) {
  const text = (key: 'source' | 'target') => (
    <label>
      {key}
      <input
        value={edge[key]}
        required
        maxLength={500}
        onInput={({ currentTarget: { value } }) => change({ ...edge, [key]: value })}
      />
    </label>
  );
  const depth = (key: 'sourceDepth' | 'targetDepth', label: string) => (
    <label>
      {label}
      <select value={edge[key]} onChange={({ currentTarget: { value } }) => change({ ...edge, [key]: Number(value) })}>
        {DEPTHS.map((name, level) => (
          <option key={name} value={level}>
            D{level} {name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="fields">
      {text('source')}
      {depth('sourceDepth', 'at depth')}
      <label>
        relation
        <select value={edge.relation} onChange={({ currentTarget: { value } }) => change({ ...edge, relation: value })}>
          {RELATIONS.map(name => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {text('target')}
      {depth('targetDepth', 'to depth')}
    </div>
  );
}
