import { LineCounter, isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';
import type { Document, Node, Pair, YAMLMap } from 'yaml';

import { allDefinition } from '../combinators/all.ts';
import { GovernanceError } from '../model/errors.ts';
import type { Json } from '../model/json.ts';
import { flow, joined, withPuts } from './editText.ts';
import type { Put } from './editText.ts';
import { toSnake } from '../text/toSnake.ts';

/** Which node of a file is meant: the first of its kind from a line on, or one of those after it. */
export interface NodePlace {
  readonly kind: string;
  /** The line of the file that the node begins in, from 1. */
  readonly line: number;
  /** How many nodes of the same kind stand before it in the same line. @defaultValue 0 */
  readonly after?: number;
}

/**
 * Returns the text of a policy in which one node has more params, or longer lists, as code has them; everything else stays as it is written. What
 * a param says already is not changed. Throws a {@link GovernanceError} of code `policy_invalid` where the node is not found, or is written
 * in a way that has no place for params. Load the new text to check its meaning.
 *
 * @example
 * ```ts
 * import { withParams } from '@licet/core/yaml';
 *
 * const text = 'version: 1\npolicy:\n  all:\n    - bash_safety: { shares: ask } # others see it\n';
 * withParams(text, { kind: 'bash_safety', line: 4 }, { shares: 'ask', allow: [{ runs: 'git push' }] }).split('\n')[3]; // => '    - bash_safety: { shares: ask, allow: [{ runs: git push }] } # others see it'
 * ```
 */
export function withParams(
  text: string,
  { kind, line, after = 0 }: NodePlace,
  params: { readonly [name: string]: Json },
): string {
  const lines = new LineCounter();
  const document = read(text, lines);
  const found: Pair[] = [];
  visit(document, {
    Pair(_key, pair) {
      const start = isScalar(pair.key) && pair.key.value === kind ? pair.key.range?.[0] : undefined;
      if (start !== undefined && lines.linePos(start).line >= line) found.push(pair);
    },
  });
  const pair = found[after];
  if (pair === undefined) throw invalid(`there is no \`${kind}\` at line ${line}`);
  const written = Object.entries(params).map(([name, value]) => [toSnake(name), value] as const);
  if (!isMap(pair.value)) return withBody(text, pair, kind, written);
  const body = pair.value;
  const [lists, fresh] = [written.filter(([name]) => body.has(name)), written.filter(([name]) => !body.has(name))];
  const puts = [
    ...(fresh.length > 0
      ? [
          joined(
            body,
            fresh.map(([name, value]) => `${name}: ${flow(value)}`),
            text,
          ),
        ]
      : []),
    ...lists.flatMap(([name, value]) => longer(body.get(name, true), value, text)),
  ];
  return withPuts(text, puts);
}

/** `kind:` and `kind: {}` get a body. */
function withBody(text: string, { key, value }: Pair, kind: string, params: readonly (readonly [string, Json])[]): string {
  const isEmpty = value === null || (isScalar(value) && value.value === null);
  const at = isScalar(key) ? key.range?.[1] : undefined;
  if (!isEmpty || at === undefined || text[at] !== ':') throw invalid(`\`${kind}\` has no mapping of params`);
  return `${text.slice(0, at)}: { ${params.map(([name, each]) => `${name}: ${flow(each)}`).join(', ')} }${text.slice(at + 1)}`;
}

function longer(known: unknown, value: Json, text: string): readonly Put[] {
  if (!isSeq(known) || !Array.isArray(value) || known.items.length >= value.length) return [];
  const items = value.slice(known.items.length) as readonly Json[];
  return [joined(known, items.map(flow), text)];
}

/**
 * Returns the text of a policy that has the rules of an included policy written out, in place of its name under `include`, so that they can be
 * changed. The rules stand before its own, as they did. Throws a {@link GovernanceError} of code `policy_invalid` where it is not included.
 *
 * @example
 * ```ts
 * import { withoutInclude } from '@licet/core/yaml';
 *
 * withoutInclude('version: 1\ninclude: [own]\npolicy: { budget: { max: 9 } }\n', 'own', 'version: 1\npolicy: { floor: {} }\n'); // => 'version: 1\npolicy:\n  all:\n    - { floor: {} }\n    - { budget: { max: 9 } }\n'
 * ```
 */
export function withoutInclude(text: string, name: string, included: string): string {
  const root = read(text).contents;
  const list = isMap(root) ? root.get('include', true) : undefined;
  const isNamed = (item: unknown): boolean => isScalar(item) && item.value === name;
  if (!isMap(root) || !isSeq(list) || !list.items.some(isNamed)) throw invalid(`it does not include \`${name}\``);
  const others = list.items.filter(item => !isNamed(item)).flatMap(item => (isScalar(item) ? [String(item.value)] : []));
  const rules = [...itemLines(included), ...itemLines(text)].map(line => (line === '' ? '' : `    ${line}`));
  const policy = `policy:\n  all:\n${rules.join('\n')}\n`;
  const puts = [
    entryOf(root, 'include', text, others.length === 0 ? '' : `include: [${others.map(flow).join(', ')}]\n`),
    entryOf(root, 'policy', text, policy),
  ];
  if (!root.has('policy')) puts.push({ at: text.length, put: text.endsWith('\n') ? policy : `\n${policy}` });
  return withPuts(
    text,
    puts.filter(each => each !== undefined),
  );
}

/** The lines of a top-level entry, and what comes in their place. */
function entryOf(root: YAMLMap, name: string, text: string, put: string): Put | undefined {
  const pair = root.items.find(each => isScalar(each.key) && each.key.value === name);
  const at = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
  const end = (pair?.value as Node | null | undefined)?.range?.[1];
  if (at === undefined || end === undefined) return undefined;
  const line = text.indexOf('\n', text.slice(0, end).trimEnd().length);
  return { at, to: line < 0 ? text.length : line + 1, put };
}

/** The rules of a policy as items of a list, a line each or more, as they are written. */
function itemLines(text: string): readonly string[] {
  const root = read(text).contents;
  const policy = isMap(root) ? root.get('policy', true) : undefined;
  if (!isMap(policy)) return [];
  const [only] = policy.items;
  const [start = 0, end = 0] = policy.range ?? [];
  const list = policy.items.length === 1 && isScalar(only?.key) && only.key.value === allDefinition.kind ? only.value : undefined;
  if (!isSeq(list) || list.flow === true || policy.flow === true) {
    const lines = dedented(text, start, end);
    return policy.flow === true || lines.length === 1
      ? [`- ${lines.join('\n')}`]
      : lines.map((line, index) => (index === 0 ? `- ${line}` : line === '' ? '' : `  ${line}`));
  }
  const head = isScalar(only?.key) ? (only.key.range?.[1] ?? start) : start;
  const lineEnd = text.indexOf('\n', head);
  const comment = /#.*$/u.exec(text.slice(head, lineEnd))?.[0];
  const lines = dedented(text, lineEnd + 1, list.range?.[1] ?? end, list.range?.[0]);
  return [...(comment === undefined ? [] : [comment]), ...lines];
}

/** The lines between two places, moved to the left by the column of a third. */
function dedented(text: string, from: number, to: number, anchor: number = from): readonly string[] {
  const column = anchor - text.lastIndexOf('\n', anchor - 1) - 1;
  const first = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', text.slice(0, to).trimEnd().length);
  const lines = text.slice(first, end < 0 ? text.length : end).split('\n');
  return lines.map((line, index) => (index === 0 ? line.slice(column) : line.slice(Math.min(column, line.search(/\S|$/u)))));
}

function read(text: string, lineCounter: LineCounter = new LineCounter()): Document {
  const document = parseDocument(text, { lineCounter, version: '1.2', schema: 'core', merge: false });
  if (document.errors.length > 0) throw invalid('it is no YAML');
  return document;
}

const invalid = (why: string): GovernanceError =>
  new GovernanceError('policy_invalid', `the policy cannot be changed in place: ${why}`);
