import { parseDocument, stringify } from 'yaml';
import { yamlFault } from '@licet/core/text';

import { EpistemicError } from '../model/errors.ts';
import type { GraphDocument } from './document.ts';
import { readPlainJson } from './plainJson.ts';
import { readGraphDocument } from './readDocument.ts';

/** The YAML text of a graph document: block style, no aliases, no folding. The same document gives the same bytes. */
export function graphYaml(document: GraphDocument): string {
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0, version: '1.2', schema: 'core' });
}

/**
 * Reads a graph document from YAML or JSON text. Throws `invalid_document` for text that is no YAML 1.2 (core schema,
 * unique keys, a bounded number of aliases), with line and column, and for a document of the wrong shape, with the path
 * of every issue. A long list of concepts in block style is parsed in parts, which takes a fifth of the memory.
 */
export function readGraphYaml(text: string): GraphDocument {
  const json = readPlainJson(text);
  if (json !== undefined) return readGraphDocument(json);
  const data = text.length < LONG ? undefined : readInParts(text);
  if (data !== undefined) return readGraphDocument(data);
  const parsed = parse(text);
  const issues = [...parsed.errors, ...parsed.warnings];
  if (issues.length > 0) throw new EpistemicError('invalid_document', issues.map(({ message }) => yamlFault(message)).join('\n'));
  return readGraphDocument(toData(parsed));
}

/** A text of so many characters is parsed in parts, with so many concepts in each. */
const [LONG, CONCEPTS] = [1_000_000, 10];

const parse = (text: string): ReturnType<typeof parseDocument> =>
  parseDocument(text, { version: '1.2', schema: 'core', uniqueKeys: true, prettyErrors: true, customTags: [] });

/** A list of concepts in block style: its head, its items, and what follows it at the left edge. */
const LIST = /^primitives:[ \t]*\r?\n((?:(?:[ \t#-][^\n]*)?\r?\n)+(?:[ \t#-][^\n]*)?)/mu;

/** Numbers that JSON does not have. */
const NO_JSON = /\.(?:inf|nan)\b/iu;

/** Parses the concepts of a document in parts. Undefined where one of them is no YAML by itself: then the whole says what is wrong, and where. */
function readInParts(text: string): object | undefined {
  const found = LIST.exec(text);
  const [, list = ''] = found ?? [];
  const indent = /^ *(?=- )/mu.exec(list)?.[0];
  if (found === null || indent === undefined || NO_JSON.test(list)) return undefined;
  const primitives: unknown[] = [];
  for (const part of cut(list, `${indent}- `)) {
    const items = dataOf(part);
    if (!Array.isArray(items)) return undefined;
    // Copied, so that no text keeps the part that it was cut from.
    for (const item of JSON.parse(JSON.stringify(items)) as unknown[]) primitives.push(item);
  }
  const rest = dataOf(`${text.slice(0, found.index)}primitives: []\n${text.slice(found.index + found[0].length)}`);
  return typeof rest === 'object' && rest !== null ? { ...rest, primitives } : undefined;
}

/** Cuts a list before items, so that each part holds some of them. */
function* cut(list: string, item: string): Generator<string> {
  let [from, count, at] = [0, 0, 0];
  for (; at >= 0 && at < list.length; at = list.indexOf('\n', at) + 1 || list.length) {
    if (!list.startsWith(item, at) || count++ % CONCEPTS !== 0 || at === from) continue;
    yield list.slice(from, at);
    from = at;
  }
  yield list.slice(from);
}

function dataOf(text: string): unknown {
  const parsed = parse(text);
  if (parsed.errors.length + parsed.warnings.length > 0) return undefined;
  try {
    return toData(parsed);
  } catch {
    return undefined;
  }
}

function toData(parsed: ReturnType<typeof parseDocument>): unknown {
  try {
    return parsed.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    const [, unset] = /^Unresolved alias[^:]*: (.*)$/u.exec(cause instanceof Error ? cause.message : '') ?? [];
    const fault =
      unset === undefined
        ? 'expected at most a hundred uses of aliases, found more'
        : `expected an anchor \`&${unset}\` before \`*${unset}\`, found none`;
    throw new EpistemicError('invalid_document', fault, { cause });
  }
}
