import { Document, isMap, isSeq } from 'yaml';
import type { Node, Pair, YAMLMap, YAMLSeq } from 'yaml';

import type { Json } from '../model/json.ts';

/** Text that comes in at a place, and up to `to` in place of what is there. */
export interface Put {
  readonly at: number;
  readonly to?: number;
  readonly put: string;
}

/** Puts texts into a text. Of two that come in at one place the later one in the text is put in first. */
export function withPuts(text: string, puts: readonly Put[]): string {
  return puts
    .toSorted((a, b) => b.at - a.at)
    .reduce((done, { at, to = at, put }) => done.slice(0, at) + put + done.slice(to), text);
}

/** Puts members behind the last one of a list or a mapping, in the way in which it is written. */
export function joined(node: YAMLMap | YAMLSeq, members: readonly string[], text: string): Put {
  const [start = 0, end = 0] = node.range ?? [];
  const first = node.items[0] as Node | Pair | undefined;
  if (first === undefined) return { at: start + 1, put: isMap(node) ? ` ${members.join(', ')} ` : members.join(', ') };
  const last = node.items.at(-1) as Node | Pair;
  const lastNode = ('key' in last ? (last.value ?? last.key) : last) as Node;
  const at = node.flow === true ? (lastNode.range?.[1] ?? end) : text.slice(0, end).trimEnd().length;
  if (node.flow === true) return { at, put: members.map(member => `, ${member}`).join('') };
  const indent = ' '.repeat(start - text.lastIndexOf('\n', start - 1) - 1);
  const toEnd = text.indexOf('\n', at);
  return {
    at: toEnd < 0 ? text.length : toEnd,
    put: members.map(member => `\n${indent}${isSeq(node) ? '- ' : ''}${member}`).join(''),
  };
}

/** A value on one line, with a space inside of braces and none inside of brackets. */
export function flow(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => flow(item)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]: [string, Json]) => `${flow(name)}: ${flow(member)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  // The library would break the line.
  if (typeof value === 'string' && /[\n\r]/u.test(value)) return JSON.stringify(value);
  const document = new Document([value]);
  (document.contents as unknown as YAMLSeq).flow = true;
  return document.toString({ flowCollectionPadding: false, lineWidth: 0, singleQuote: true }).trim().slice(1, -1);
}
