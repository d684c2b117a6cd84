import { inputPath, valueOf } from './expression.ts';
import { UnknownForm } from './tokens.ts';
import type { Reader } from './tokens.ts';

/** Events of the past, as a pattern of a condition names them. */
export interface Past {
  readonly tool: string;
  readonly outcome: 'ok' | 'error' | undefined;
  /** The arguments, by path, each with what it must be, as a CEL expression about the call that is judged. */
  readonly members: readonly (readonly [path: string, value: string])[];
  /** The argument that is bound to a name, to be added up. */
  readonly bound: ReadonlyMap<string, string>;
}

/** A temporal condition as CEL, and the events that it looks at. */
interface Temporal {
  readonly cel: string;
  readonly past: readonly Past[];
}

/** Reads a temporal condition: alternatives of conjunctions of questions about the past. `decided` are the tools that the policy is about. */
export function temporalOf(reader: Reader, decided: readonly string[]): Temporal {
  return joined(reader, '||', () => joined(reader, '&&', () => question(reader, decided)));
}

function joined(reader: Reader, sign: '||' | '&&', part: () => Temporal): Temporal {
  const parts = [part()];
  while (reader.takeIf(sign)) parts.push(part());
  const cel = parts.length === 1 ? (parts[0]?.cel ?? '') : `(${parts.map(each => each.cel).join(` ${sign} `)})`;
  return { cel, past: parts.flatMap(({ past }) => past) };
}

function question(reader: Reader, decided: readonly string[]): Temporal {
  if (reader.takeIf('!')) {
    const { cel, past } = question(reader, decided);
    if (reader.isNext('since')) throw reader.unknown('`since` has no counterpart: counters do not tell which of two came last');
    return { cel: `!${cel}`, past };
  }
  if (reader.takeIf('formerly', 'within')) {
    const within = reader.expectKind('duration', 'a time');
    const past = inParentheses(reader, () => pastOf(reader));
    return { cel: `(happened(${patternOf(past)}, "${within}")${ownCall(past, decided, ' || ')})`, past: [past] };
  }
  if (reader.isNext('exists')) return limitOf(reader, decided);
  if (reader.isNext('(')) {
    const inner = inParentheses(reader, () => {
      const found = temporalOf(reader, decided);
      if (reader.isNext('since')) throw reader.unknown('`since` has no counterpart: counters do not tell which of two came last');
      return found;
    });
    return { ...inner, cel: `(${inner.cel})` };
  }
  const event = pastOf(reader);
  if (reader.isNext('since')) throw reader.unknown('`since` has no counterpart: counters do not tell which of two came last');
  throw new UnknownForm(reader.ahead().line, `an event of \`${event.tool}\` has no time limit: \`formerly within\` gives one`);
}

function inParentheses<T>(reader: Reader, work: () => T): T {
  reader.expect('(');
  const found = work();
  reader.expect(')');
  return found;
}

/** `exists (n: Long). ((count … ) == n && n < 3)`, and the same for `sum_within`. */
function limitOf(reader: Reader, decided: readonly string[]): Temporal {
  reader.expect('exists', '(');
  const name = reader.expectKind('word', 'a name');
  reader.expect(':', 'Long', ')', '.');
  return inParentheses(reader, () => {
    const counted = inParentheses(reader, () => (reader.isNext('count') ? countOf(reader, decided) : sumOf(reader, decided)));
    reader.expect('==', name, '&&', name);
    const sign = reader.take().text;
    if (!['<', '<=', '>', '>=', '=='].includes(sign)) throw new UnknownForm(reader.ahead().line, `\`${sign}\` compares nothing`);
    const limit = reader.expectKind('number', 'a number');
    return { cel: `(${counted.cel} ${sign} ${limit}${counted.isSum ? '.0' : ''})`, past: counted.past };
  });
}

type CountedPast = Temporal & { readonly isSum: boolean };

function countOf(reader: Reader, decided: readonly string[]): CountedPast {
  reader.expect('count', 'for', '(');
  const moment = reader.expectKind('word', 'a name');
  reader.expect(':', 'Timepoint', ')', '.', 'where');
  return inParentheses(reader, () => {
    reader.expect('formerly', 'within');
    const within = reader.expectKind('duration', 'a time');
    const past = inParentheses(reader, () => {
      const found = pastOf(reader);
      reader.expect('&&', 'tp', '(', moment, ')');
      return found;
    });
    const own = ownCall(past, decided, '');
    return {
      cel: `count(${patternOf(past)}, "${within}")${own === '' ? '' : ` + (${own} ? 1 : 0)`}`,
      past: [past],
      isSum: false,
    };
  });
}

function sumOf(reader: Reader, decided: readonly string[]): CountedPast {
  reader.expect('sum_within');
  return inParentheses(reader, () => {
    const name = reader.expectKind('word', 'a name');
    reader.expect(',');
    const within = reader.expectKind('duration', 'a time');
    reader.expect(',');
    const past = pastOf(reader);
    const path = past.bound.get(name);
    if (path === undefined) throw new UnknownForm(reader.ahead().line, `no argument is bound to \`${name}\``);
    const own = ownCall(past, decided, '');
    const added = own === '' ? '' : ` + (${own} ? double(action.payload.${path}) : 0.0)`;
    return { cel: `sum(${patternOf(past)}, "${path}", "${within}")${added}`, past: [past], isSum: true };
  });
}

const OUTCOMES: Readonly<Record<string, Past['outcome']>> = { request: undefined, response: 'ok', error: 'error' };

/** `Agent::Action::"Pay"::request{ input.user: context.input.user }`. */
function pastOf(reader: Reader): Past {
  const tool = toolOf(reader);
  reader.expect('::');
  const kind = reader.expectKind('word', 'the kind of an event');
  if (!Object.hasOwn(OUTCOMES, kind)) throw reader.unknown(`\`${kind}\` is no kind of event that is known here`);
  const members: (readonly [string, string])[] = [];
  const bound = new Map<string, string>();
  reader.expect('{');
  while (!reader.takeIf('}')) {
    reader.expect('input', '.');
    const path = inputPath(reader);
    reader.expect(':');
    if (reader.ahead().kind === 'word' && !reader.isNext('context') && !['true', 'false'].includes(reader.ahead().text))
      bound.set(reader.take().text, path);
    else members.push([path, valueOf(reader)]);
    if (!reader.takeIf(',') && !reader.isNext('}')) throw reader.unknown('expected `,` or `}`');
  }
  return { tool, outcome: OUTCOMES[kind], members, bound };
}

/** `Agent::Action::"Pay"`: the name alone. */
export function toolOf(reader: Reader): string {
  while (reader.ahead().kind === 'word' && reader.ahead(1).text === '::') {
    reader.take();
    reader.take();
  }
  return JSON.parse(reader.expectKind('text', 'the name of an action')) as string;
}

function patternOf({ tool, outcome, members }: Past): string {
  const parts = [`"tool": ${JSON.stringify(tool)}`];
  if (outcome !== undefined) parts.push(`"outcome": "${outcome}"`);
  if (members.length > 0)
    parts.push(`"payload": {${members.map(([path, value]) => `${JSON.stringify(path)}: ${value}`).join(', ')}}`);
  parts.push('"per": "principal"');
  return `{${parts.join(', ')}}`;
}

/** The call that is judged is part of the past there, where it is such an event itself. */
function ownCall({ tool, outcome, members }: Past, decided: readonly string[], before: string): string {
  if (outcome !== undefined || !decided.includes(tool)) return '';
  const own = members
    .filter(([path, value]) => value !== `action.payload.${path}`)
    .map(([path, value]) => `action.payload.${path} == ${value}`);
  return `${before}${[`action.tool == ${JSON.stringify(tool)}`, ...own].join(' && ')}`;
}
