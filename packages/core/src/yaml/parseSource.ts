import { Composer, LineCounter, Parser, visit } from 'yaml';
import type { CST, Document, YAMLParseError, YAMLWarning } from 'yaml';

import { quoteKey } from './names.ts';
import type { PolicyIssueCode } from '../model/codes.ts';
import { InvariantError } from '../model/errors.ts';
import { yamlFault } from '../text/yamlFault.ts';
import { checkText } from './checkText.ts';
import type { PolicyIssue, Place } from './issue.ts';
import { issueAt } from './issue.ts';
import type { SourceNode } from './source.ts';
import { toSource } from './toSource.ts';

/** How deeply a file may nest. The parser recurses: without a limit a hostile file ends the process. */
const MAX_NESTING = 200;

const MAX_SYNTAX_ISSUES = 20;

const CODES: Readonly<Record<string, PolicyIssueCode>> = {
  DUPLICATE_KEY: 'duplicate_key',
  TAG_RESOLVE_FAILED: 'unsupported_tag',
  NON_STRING_KEY: 'wrong_type',
};

const WORDS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'the key is here already',
  TAG_RESOLVE_FAILED: 'tags are not supported in a policy',
  NON_STRING_KEY: 'expected a text as key',
  MULTIPLE_DOCS: 'expected one document, found another one',
  TAB_AS_INDENT: 'expected spaces as indentation, found a tab',
  UNEXPECTED_TOKEN: 'expected YAML, found something that belongs to no key and no list',
  BAD_DIRECTIVE: 'directives are not supported in a policy',
  BAD_ALIAS: 'expected the name of an anchor that is written above',
};

/**
 * Reads YAML 1.2 into a tree that knows the place of everything. What is wrong goes to `issues`; the tree is undefined
 * when the text cannot be read at all. Custom tags, directives, merge keys and keys that are not texts are refused.
 */
export function parseSource(text: string, file: string | undefined, issues: PolicyIssue[]): SourceNode | undefined {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  const broken = checkText(body, file);
  if (broken !== undefined) {
    issues.push(broken);
    return undefined;
  }
  const lines = new LineCounter();
  const placeAt = (offset: number, path: Place['path'] = []): Place => {
    const { line, col } = lines.linePos(offset);
    return { ...(file !== undefined && { file }), line: Math.max(line, 1), column: Math.max(col, 1), path };
  };
  const tokens = Array.from(new Parser(lines.addNewLine).parse(body));
  const deep = tooDeep(tokens);
  if (deep !== undefined) {
    issues.push(issueAt(placeAt(deep), 'too_deep', `expected at most ${MAX_NESTING} levels of lists and mappings, found more`));
    return undefined;
  }
  const document = compose(tokens, body.length);
  const all = [...document.errors, ...document.warnings];
  const faults = withoutEchoes(all.filter(({ code }) => code !== 'TAG_RESOLVE_FAILED'));
  issues.push(...faults.slice(0, MAX_SYNTAX_ISSUES).map(fault => syntaxIssue(fault, placeAt, { document, body })));
  if (faults.some(({ code }) => CODES[code] === undefined)) return undefined;
  const source = toSource(document, body, placeAt, issues);
  const tagged = all.find(({ code }) => code === 'TAG_RESOLVE_FAILED');
  if (tagged !== undefined && !issues.some(({ code }) => code === 'unsupported_tag'))
    issues.push(syntaxIssue(tagged, placeAt, { document, body }));
  return source;
}

function compose(tokens: readonly CST.Token[], length: number): Document.Parsed {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    uniqueKeys: true,
    strict: true,
    stringKeys: true,
    prettyErrors: false,
    resolveKnownTags: false,
  });
  const [first, second] = Array.from<Document.Parsed>(composer.compose(tokens, true, length));
  if (first === undefined) throw new InvariantError('yaml_syntax', 'the composer makes one document at least');
  if (second !== undefined) {
    const [start, end] = second.range;
    first.errors.push({
      code: 'MULTIPLE_DOCS',
      message: 'more than one document',
      pos: [start, end],
    } as unknown as YAMLParseError);
  }
  return first;
}

type Fault = YAMLParseError | YAMLWarning;

/** Leaves of tabs only the first: each further line with one, and what the parser makes of it, has the same cause. */
function withoutEchoes(faults: readonly Fault[]): readonly Fault[] {
  const tab = faults.find(({ code }) => code === 'TAB_AS_INDENT');
  return tab === undefined ? faults : faults.filter(fault => fault === tab || fault.pos[0] < tab.pos[0]);
}

/** What a text with `: ` in it is taken for: a mapping inside a value. */
const NESTED: readonly string[] = ['BLOCK_AS_IMPLICIT_KEY', 'BLOCK_IN_FLOW'];

/** The key and the value of a line whose value holds `: ` without quotes. */
const UNQUOTED = /(?<key>[A-Za-z_]\w*): +(?<value>[^\s'"[\]{}|>&*!%@`#,][^'"[\]{},#]*?: [^'"[\]{},#]*)/u;

/** Says which value needs quotes, where that is what is wrong with a line. The value is not repeated: it may be a secret. */
function unquoted(at: number, body: string): string | undefined {
  const start = body.lastIndexOf('\n', at - 1) + 1;
  const end = body.indexOf('\n', at);
  const key = UNQUOTED.exec(body.slice(start, end < 0 ? undefined : end))?.groups?.['key'];
  return key && `the text after ${quoteKey(key)} holds \`: \`, which makes it a mapping: put it into quotes, \`${key}: '…'\``;
}

function syntaxIssue(
  fault: Fault,
  placeAt: (offset: number) => Place,
  { document, body }: { readonly document: Document.Parsed; readonly body: string },
): PolicyIssue {
  const nested = NESTED.includes(fault.code) ? unquoted(fault.pos[0], body) : undefined;
  const message = nested ?? WORDS[fault.code] ?? yamlFault(fault.message);
  const first = fault.code === 'DUPLICATE_KEY' ? firstOf(fault.pos[0], document) : undefined;
  const where = first === undefined ? '' : `, at line ${placeAt(first.at).line}`;
  const named = first === undefined ? message : message.replace('the key', `the key ${quoteKey(String(first.key))}`);
  return issueAt(placeAt(fault.pos[0]), CODES[fault.code] ?? 'yaml_syntax', `${named}${where}`);
}

/** The key that a mapping has twice, the second time at an offset, and its first place. */
function firstOf(offset: number, document: Document.Parsed): { readonly key: unknown; readonly at: number } | undefined {
  let first: { readonly key: unknown; readonly at: number } | undefined;
  visit(document, {
    Map(_key, { items }) {
      const keys = items.map(({ key }) => key as { readonly value?: unknown; readonly range?: readonly number[] });
      const second = keys.find(({ range }) => range?.[0] === offset);
      if (second === undefined) return undefined;
      const at = keys.find(({ value }) => value === second.value)?.range?.[0];
      if (at !== undefined) first = { key: second.value, at };
      return visit.BREAK;
    },
  });
  return first;
}

/** Returns the offset of the first part that is nested too deeply. Walks without recursion. */
function tooDeep(tokens: readonly CST.Token[]): number | undefined {
  const open: [unknown, number][] = tokens.map(token => [token, 0]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [token, depth] = next;
    if (typeof token !== 'object' || token === null) continue;
    if (depth > MAX_NESTING) return 'offset' in token ? Number(token.offset) : 0;
    if ('value' in token) open.push([token.value, depth]);
    if (!('items' in token) || !Array.isArray(token.items)) continue;
    for (const item of token.items as readonly { readonly key?: unknown; readonly value?: unknown }[]) {
      open.push([item.key, depth + 1], [item.value, depth + 1]);
    }
  }
  return undefined;
}
