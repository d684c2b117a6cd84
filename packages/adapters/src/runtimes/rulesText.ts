import type { Json } from '@licet/core';
import type { NodeData } from '@licet/core/policy';
import { escapeText } from '@licet/core';

const MAX_VALUE = 160;
const MAX_LINES = 40;

/**
 * Returns the rules in force as a short text for the model: one line a node, indented like the tree, cut after 40
 * lines. An agent that knows the rules keeps to them without being stopped first.
 */
export function rulesText(policy: NodeData): string {
  const lines = [...linesOf(policy, 0)];
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), `… and ${lines.length - MAX_LINES} more`] : lines;
  return [
    'Licet checks every call of a tool in this session against these rules:',
    ...shown,
    'A call that is denied did not run. Do what the denial advises instead of trying the same thing another way.',
  ].join('\n');
}

function* linesOf(node: NodeData, depth: number): Generator<string> {
  const params = Object.entries(node.params ?? {})
    .map(([name, value]) => `${name}: ${short(value)}`)
    .join(', ');
  const label = node.id ?? node.name;
  const line = `${node.kind}${label === undefined ? '' : ` \`${label}\``}${params === '' ? '' : ` (${params})`}`;
  yield `${'  '.repeat(depth)}- ${escapeText(line)}`;
  for (const child of node.children ?? []) yield* linesOf(child, depth + 1);
}

function short(value: Json): string {
  const text = Array.isArray(value) && value.every(item => typeof item === 'string') ? value.join(' ') : JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
