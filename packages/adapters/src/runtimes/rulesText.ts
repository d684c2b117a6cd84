import type { Json } from '@licet/core';
import type { NodeData } from '@licet/core/policy';
import { escapeText } from '@licet/core';
import { toSnake } from '@licet/core/text';

const MAX_VALUE = 160;
const MAX_LINES = 40;
const HEAD = 'Licet checks every call of a tool in this session against these rules:';
const TAIL = 'A call that is denied did not run. Do what the denial advises instead of trying the same thing another way.';

/**
 * Returns the rules in force as a short text for the model: one line a node, indented like the tree, cut after 40
 * lines and where the text would be longer than `most` characters. An agent that knows the rules keeps to them without being stopped first.
 */
export function rulesText(policy: NodeData, most: number = Infinity): string {
  const lines = [...linesOf(policy, 0)];
  const room = most - HEAD.length - TAIL.length - 20;
  let [count, length] = [0, 0];
  while (count < Math.min(lines.length, MAX_LINES) && length + (lines[count]?.length ?? 0) + 1 <= room)
    length += (lines[count++]?.length ?? 0) + 1;
  const shown = count < lines.length ? [...lines.slice(0, count), `… and ${lines.length - count} more`] : lines;
  return [HEAD, ...shown, TAIL].join('\n');
}

function* linesOf(node: NodeData, depth: number): Generator<string> {
  const params = Object.entries(node.params ?? {})
    .map(([name, value]) => `${toSnake(name)}: ${short(value)}`)
    .join(', ');
  const label = node.id ?? node.name;
  const line = `${node.kind}${label === undefined ? '' : ` \`${label}\``}${params === '' ? '' : ` (${params})`}`;
  yield `${'  '.repeat(depth)}- ${escapeText(line)}`;
  for (const child of node.children ?? []) yield* linesOf(child, depth + 1);
}

/** A value in the words of a policy, without the marks that only a parser needs. */
function plain(value: Json): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map(plain).join(', ');
  const members = Object.entries(value).map(([name, member]) => `${toSnake(name)}: ${plain(member)}`);
  return `{ ${members.join(', ')} }`;
}

function short(value: Json): string {
  const text = plain(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
