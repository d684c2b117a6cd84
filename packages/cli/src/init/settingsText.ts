import { readFileSync } from 'node:fs';

import type { Node } from 'jsonc-parser';
import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser';

import { UsageError } from '@licet/core/command';

/** The refusal of a settings file that cannot be changed safely. */
export function invalidSettings(message: string, options?: ErrorOptions): UsageError {
  return new UsageError(message, { ...options, code: 'invalid_settings' });
}

/** The byte order mark that some editors put before a text. */
export const MARK = '\ufeff';

/** A settings file without the byte order mark that some editors put before it. */
export function body(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text;
}

/** Reads a file as UTF-8, byte for byte: the text can be written back unchanged. */
export function decode(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (cause) {
    throw invalidSettings(`\`${file}\` cannot be read as UTF-8`, { cause });
  }
}

/** A settings file after a change, and the texts that were put in, in the order in which they were. */
interface Insertion {
  readonly text: string;
  readonly inserted: readonly string[];
}

/** What is to be put into the settings by event: a group of handlers, or a handler, as the runtime wants it. */
type HookGroups = Readonly<Record<string, object>>;

/**
 * Appends an entry to each event's list. Nothing that is there is touched: every change is one insertion, and
 * what surrounds it keeps its bytes, comments included. Throws for a text that is no object, or whose `hooks` have another shape.
 */
export function insertHooks(text: string, groups: HookGroups): Insertion {
  const inserted: string[] = [];
  let result = text;
  for (const [event, group] of Object.entries(groups)) {
    const [at, piece] = insertionFor(result, event, group);
    result = result.slice(0, at) + piece + result.slice(at);
    inserted.push(piece);
  }
  return { text: result, inserted };
}

/**
 * Takes texts out again, last one first, and returns what was there before. Undefined when one of them is not there as often as it was put in: somebody has
 * changed the file since. Where the same text was put in twice, each time one of them goes.
 */
export function removeInserted(text: string, inserted: readonly string[]): string | undefined {
  const left = [...inserted];
  let result = text;
  for (let piece = left.at(-1); piece !== undefined; piece = left.at(-1)) {
    const at = result.lastIndexOf(piece);
    if (at < 0 || result.split(piece).length - 1 !== left.filter(each => each === piece).length) return undefined;
    result = result.slice(0, at) + result.slice(at + piece.length);
    left.pop();
  }
  return result;
}

/** Takes out every handler that `isOurs` knows, wherever it is, and leaves the rest of the file as it is. */
export function removeHandlers(text: string, isOurs: (handler: unknown) => boolean): string {
  let result = text;
  for (;;) {
    const found = firstHandler(result, isOurs);
    if (found === undefined) return result;
    const { offset, length } = extent(topmost(found), result);
    result = result.slice(0, offset) + result.slice(offset + length);
  }
}

/** Returns the handlers in a settings file that `isOurs` knows, with the event that they stand under. */
export function findHandlers(
  text: string,
  isOurs: (handler: unknown) => boolean,
): readonly { readonly event: string; readonly handler: unknown }[] {
  return [...handlers(rootOf(text))]
    .map(({ event, node }) => ({ event, handler: getNodeValue(node) as unknown }))
    .filter(({ handler }) => isOurs(handler));
}

function rootOf(text: string): Node {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root?.type !== 'object') throw invalidSettings('the settings are not a JSON object');
  return root;
}

function insertionFor(text: string, event: string, group: object): readonly [number, string] {
  const root = rootOf(text);
  const hooks = findNodeAtLocation(root, ['hooks']);
  if (hooks === undefined) return append(text, root, `"hooks": ${JSON.stringify({ [event]: [group] }, null, 2)}`, 1);
  if (hooks.type !== 'object') throw invalidSettings('`hooks` in the settings is not an object');
  const list = findNodeAtLocation(hooks, [event]);
  if (list === undefined) return append(text, hooks, `${JSON.stringify(event)}: ${JSON.stringify([group], null, 2)}`, 2);
  if (list.type !== 'array') throw invalidSettings(`\`hooks.${event}\` in the settings is not a list`);
  return append(text, list, JSON.stringify(group, null, 2), 3);
}

/** Where a new last child goes, and its text: indented like its siblings, or by two spaces a level. */
function append(text: string, { offset, length, children = [] }: Node, piece: string, depth: number): readonly [number, string] {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const last = children.at(-1);
  if (last === undefined) {
    const lines = piece.split('\n').join(newline + '  '.repeat(depth));
    const isTight = length === 2;
    return [offset + 1, `${newline}${'  '.repeat(depth)}${lines}${isTight ? newline + '  '.repeat(depth - 1) : ''}`];
  }
  const lineStart = text.lastIndexOf('\n', last.offset - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, last.offset))?.[0] ?? '';
  const isOwnLine = lineStart > offset && lineStart + indent.length === last.offset;
  const separator = isOwnLine ? `,${newline}${indent}` : ', ';
  return [last.offset + last.length, `${separator}${piece.split('\n').join(isOwnLine ? newline + indent : newline)}`];
}

function* handlers(root: Node): Generator<{ readonly event: string; readonly node: Node }> {
  const hooks = findNodeAtLocation(root, ['hooks']);
  for (const property of hooks?.type === 'object' ? (hooks.children ?? []) : []) {
    const [key, list] = property.children ?? [];
    for (const group of list?.type === 'array' ? (list.children ?? []) : []) {
      const event = String(key?.value);
      const inner = group.type === 'object' ? findNodeAtLocation(group, ['hooks']) : undefined;
      if (inner === undefined) yield { event, node: group };
      for (const node of inner?.type === 'array' ? (inner.children ?? []) : []) yield { event, node };
    }
  }
}

function firstHandler(text: string, isOurs: (handler: unknown) => boolean): Node | undefined {
  for (const { node } of handlers(rootOf(text))) if (isOurs(getNodeValue(node))) return node;
  return undefined;
}

/** The largest part of the settings that holds nothing but this handler. */
function topmost(handler: Node): Node {
  let node = handler;
  for (;;) {
    const { parent } = node;
    if (parent?.parent === undefined) return node;
    const isAlone = parent.type === 'property' || parent.children?.length === 1 || isGroup(parent);
    if (!isAlone) return node;
    node = parent;
  }
}

/** A group of handlers with a matcher beside it: nothing is left of it without its handlers. */
function isGroup(node: Node): boolean {
  return (
    node.type === 'object' &&
    node.parent?.type === 'array' &&
    node.parent.parent?.type === 'property' &&
    findNodeAtLocation(node, ['hooks'])?.children?.length === 1
  );
}

/** The stretch of text to cut for a child, with its comma. */
function extent({ parent, offset, length }: Node, text: string): { readonly offset: number; readonly length: number } {
  const siblings = parent?.children ?? [];
  const index = siblings.findIndex(sibling => sibling.offset === offset);
  const before = siblings[index - 1];
  const after = siblings[index + 1];
  if (before !== undefined)
    return { offset: before.offset + before.length, length: offset + length - before.offset - before.length };
  if (after !== undefined) return { offset, length: after.offset - offset };
  const start = (parent?.offset ?? offset) + 1;
  const comma = /^\s*,/.exec(text.slice(offset + length))?.[0].length ?? 0;
  return { offset: start, length: offset + length + comma - start };
}
