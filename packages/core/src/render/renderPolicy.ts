import type { GuardNode } from '../model/node.ts';
import type { Json } from '../model/json.ts';
import type { NodeData } from '../policy/policyData.ts';
import { describeTree } from '../policy/policyData.ts';
import type { Drawing, RenderOptions } from './drawing.ts';
import { write } from './write.ts';

/**
 * Draws a policy: every node with its params, its layer and the ruling for a fault in it. Takes a tree of guards, or the
 * same tree as data, as `describe` of an engine gives it. Every text is escaped; the
 * result ends with a line break. `json` gives the tree as data.
 *
 * @example
 * ```ts
 * import { All, Not, guard, pass, renderPolicy } from '@licet/core';
 *
 * renderPolicy(All(guard('tests', () => pass()), Not(guard('frozen', () => pass())))).trimEnd();
 * // => 'all\n├─ tests\n└─ not\n   └─ frozen'
 * ```
 */
export function renderPolicy(policy: GuardNode | NodeData, options: RenderOptions = {}): string {
  const isGuard = 'check' in policy;
  const data = isGuard ? describeTree(policy) : policy;
  return write(data, () => drawPolicy(isGuard ? describeTree(policy, true) : policy, undefined), options);
}

function drawPolicy(data: NodeData, edge: string | undefined): Drawing {
  const { id, name, kind, layer, onError, params, children = [], edges } = data;
  const what = name ?? kind;
  return {
    mark: 'plain',
    title: id ?? what,
    asides: [
      ...(id === undefined || id === what ? [] : [`(${what})`]),
      ...(layer === undefined ? [] : [layer]),
      ...(onError === undefined ? [] : [`on error: ${onError}`]),
    ],
    notes: Object.entries(params ?? {}).map(([key, value]) => [key, oneLine(value)]),
    ...(edge !== undefined && { edge }),
    deciding: false,
    children: children.map((child, index) => drawPolicy(child, edges?.[index])),
  };
}

/** A value in the short form that people read: lists by commas, objects as `key: value`; in brackets and braces where it is inside another one. */
function oneLine(value: Json, isInside = false): string {
  const inside = (text: string, [open, close]: readonly [string, string]): string =>
    isInside && text !== '' ? `${open}${text}${close}` : text;
  if (Array.isArray(value))
    return value.length === 0 ? '(none)' : inside(value.map(each => oneLine(each, true)).join(', '), ['[', ']']);
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([key, member]) => `${key}: ${oneLine(member, true)}`);
  return inside(members.join(', '), ['{ ', ' }']);
}
