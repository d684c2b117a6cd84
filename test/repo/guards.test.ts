import { capabilityDefinitions } from '@licet/capabilities';
import { edgePoliciesDefinition, groundedDefinition } from '@licet/epistemic/nodes';
import { guardDefinitions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import type { Param, ParamMembers } from '@licet/core/nodes';

import { OPTION_SOURCES, optionsIn, withOptionDocs } from './optionDocs.ts';
import { SOURCES } from './source.ts';
import type { Source } from './source.ts';

const definitions = [...guardDefinitions, ...capabilityDefinitions, edgePoliciesDefinition, groundedDefinition];

const camel = (kind: string): string => kind.replaceAll(/_([a-z])/gu, (_all, letter: string) => letter.toUpperCase());
const pascal = (kind: string): string => camel(kind).replace(/^./u, first => first.toUpperCase());

/** What a doc comment says of a guard: what it looks at, its rulings as a table, what it cannot see, and an example with what comes out. */
const DOC: readonly (readonly [part: string, pattern: string])[] = [
  ['what it looks at', String.raw`\/\*\*\n(?: \*(?: [^|@\n][^\n]*)?\n)+`],
  ['the table of its rulings', String.raw` \*(?: \| [^|\n]+)+ \| ruling \|\n \* \|(?:---\|)+\n(?:(?: \* \|[^\n]+\|\n)+ \*\n)+`],
  ['what it cannot see', String.raw`(?: \* [^|@\n][^\n]*\n(?: \*\n)?)+`],
  [
    'an example that says what comes out',
    ' \\* @example\n \\* ```ts\n(?: \\*[^\n]*\n)*? \\*[^\n]*\\/\\/ => [^\n]+\n(?: \\*[^\n]*\n)*? \\* ```\n \\*\\/\n',
  ],
];

/**
 * The shape of a guard's file, from its first line to its last: the spec of its params, which its options, the schema of governance.yaml
 * and the reference page are made of; a doc comment of the parts of {@link DOC}, right above the constructor that has the name of the
 * kind, checks its options and gives back a frozen guard; and its definition. Returns what is missing, or is elsewhere.
 */
function misshapen(text: string, kind: string): readonly string[] {
  const constructor = new RegExp(String.raw`(?<doc>\/\*\*\n(?: \*[^\n]*\n)+?)export function ${pascal(kind)}\(`, 'u').exec(text);
  const at = constructor?.index ?? 0;
  const order: readonly (readonly [part: string, place: number])[] = [
    ['a spec of its params', text.search(/^const \w+ = params\(/mu)],
    [`a constructor \`${pascal(kind)}\` with a doc comment`, constructor === null ? -1 : at],
    ['a check of its options', text.indexOf(`checkOptions('${kind}', `, at)],
    ['a frozen guard', text.indexOf('Object.freeze', at)],
    [`a definition \`${camel(kind)}Definition\``, text.indexOf(`export const ${camel(kind)}Definition`)],
  ];
  const parts = order.filter(([, place], index) => place < 0 || place < (order[index - 1]?.[1] ?? 0)).map(([part]) => part);
  const said = DOC.filter((_part, index) => {
    const begin = DOC.slice(0, index + 1).map(([, pattern]) => pattern);
    return !new RegExp(`^${begin.join('')}`, 'u').test(constructor?.groups?.['doc'] ?? '');
  });
  return [...parts, ...said.slice(0, 1).map(([part]) => part)];
}

/** The files that guards are in. */
const OWN = SOURCES.filter(({ package: name }) => ['guards', 'capabilities', 'epistemic'].includes(name));

function sourceOf(kind: string): Source {
  const found = OWN.filter(({ text }) => new RegExp(String.raw`defineNode\(\{\s+kind: '${kind}',`, 'u').test(text));
  const [source] = found;
  if (source === undefined || found.length > 1) throw new Error(`${kind}: expected one file, found ${found.length}`);
  return source;
}

/** The options of a guard that write a member out beside the spec that has it already. */
function restated(text: string): readonly string[] {
  const written = /^export (?:interface (?<shape>\w+Options)\b|type (?<alias>\w+Options) =[^;]*?\breadonly \w+\??:)/gmu;
  return [...text.matchAll(written)].flatMap(({ groups }) => groups?.['shape'] ?? groups?.['alias'] ?? []);
}

/** What the files of guards define and no one can reach: a kind that no list of definitions has, and what no index exports. */
function unreachable(sources: readonly Source[], kinds: readonly string[]): readonly string[] {
  const found = (pattern: RegExp, among = sources): readonly string[] =>
    among.flatMap(({ text }) => [...text.matchAll(pattern)].flatMap(match => match.slice(1).filter(part => part !== undefined)));
  const exported = new Set(found(/^export (?:type )?\{([^}]*)\}/gmu).flatMap(names => names.split(/[\s,]+/u)));
  const files = sources.filter(({ text }) => text.includes('defineNode({'));
  const names = found(/^export (?:type (\w+Options)|function ([A-Z]\w*))\b/gmu, files).filter(name => !exported.has(name));
  return [...found(/defineNode\(\{\s+kind: '(\w+)'/gu).filter(kind => !kinds.includes(kind)), ...names];
}

/** The options of a spec without a description, those inside of others included. */
const undescribed = (members: ParamMembers, path: string): readonly string[] =>
  Object.entries(members).flatMap(([name, { shape, doc }]: [string, Param]) => {
    const inner = 'of' in shape && typeof shape.of === 'object' && 'type' in shape.of ? (shape.of as Param['shape']) : shape;
    const below = inner.type === 'object' ? undescribed(inner.of, `${path}.${name}`) : [];
    return [...(doc === undefined ? [`${path}.${name}`] : []), ...below];
  });

describe('every option of a guard', () => {
  it('has a description, for the schema and the reference', () => {
    const found = definitions.flatMap(({ kind, params }) =>
      typeof params === 'function' ? [] : undescribed(params.members, kind),
    );

    expect(found).toEqual([]);
  });

  it('has the description as its doc comment, for editors: `node --conditions=@licet/source test/repo/writeOptionDocs.ts`', () => {
    const wrong = OPTION_SOURCES.flatMap(({ path, text }) =>
      optionsIn(text)
        .filter(({ wanted, found }) => found === undefined || (wanted !== undefined && wanted !== found))
        .map(({ name }) => `${path}: ${name}`),
    );

    expect(wrong).toEqual([]);
    const written = "const limits = params({\n/** How many. */\nmax: param.number({ min: 1, doc: 'how many' }) });";
    expect(withOptionDocs(written.replace('/** How many. */\n', ''))).toBe(written);
    expect(withOptionDocs(written.replace('How', 'So'))).toBe(written);
  });
});

describe('the file of every guard', () => {
  it.each(definitions.map(({ kind }) => kind))('has the one shape: `%s`', kind => {
    expect(misshapen(sourceOf(kind).text, kind)).toEqual([]);
  });

  it('defines it with a spec, its rulings and an example', () => {
    const without = definitions.filter(
      ({ params, rulings = [], example = '' }) => typeof params === 'function' || rulings.length === 0 || example === '',
    );

    expect(without.map(({ kind }) => kind)).toEqual([]);
  });

  it('has the type of its options from their spec', () => {
    expect(definitions.flatMap(({ kind }) => restated(sourceOf(kind).text))).toEqual([]);
  });

  it('is in its list of definitions, and an index exports its constructor and what that takes', () => {
    const kinds = definitions.map(({ kind }) => kind);
    const without = OWN.map(source => ({
      ...source,
      text: source.text.replaceAll(/^ {2}Budget,\n|^.*\bBudgetOptions \}.*\n/gmu, ''),
    }));

    expect(unreachable(OWN, kinds)).toEqual([]);
    expect(
      unreachable(
        without,
        kinds.filter(kind => kind !== 'budget'),
      ),
    ).toEqual(['budget', 'BudgetOptions', 'Budget']);
  });

  const { text } = sourceOf('budget');

  it.each([
    'export interface BudgetOptions extends Place {',
    'export interface BudgetOptions {\n  readonly max: number;\n}',
    "export type BudgetOptions = Omit<ParamsOf<typeof budgetParams>, 'max'> & { readonly max: number };",
    'export type BudgetOptions =\n  | { readonly max: number }\n  | { readonly cost: number };',
  ])('has it not from %j', written => {
    expect(restated(text.replace(/^export type BudgetOptions = [^;]*;/mu, written))).toEqual(['BudgetOptions']);
  });

  it.each([
    ['a spec of its params', text.replace('= params(', '= ({ members: (')],
    ['a constructor `Budget` with a doc comment', text.replace('export function Budget(', 'export function MakeBudget(')],
    ['a check of its options', text.replace("checkOptions('budget', ", "checkOptions('other', ")],
    ['a frozen guard', text.replaceAll('Object.freeze', 'Object.assign')],
    ['a definition `budgetDefinition`', text.replace('const budgetDefinition', 'const definition')],
    ['the table of its rulings', text.replace('| ruling |', '| verdict |')],
    ['what it cannot see', text.replace(/ \* A blocked action costs nothing\.[^@]*(?= \* @example)/u, '')],
    ['an example that says what comes out', text.replaceAll('// =>', '//')],
  ])('is not of that shape without %s', (part, broken) => {
    expect(misshapen(broken, 'budget')).toContain(part);
  });
});
