import type { Json, Registry } from '@licet/core';
import type { Join } from '@licet/core/nodes';
import { wayTo } from '@licet/core/policy';
import type { NodeData } from '@licet/core/policy';
import { canonicalJson } from '@licet/core/text';

import { EFFECTS_FAIL } from './compareTrees.ts';
import type { ConditionName, Formula } from './compareTrees.ts';

/** A node of a policy that is compared as a whole. */
export interface Leaf {
  readonly name: string;
  readonly data: NodeData;
  readonly way: string;
  /** How many nodes that reach further are before it, where it depends on them. */
  readonly behind: number;
}

/** A policy as a formula over its leaves and conditions. */
export interface Read {
  readonly tree: Formula;
  readonly leaves: readonly Leaf[];
  readonly conditions: readonly { readonly kind: string; readonly name: string; readonly source: Json; readonly way: string }[];
}

/**
 * Leaves with the same params are one leaf: they say the same. A node that goes by others is so only behind as many of those, and a node
 * that exists only in code is like no other. A node that joins its children in another way is a leaf with all that is below it.
 */
export function read(root: NodeData, registry: Registry, side: 'old' | 'new'): Read {
  const leaves: Leaf[] = [];
  const conditions: Read['conditions'][number][] = [];
  let behind = 0;
  const visit = (node: NodeData, way: string): Formula => {
    const { kind, params = {}, children = [], onError } = node;
    const label = onError === undefined ? {} : { onError };
    const join = joinOf(node, registry);
    if (join === undefined) {
      const after = dependsOnSiblings(node, registry) ? behind : 0;
      const name = node.opaque === true ? `${side} ${way}` : `${leafText(node)}${after === 0 ? '' : ` ${after}`}`;
      if (reachesFurther(node, registry)) behind++;
      leaves.push({ name, data: node, way, behind: after });
      return { leaf: name, ...label };
    }
    const of = children.map((child, index) => visit(child, wayTo(way, index)));
    if (join.by !== 'branch') return { join, of, ...label };
    const source = params['if'] ?? null;
    const name = node.opaque === true ? `${side} if ${way}` : `if ${canonicalJson(source)}`;
    conditions.push({ kind, name, source, way });
    return { join, if: conditionOf(name, source), of, ...label };
  };
  return { tree: visit(root, ''), leaves, conditions };
}

/** What a leaf is, as a text: two leaves with the same text say the same. */
export const leafText = ({ kind, params = {}, children = [] }: NodeData): string =>
  canonicalJson({ kind, params, ...(children.length > 0 && { children }) });

/** Undefined for a leaf. What a node that exists only in code joins is unknown, unless it is its condition that makes it one. */
export function joinOf({ kind, params = {}, opaque, children = [] }: NodeData, registry: Registry): Join | undefined {
  const join = children.length === 0 ? undefined : registry.get(kind)?.analysis?.joins?.(params);
  return opaque === true && join?.by !== 'branch' ? undefined : join;
}

/**
 * A structural match fails where the effects cannot be found, but only when it asks for them: after the members before it have
 * matched. A text fails by itself.
 */
function conditionOf(name: string, source: Json): ConditionName {
  if (!isMatch(source)) return { name, fails: `${name} fails` };
  const members = Object.entries(source);
  const first = members.findIndex(([member]) => ['effect', 'tag', 'runs'].includes(member));
  const before = canonicalJson(members.slice(0, first));
  return { name, fails: first < 0 ? undefined : first === 0 ? EFFECTS_FAIL : `${EFFECTS_FAIL} after ${before}` };
}

type MatchData = { readonly [member: string]: Json };

/** Tells a structural match from an expression. */
export const isMatch = (source: Json): source is MatchData =>
  typeof source === 'object' && source !== null && !Array.isArray(source) && !('function' in source);

/** Whether the node, or one below it, reaches further than its ruling. */
export function reachesFurther({ kind, params = {}, children = [] }: NodeData, registry: Registry): boolean {
  const reaches = registry.get(kind)?.analysis?.affectsSiblings;
  const own = typeof reaches === 'function' ? reaches(params) : reaches === true;
  return own || children.some(child => reachesFurther(child, registry));
}

/** Whether the node, or one below it, goes by what others establish, raise or give. */
export function dependsOnSiblings({ kind, params = {}, children = [] }: NodeData, registry: Registry): boolean {
  return (
    registry.get(kind)?.analysis?.dependsOnSiblings === true ||
    asksForRole(params) ||
    children.some(child => dependsOnSiblings(child, registry))
  );
}

/** Whether a match, anywhere in some params, asks for a role. */
export function asksForRole(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, 'role') || Object.values(value).some(asksForRole);
}
