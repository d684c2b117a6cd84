import type { Json } from '@licet/core';

import { caseOf, sessionOf } from '../cases.ts';
import type { Draft, TestCase } from '../draft.ts';
import type { Left } from '../source.ts';
import { expressionOf } from './dogwood/expression.ts';
import type { Past } from './dogwood/temporal.ts';
import { temporalOf, toolOf } from './dogwood/temporal.ts';
import { Reader, UnknownForm, tokensOf } from './dogwood/tokens.ts';

/** One `permit` or `forbid`, as a condition. */
interface Rule {
  readonly permits: boolean;
  readonly cel: string;
  readonly hint: string | undefined;
  readonly tools: readonly string[];
  /** Whether it names its actions one by one, rather than by a group. */
  readonly isDirect: boolean;
  readonly past: readonly Past[];
  /** Whether it asks nothing but what happened before. */
  readonly isTemporal: boolean;
}

/** Which actions belong to a group: `action "Pay" in [Action::"Money"]` of a schema that comes before the policies. */
function groupsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const members = Array.from(text.matchAll(/\baction\s+"(\w+)"\s+in\s+\[\s*(?:\w+::)*Action::"(\w+)"\s*\]/gu));
  return new Map(
    [...Map.groupBy(members, ([, , group]) => group ?? '')].map(([group, each]) => [group, each.map(([, name]) => name ?? '')]),
  );
}

/**
 * Turns policies of Dogwood, with the Cedar schema before them where they name groups of actions. What is in none of its forms is left, and the policy that it
 * is in permits nothing.
 */
export function fromDogwood(text: string): Draft & { readonly left: readonly Left[] } {
  const start = text.search(/^\s*(?:@\w+|permit|forbid)\b/mu);
  const before = start < 0 ? text : text.slice(0, start);
  const blank = before.replaceAll(/[^\n]/gu, ' ');
  const reader = new Reader(tokensOf(start < 0 ? '' : `${blank}${text.slice(start)}`));
  const [rules, left]: [Rule[], Left[]] = [[], []];
  while (reader.ahead().kind !== 'end') {
    const annotations = annotationsOf(reader);
    const { line, text: effect } = reader.ahead();
    const path = annotations.get('id') ?? effect;
    try {
      rules.push(ruleOf(reader, annotations.get('hint'), groupsOf(before)));
    } catch (error) {
      if (!(error instanceof UnknownForm)) throw error;
      left.push({ line: error.line, path, why: `${error.message}; the rule is not in the policy` });
      if (effect === 'forbid') rules.push({ ...NOTHING_GOES, hint: `\`${path}\` could not be imported` });
      reader.skipPolicy();
    }
    for (const group of rules.at(-1)?.tools.filter(() => rules.at(-1)?.isDirect === false) ?? [])
      if (group.startsWith('group '))
        left.push({ line, path, why: `which actions are in the ${group} is in no schema before it` });
  }
  return { ...draftOf(rules), left };
}

/** A rule that forbids and was not understood forbids everything. */
const NOTHING_GOES: Rule = {
  permits: false,
  cel: 'true',
  hint: undefined,
  tools: [],
  isDirect: false,
  past: [],
  isTemporal: false,
};

function annotationsOf(reader: Reader): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  while (reader.takeIf('@')) {
    const name = reader.expectKind('word', 'the name of an annotation');
    reader.expect('(');
    found.set(name, JSON.parse(reader.expectKind('text', 'a text')) as string);
    reader.expect(')');
  }
  return found;
}

function ruleOf(reader: Reader, hint: string | undefined, groups: ReadonlyMap<string, readonly string[]>): Rule {
  const permits = reader.isNext('permit');
  if (!permits && !reader.isNext('forbid')) throw reader.unknown('expected `permit` or `forbid`');
  reader.take();
  const { tools, isDirect } = scopeOf(reader, groups);
  const parts = tools === undefined ? [] : [`action.tool in ${JSON.stringify(tools)}`];
  const past: Past[] = [];
  let isTemporal = true;
  while (!reader.takeIf(';')) {
    const isNegated = reader.takeIf('unless');
    if (!isNegated) reader.expect('when');
    const isPast = reader.takeIf('temporal');
    reader.expect('{');
    const found = isPast ? temporalOf(reader, tools ?? []) : { cel: expressionOf(reader), past: [] };
    reader.expect('}');
    isTemporal &&= isPast && !isNegated;
    past.push(...found.past);
    parts.push(isNegated ? `!(${found.cel})` : `(${found.cel})`);
  }
  return { permits, hint, tools: tools ?? [], isDirect, past, isTemporal, cel: parts.length === 0 ? 'true' : parts.join(' && ') };
}

/** `(principal, action == X, resource)`: the actions; undefined for any of them. */
function scopeOf(
  reader: Reader,
  groups: ReadonlyMap<string, readonly string[]>,
): { readonly tools: readonly string[] | undefined; readonly isDirect: boolean } {
  reader.expect('(', 'principal', ',', 'action');
  const isDirect = reader.takeIf('==');
  const names = isDirect ? [toolOf(reader)] : reader.takeIf('in') ? listOf(reader) : undefined;
  reader.expect(',', 'resource', ')');
  const tools = isDirect ? names : names?.flatMap(name => groups.get(name) ?? [`group ${name}`]);
  return { tools, isDirect };
}

function listOf(reader: Reader): readonly string[] {
  if (!reader.takeIf('[')) return [toolOf(reader)];
  const names: string[] = [];
  while (!reader.takeIf(']')) {
    names.push(toolOf(reader));
    reader.takeIf(',');
  }
  return names;
}

function draftOf(rules: readonly Rule[]): Draft {
  const permits = rules.filter(each => each.permits);
  const direct = new Set(rules.flatMap(({ tools, isDirect }) => (isDirect ? tools : [])));
  const seen = [...new Set(rules.flatMap(({ past }) => past.map(({ tool }) => tool)))].filter(tool => !direct.has(tool));
  const only = ({ cel, hint }: Pick<Rule, 'cel' | 'hint'>): Json => ({
    only_if: { if: cel, ...(hint !== undefined && { reason: hint }) },
  });
  const watched: readonly Json[] =
    seen.length === 0 ? [] : [only({ cel: `action.tool in ${JSON.stringify(seen)}`, hint: undefined })];
  const allowed = [...permits.map(only), ...watched];
  const forbidden = rules.filter(each => !each.permits).map(({ cel, hint }) => only({ cel: `!(${cel})`, hint }));
  const any: Json = allowed.length === 0 ? only({ cel: 'false', hint: 'no rule permits anything' }) : { any: [...allowed] };
  return {
    default: 'block',
    nodes: [{ floor: {} }, { self_protection: {} }, any, ...forbidden],
    cases: permits.flatMap(casesOf),
  };
}

/** What a rule says itself that asks for one event of the past: not without it, and with it. */
function casesOf({ tools: [tool], isDirect, past: [past, ...more], isTemporal, cel }: Rule): readonly TestCase[] {
  if (tool === undefined || !isDirect || past === undefined || more.length > 0 || !isTemporal || !cel.includes('happened('))
    return [];
  const values = past.members.map(
    ([path, value]) => [path, value.startsWith('action.') ? 'a' : (JSON.parse(value) as Json)] as const,
  );
  const asked = past.members.flatMap(([, value]) =>
    value.startsWith('action.payload.') ? [value.slice('action.payload.'.length)] : [],
  );
  const input = nested(asked.map(path => [path, 'a'] as const));
  const step = { tool, input } as const;
  return [
    caseOf(step, 'block'),
    sessionOf(`${tool} after ${past.tool}`, [caseOf({ tool: past.tool, input: nested(values) }, 'pass'), caseOf(step, 'pass')]),
  ];
}

function nested(values: readonly (readonly [path: string, value: Json])[]): Json {
  const heads = Map.groupBy(values, ([path]) => path.split('.')[0] ?? '');
  return Object.fromEntries(
    [...heads].map(([head, each]) => {
      const inner = each.flatMap(([path, value]) => (path === head ? [] : [[path.slice(head.length + 1), value] as const]));
      return [head, inner.length > 0 ? nested(inner) : (each[0]?.[1] ?? null)];
    }),
  );
}
