import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

import type { GraphView } from '../src/ports.ts';
import { neighbourhood } from './neighbourhood.ts';
import type { Edge, Neighbourhood } from './neighbourhood.ts';
import { BoxCard, Forms, Picture } from './picture.tsx';
import type { Box } from './picture.tsx';
import { counted, pretty, visible } from './words.ts';

/** A concept as the server shows it. */
export type Concept = GraphView['concepts'][number];

/** The names of the depths, by their numbers. */
export const DEPTHS = ['existence', 'identity', 'capabilities', 'constraints', 'implications'] as const;

const MOST_SHOWN = 200;

interface ConceptsProps {
  readonly graph: string;
  readonly concepts: readonly Concept[];
  /** Edges that failures have suggested. */
  readonly pending: readonly Edge[];
  /** What calls lacked, by concepts. */
  readonly gaps: ReadonlyMap<string, string>;
}

/** The concepts of a graph, to be searched. */
export function Concepts(props: ConceptsProps) {
  const { graph, concepts, gaps } = props;
  const text = useSignal('');
  const wanted = text.value.trim().toLowerCase();
  const found = wanted === '' ? concepts : concepts.filter(each => JSON.stringify(each).toLowerCase().includes(wanted));
  const list = (
    <>
      <ul class="records" aria-label={`concepts of ${graph}`}>
        {found.slice(0, MOST_SHOWN).map(concept => (
          <li key={concept.name}>
            <ConceptRow concept={concept} gap={gaps.get(concept.name)} />
          </li>
        ))}
      </ul>
      {found.length > MOST_SHOWN && <p class="note">and {found.length - MOST_SHOWN} more: search for them</p>}
    </>
  );
  return (
    <>
      <div class="filter">
        <input
          type="search"
          aria-label={`search ${graph}`}
          placeholder="concept, property, relation …"
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
      </div>
      {found.length === 0 && <p class="empty">No concept holds that.</p>}
      <Forms
        picture={
          <ConceptPicture {...props} found={wanted === '' ? [] : found.map(({ name }) => name)}>
            {list}
          </ConceptPicture>
        }
      >
        {list}
      </Forms>
    </>
  );
}

type PictureProps = ConceptsProps & { readonly found: readonly string[]; readonly children: ComponentChildren };

/** `CONSTRAINED_BY` as a person reads it. */
const relationText = (relations: readonly string[]): string => relations.join(', ').toLowerCase().replaceAll('_', ' ');

function ConceptPicture({ graph, concepts, pending, gaps, found, children }: PictureProps) {
  const chosen = useSignal<string | undefined>(undefined);
  const edges = [
    ...concepts.flatMap(({ name, edges: own }) => own.map(({ target, relation }) => ({ source: name, target, relation }))),
    ...pending.map(({ source, target, relation }) => ({ source, target, relation, isPending: true })),
  ];
  const byName = new Map(concepts.map(concept => [concept.name, concept]));
  const wanted = [chosen.value ?? '', ...found, ...gaps.keys()];
  const missing = [...gaps.keys()].filter(name => !byName.has(name));
  const part = neighbourhood([...byName.keys()], edges, wanted, missing);
  const { names, ties, around } = part;
  const middle = around === undefined ? -1 : names.indexOf(around);
  const boxes = names.map((name, at): Box => {
    const gap = gaps.get(name);
    const concept = byName.get(name);
    const lacks = gap !== undefined || concept === undefined;
    const [out, back] = [
      ties.find(tie => tie.from === middle && tie.to === at),
      ties.find(tie => tie.to === middle && tie.from === at),
    ];
    return {
      key: name,
      ...(out !== undefined && { role: relationText(out.relations) }),
      title: `${lacks ? '⚠ ' : ''}${name}`,
      note: [
        (concept === undefined || back === undefined) && depthText(concept),
        back && `${relationText(back.relations)} ${around}`,
      ]
        .filter(Boolean)
        .join(' · '),
      ...(gap !== undefined && { label: `a call lacked: ${gap}` }),
      look: `${lacks ? 'warn gap' : ''} ${name === chosen.value ? 'chosen' : ''} ${found.includes(name) || at === middle ? 'lit' : ''}`,
    };
  });
  const lines = ties.map(({ from, to, isPending }) => {
    const isLit = names[from] === chosen.value || names[to] === chosen.value;
    return { from, to, look: `${isPending ? 'pending' : ''} ${isLit ? 'lit' : ''}` };
  });
  return (
    <>
      <Part part={part} />
      <Picture
        label={`concepts of ${graph}`}
        boxes={boxes}
        lines={lines}
        chosen={chosen.value}
        choose={key => (chosen.value = key)}
      >
        {children}
      </Picture>
      {chosen.value !== undefined && (
        <ConceptCard
          name={chosen.value}
          concept={byName.get(chosen.value)}
          gap={gaps.get(chosen.value)}
          close={() => (chosen.value = undefined)}
        />
      )}
    </>
  );
}

function Part({ part: { names, all, around, isOwnOnly, left } }: { readonly part: Neighbourhood }) {
  if (around === undefined) return null;
  return (
    <p class="note">
      {names.length} of {counted(all, 'concept')}: what is next to <b>{visible(around)}</b>
      {left > 0 && `, without ${left} of its neighbours`}
      {isOwnOnly && ', without the lines among its neighbours'}. Press another concept, or search for it, to look around there.
    </p>
  );
}

interface CardProps {
  readonly name: string;
  readonly concept: Concept | undefined;
  readonly gap: string | undefined;
  readonly close: () => void;
}

function ConceptCard({ name, concept, gap, close }: CardProps) {
  return (
    <BoxCard label={`concept ${name}`} title={name} about={depthText(concept)} close={close}>
      {gap !== undefined && <p class="warn">{gap}</p>}
      {concept !== undefined && <ConceptFacts concept={concept} />}
    </BoxCard>
  );
}

const depthText = (concept: Concept | undefined): string =>
  concept === undefined
    ? 'not in the graph'
    : concept.depth === null
      ? 'nothing is known'
      : `D${concept.depth} ${DEPTHS[concept.depth] ?? ''}`;

function ConceptRow({ concept, gap }: { readonly concept: Concept; readonly gap: string | undefined }) {
  const { name, depth, edges } = concept;
  return (
    <details>
      <summary>
        <span class="depth" aria-hidden="true">
          {DEPTHS.map((_, level) => (
            <i key={level} class={depth !== null && level <= depth ? 'on' : ''} />
          ))}
        </span>
        <b>{visible(name)}</b>{' '}
        <span class="who">
          {depthText(concept)} · {counted(edges.length, 'edge')}
        </span>
        {gap !== undefined && <span class="warn"> ⚠ {gap}</span>}
      </summary>
      <ConceptFacts concept={concept} />
    </details>
  );
}

/** What is known of a concept, level by level, and what it leads to. */
function ConceptFacts({ concept: { levels, edges } }: { readonly concept: Concept }) {
  return (
    <>
      {levels.map(
        ({ level, properties }) =>
          Object.keys(properties).length > 0 && (
            <dl key={level} class="level" aria-label={level}>
              {Object.entries(properties).map(([key, value]) => (
                <div key={key}>
                  <dt>
                    {level} {key}
                  </dt>
                  <dd>{Array.isArray(value) ? value.map(pretty).join(', ') : pretty(value)}</dd>
                </div>
              ))}
            </dl>
          ),
      )}
      <ul class="plain">
        {edges.map(({ relation, target, from, to, policies }, index) => (
          <li key={index}>
            <code>
              {from} {relation} {target}@{to}
            </code>
            {policies > 0 && <span class="who"> · {counted(policies, 'policy', 'policies')}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
