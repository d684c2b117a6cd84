import type { Json, Registry } from '@licet/core';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { canonicalJson } from '@licet/core/text';

import { registry } from '../policy/registry.ts';

/** What of a policy on disk applies beside the accepted one. */
export interface Joined {
  /** The rules that apply; undefined where none does. */
  readonly policy: NodeData | undefined;
  /** Whether some of the rules do not apply. */
  readonly isPartial: boolean;
}

/**
 * Returns the rules of a policy on disk that can only narrow the accepted one. A ruling always can: the stricter one wins. A rule that establishes facts,
 * raises risk, gives roles or shares a counter could also satisfy a rule of the accepted policy, so it applies only if the accepted policy has the very same
 * rule for every action. If such a rule is left out, so are those that may rest on it. `isSamePlace` says that patterns of both start from one folder.
 */
export function joinable(accepted: CompiledPolicy, onDisk: NodeData, isSamePlace: boolean, nodes: Registry = registry()): Joined {
  const theirs: Accepted = {
    nodes: nodesIn(accepted.policy),
    always: new Set(isSamePlace ? alwaysIn(accepted.policy, nodes).map(identityOf) : []),
  };
  const first = pruned(onDisk, nodes, node => nodesIn(node).some(each => couldWiden(each, theirs, nodes)));
  if (first === onDisk) return { policy: onDisk, isPartial: false };
  const rest = first && pruned(first, nodes, node => nodesIn(node).some(each => isDependent(each, nodes)));
  return { policy: rest, isPartial: true };
}

interface Accepted {
  readonly nodes: readonly NodeData[];
  /** The nodes that see every action. */
  readonly always: ReadonlySet<string>;
}

const nodesIn = (node: NodeData): readonly NodeData[] => [node, ...(node.children ?? []).flatMap(nodesIn)];

const alwaysIn = (node: NodeData, nodes: Registry): readonly NodeData[] =>
  isAll(node, nodes) ? (node.children ?? []).flatMap(child => alwaysIn(child, nodes)) : [node];

/** Whether the strictest child of a node decides, so that a child less can only make it milder. */
const isAll = ({ kind, params = {} }: NodeData, nodes: Registry): boolean =>
  nodes.get(kind)?.analysis?.joins?.(params).by === 'worst';

const identityOf = ({ kind, params = {}, onError }: NodeData): string => canonicalJson([kind, params, onError ?? null]);

/** Takes children out of the outer `all` nodes of a tree, which can only make it milder. */
function pruned(node: NodeData, nodes: Registry, isOut: (node: NodeData) => boolean): NodeData | undefined {
  if (!isAll(node, nodes)) return isOut(node) ? undefined : node;
  const before = node.children ?? [];
  const after = before.flatMap(child => pruned(child, nodes, isOut) ?? []);
  if (after.length === 0) return undefined;
  return after.length === before.length && after.every((child, at) => child === before[at]) ? node : { ...node, children: after };
}

/** Whether a node could lift a ruling of the accepted policy by what it leaves behind. */
function couldWiden(node: NodeData, { nodes: others, always }: Accepted, nodes: Registry): boolean {
  const { kind, params = {} } = node;
  const definition = nodes.get(kind);
  if (definition === undefined || always.has(identityOf(node))) return false;
  const { affectsSiblings, counter, compare, keeps } = definition.analysis ?? {};
  if (typeof affectsSiblings === 'function' ? affectsSiblings(params) : affectsSiblings === true) return true;
  const same = others.filter(other => other.kind === kind);
  if (keeps === true && same.length > 0) return true;
  return same.some(({ params: theirs = {} }) => {
    if (counter === undefined || counter(theirs) !== counter(params)) return false;
    const change = compare?.(theirs, params);
    return change !== 'equal' && change !== 'narrower';
  });
}

/** Whether the ruling of a node may rest on what another one leaves behind. */
function isDependent({ kind, params = {} }: NodeData, nodes: Registry): boolean {
  return nodes.get(kind)?.analysis?.dependsOnSiblings === true || asksOthers(params);
}

/** Whether params hold a condition in words, or a match of a role. */
function asksOthers(params: { readonly [name: string]: Json }): boolean {
  return typeof params['if'] === 'string' || canonicalJson(params).includes('"role"');
}
