import { computed, signal, useSignal } from '@preact/signals';

import type { Entry, Node } from './api.ts';
import { DecisionList } from './call.tsx';
import { EditView } from './edit.tsx';
import { Empty } from './parts.tsx';
import { BoxCard, Forms, Picture } from './picture.tsx';
import type { Box, Line } from './picture.tsx';
import { decisions, kinds, policy } from './state.ts';
import { brief, said } from './words.ts';

/** The place of the node that was pressed in the picture. */
const chosen = signal<string | undefined>(undefined);

/** How many decisions of a node are shown. */
const MOST_DECISIONS = 5;

/** What each node of the policy has stopped or warned of, by its place. Places of an earlier policy say nothing about this one. */
const decided = computed(() => {
  const found = new Map<string, Entry[]>();
  for (const entry of decisions.value) {
    const { node, policyDigest } = entry.record;
    if (typeof node !== 'string' || policyDigest !== policy.value?.digest) continue;
    const known = found.get(node);
    if (known === undefined) found.set(node, [entry]);
    else known.push(entry);
  }
  return found;
});

/** The name of a node as its author gave it, and what stands beside it. */
function textsOf({ kind, id, name, params = {} }: Node): { readonly title: string; readonly note: string } {
  const title = id ?? name ?? kind;
  const options = Object.entries(params).map(([key, value]) => `${key} ${brief(value)}`);
  return { title, note: [...(title === kind ? [] : [kind]), ...options].join(' · ') };
}

/** The policy as a picture and as a tree, with what each node has decided lately. */
export function Policy() {
  const found = policy.value;
  return (
    <section class="page" aria-labelledby="policy-title">
      <h2 id="policy-title">Policy</h2>
      <EditView />
      {found === undefined ? (
        <Empty title="The policy does not load: everything is refused" command="licet validate">
          This shows every mistake in it, with its line:
        </Empty>
      ) : (
        <>
          <p class="note">
            version <code>{found.digest.slice(0, 12)}</code> ·{' '}
            {found.mode === 'observe' ? 'observes only: nothing is stopped' : 'enforced'}
          </p>
          <Forms picture={<PolicyPicture root={found.policy} />}>
            <PolicyTree />
          </Forms>
        </>
      )}
    </section>
  );
}

interface Placed {
  readonly node: Node;
  readonly at: string;
  readonly role: string | undefined;
  readonly parent: number;
}

const under = (at: string, index: number): string => (at === '' ? String(index) : `${at}.${index}`);

/** Whether a place lies on the way from the root to another one. */
const isOnWay = (at: string, to: string): boolean => at === '' || to === at || to.startsWith(`${at}.`);

/** Every node of the tree with its place, a parent before its children. */
function placed(root: Node): readonly Placed[] {
  const found: Placed[] = [];
  const visit = (node: Node, at: string, role: string | undefined, parent: number): void => {
    const self = found.push({ node, at, role, parent }) - 1;
    node.children?.forEach((child, index) => visit(child, under(at, index), node.edges?.[index], self));
  };
  visit(root, '', undefined, -1);
  return found;
}

const SEVERITY = ['block', 'ask', 'warn'];

function PolicyPicture({ root }: { readonly root: Node }) {
  const nodes = placed(root);
  const to = chosen.value;
  const lit = (at: string): string => (to !== undefined && isOnWay(at, to) ? (to === at ? 'lit chosen' : 'lit') : '');
  const boxes = nodes.map(({ node, at, role }): Box => {
    const entries = decided.value.get(at) ?? [];
    const rulings = entries.map(({ record }) => said(record['ruling']));
    return {
      key: at,
      role,
      ...textsOf(node),
      count: entries.length,
      ...(entries.length > 0 && { label: `${entries.length} stopped or warned` }),
      look: `${SEVERITY.find(each => rulings.includes(each)) ?? ''} ${lit(at)}`,
    };
  });
  const lines = nodes.flatMap(({ at, parent }, index): readonly Line[] =>
    parent < 0 ? [] : [{ from: parent, to: index, look: lit(at) }],
  );
  const open = nodes.find(({ at }) => at === to);
  return (
    <>
      <Picture label="the policy" boxes={boxes} lines={lines} chosen={to} choose={key => (chosen.value = key)}>
        <PolicyTree />
      </Picture>
      {open !== undefined && (
        <BoxCard
          label={`node ${textsOf(open.node).title}`}
          title={textsOf(open.node).title}
          about={[open.node.kind, open.node.layer].filter(Boolean).join(' · ')}
          close={() => (chosen.value = undefined)}
        >
          <NodeFacts node={open.node} at={open.at} />
        </BoxCard>
      )}
    </>
  );
}

/** What a node does, its options, and what it has decided lately. */
function NodeFacts({ node: { kind, params = {} }, at }: { readonly node: Node; readonly at?: string }) {
  const entries = at === undefined ? [] : (decided.value.get(at) ?? []);
  const options = Object.entries(params).map(([key, value]) => `${key}: ${brief(value)}`);
  return (
    <>
      {kinds.value[kind] !== undefined && <p class="note">{kinds.value[kind]}</p>}
      <pre>{options.length === 0 ? 'no options' : options.join('\n')}</pre>
      {entries.length > 0 && <DecisionList label="its last decisions" entries={entries.slice(0, MOST_DECISIONS)} />}
    </>
  );
}

/** The tree. `lit` is the place of the node that decided, as a record has it: the way to it is marked. */
export function PolicyTree({ lit }: { readonly lit?: string }) {
  const found = policy.value;
  if (found === undefined) return null;
  return (
    <ul class="tree" aria-label="the policy">
      <Branch node={found.policy} at="" role={undefined} lit={lit} />
    </ul>
  );
}

interface BranchProps {
  readonly node: Node;
  readonly at: string;
  readonly role: string | undefined;
  readonly lit: string | undefined;
}

function Branch({ node, at, role, lit }: BranchProps) {
  const isOpen = useSignal(false);
  // Of a decision only the way to it is unfolded.
  const isAside = lit !== undefined && !isOnWay(at, lit);
  const count = lit === undefined ? (decided.value.get(at)?.length ?? 0) : 0;
  const { title, note } = textsOf(node);
  return (
    <li class={lit !== undefined && isOnWay(at, lit) ? (lit === at ? 'decides' : 'on-path') : ''}>
      <button type="button" class="node" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
        {role !== undefined && <span class="who">{role}: </span>}
        <span class="kind">{title}</span>
        {note !== '' && <span class="name">{note}</span>}
        {count > 0 && <span class="count">{count} stopped or warned</span>}
      </button>
      {isOpen.value && <NodeFacts node={node} {...(lit === undefined && { at })} />}
      {node.children !== undefined && (!isAside || isOpen.value) && (
        <ul>
          {node.children.map((child, index) => (
            <Branch key={index} node={child} at={under(at, index)} role={node.edges?.[index]} lit={lit} />
          ))}
        </ul>
      )}
    </li>
  );
}
