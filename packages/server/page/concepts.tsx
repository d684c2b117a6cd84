import { useSignal } from '@preact/signals';

import { counted, pretty } from './words.ts';

/** A concept as the server shows it. */
export interface Concept {
  readonly name: string;
  readonly depth: number | null;
  readonly levels: readonly { readonly level: string; readonly properties: Readonly<Record<string, unknown>> }[];
  readonly edges: readonly {
    readonly relation: string;
    readonly target: string;
    readonly from: string;
    readonly to: string;
    readonly policies: number;
  }[];
}

/** The names of the depths, by their numbers. */
export const DEPTHS = ['existence', 'identity', 'capabilities', 'constraints', 'implications'] as const;

const MOST_SHOWN = 200;

/** The concepts of a graph, to be searched. */
export function Concepts({ graph, concepts }: { readonly graph: string; readonly concepts: readonly Concept[] }) {
  const text = useSignal('');
  const wanted = text.value.trim().toLowerCase();
  const found = wanted === '' ? concepts : concepts.filter(each => JSON.stringify(each).toLowerCase().includes(wanted));
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
      <ul class="records" aria-label={`concepts of ${graph}`}>
        {found.slice(0, MOST_SHOWN).map(concept => (
          <li key={concept.name}>
            <ConceptRow concept={concept} />
          </li>
        ))}
      </ul>
      {found.length > MOST_SHOWN && <p class="note">and {found.length - MOST_SHOWN} more: search for them</p>}
    </>
  );
}

function ConceptRow({ concept: { name, depth, levels, edges } }: { readonly concept: Concept }) {
  return (
    <details>
      <summary>
        <span class="depth" aria-hidden="true">
          {DEPTHS.map((_, level) => (
            <i key={level} class={depth !== null && level <= depth ? 'on' : ''} />
          ))}
        </span>
        <b>{name}</b>{' '}
        <span class="who">
          {depth === null ? 'nothing is known' : `D${depth} ${DEPTHS[depth] ?? ''}`} · {counted(edges.length, 'edge')}
        </span>
      </summary>
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
    </details>
  );
}
