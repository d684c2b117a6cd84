import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { send } from './api.ts';
import type { Node } from './api.ts';
import { DecisionList } from './call.tsx';
import { EditView } from './edit.tsx';
import { decisions, policy } from './state.ts';
import { pretty } from './words.ts';

/** What each kind of node does, in a line. */
const kinds = signal<Readonly<Record<string, string>>>({});

/** How many decisions of a node are shown. */
const MOST_DECISIONS = 5;

/** The policy as a tree, with what each node has decided lately. */
export function Policy() {
  const found = policy.value;
  useEffect(() => {
    const take = (answer: unknown): void => void (kinds.value = (answer as { readonly kinds: typeof kinds.value }).kinds);
    void send('GET', '/v1/kinds').then(take, () => undefined);
  }, [found?.digest]);
  return (
    <section class="page" aria-labelledby="policy-title">
      <h2 id="policy-title">Policy</h2>
      <EditView />
      {found === undefined ? (
        <p class="empty">
          The policy does not load: everything is refused. Run <code>licet validate</code>.
        </p>
      ) : (
        <>
          <p class="note">
            <code>{found.digest.slice(0, 16)}</code> ·{' '}
            {found.mode === 'observe' ? 'observes only: nothing is stopped' : 'enforced'}
          </p>
          <PolicyTree />
        </>
      )}
    </section>
  );
}

/** The tree. `lit` is the place of the node that decided, as a record has it: the way to it is marked. */
export function PolicyTree({ lit }: { readonly lit?: string }) {
  const found = policy.value;
  if (found === undefined) return null;
  return (
    <ul class="tree" aria-label="the policy">
      <Branch node={found.policy} at="" lit={lit} />
    </ul>
  );
}

function Branch({ node, at, lit }: { readonly node: Node; readonly at: string; readonly lit: string | undefined }) {
  const isOpen = useSignal(false);
  const { children = [], params = {} } = node;
  const isOnPath = lit !== undefined && (at === '' || lit === at || lit.startsWith(`${at}.`));
  const decided = lit === undefined ? decisions.value.filter(({ record }) => record['node'] === at) : [];
  const names = Object.keys(params);
  return (
    <li class={isOnPath ? (lit === at ? 'decides' : 'on-path') : ''}>
      <button type="button" class="node" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
        <span class="kind">{node.kind}</span>
        {node.name !== node.kind && <span class="name">{node.name}</span>}
        {decided.length > 0 && <span class="count">{decided.length} stopped or warned</span>}
      </button>
      {isOpen.value && (
        <>
          {kinds.value[node.kind] !== undefined && <p class="note">{kinds.value[node.kind]}</p>}
          <pre>{names.length === 0 ? 'no options' : pretty(params)}</pre>
          {decided.length > 0 && <DecisionList label="its last decisions" entries={decided.slice(0, MOST_DECISIONS)} />}
        </>
      )}
      {children.length > 0 && (
        <ul>
          {children.map((child, index) => (
            <Branch key={index} node={child} at={at === '' ? String(index) : `${at}.${index}`} lit={lit} />
          ))}
        </ul>
      )}
    </li>
  );
}
