import { describe, expect, it } from 'vitest';

import { SOURCES, files, lineAt, nodesOf, parse, read } from './source.ts';
import type { Node, Source } from './source.ts';

/** The text of a string or a template, with `…` where something is filled in. */
function textOf(node: unknown): string | undefined {
  const { type, value, quasis } = (node ?? {}) as { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] };
  if (type === 'Literal' && typeof value === 'string') return value;
  return type === 'TemplateLiteral' && quasis !== undefined ? quasis.map(each => each.value.cooked).join('…') : undefined;
}

/** Where the words for people stand among the arguments. */
const ERRORS: Readonly<Record<string, number>> = {
  Error: 0,
  TypeError: 0,
  RangeError: 0,
  GovernanceError: 1,
  InvariantError: 1,
  EpistemicError: 1,
  RequestFault: 1,
  PolicyError: 1,
  UsageError: 0,
  HookInputError: 0,
  NotUnderstood: 0,
  PathPatternError: 0,
};
/** Classes whose words are made of what they are given. */
const WORDLESS: readonly string[] = ['ActionBlockedError', 'PolicyLoadError'];
const VERDICTS: Readonly<Record<string, number>> = { warn: 0, ask: 0, block: 0, skip: 0 };

/** Functions that make an error, an issue or a refusal of the words that they are given, by what stands before these. */
const MAKERS: Readonly<Record<string, number>> = {
  issueAt: 1,
  invalid: 0,
  fault: 2,
  refuse: 0,
  refused: 0,
  refuseSchema: 0,
  invalidSettings: 0,
};

/** Files with a message of another form, and why. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'packages/epistemic/src/learning/learnGap.ts': 'the words of the project that grounding comes from',
  'packages/cli/src/init/checks.ts': 'lines to copy stand behind it',
};

/** Where an error without a code is made, and why nobody needs one there. */
const PLAIN: Readonly<Record<string, string>> = {
  'packages/adapters/src/runtimes/aiSdk/enforce.ts': 'thrown through an SDK, which writes on what it catches',
  'packages/adapters/src/runtimes/carryOut.ts': 'the error of a tool, with what may not be shown taken out',
  'packages/adapters/src/mcp/http.ts': 'told to the transport of an SDK',
  'packages/adapters/src/runtimes/opencode/settings.ts': 'the text of the plugin that is installed there',
  'packages/adapters/src/runtimes/toolDigest.ts': 'caught where it is thrown',
  'packages/adapters/src/stores/postgres/connection.ts':
    'faults of the driver: every call of a store makes `store_unavailable` of them',
  'packages/adapters/src/stores/sqlite/driver.ts': 'as there',
  'packages/adapters/src/stores/sqlite/events.ts': 'as there',
  'packages/adapters/src/stores/sqlite/examine.ts': 'as there',
  'packages/adapters/src/stores/sqlite/sessions.ts': 'as there',
  'packages/adapters/src/stores/sqlite/upgrade.ts': 'caught where it is thrown',
  'packages/adapters/src/terminal/terminalApprover.ts': 'an approver that throws has not said yes: the engine takes it so',
  'packages/cli/src/keptCode.ts': 'caught where it is thrown',
  'packages/cli/src/resident/programWatch.ts': 'caught where it is thrown',
  'packages/cli/src/serve/askServer.ts': 'ends a request of Node',
  'packages/core/src/cel/linearRegex.ts':
    'thrown through the interpreter of CEL, whose errors the engine takes as faults of a guard',
  'packages/core/src/testing/laws/faults.ts': 'a guard that fails on purpose',
  'packages/core/src/testing/laws/law.ts': 'what a test runner prints',
  'packages/core/src/testing/policySpec.ts': 'a guard that fails on purpose',
  'packages/epistemic/src/guards/groundedCalls.ts': 'a fault of a guard: the engine makes an errored verdict of it',
  'packages/server/src/resident/residentServer.ts': 'ends a request of Node',
};

/** Reading a source costs a hundred times more than a look at its text. */
const mentioning = (words: RegExp): readonly Source[] => SOURCES.filter(({ text }) => words.test(text));
const anyOf = (names: Readonly<Record<string, number>>): RegExp => new RegExp(`\\b(?:${Object.keys(names).join('|')})\\b`, 'u');

function wordsIn(source: Source, type: string, places: Readonly<Record<string, number>>): readonly (readonly [string, string])[] {
  return nodesOf(parse(source).program).flatMap((node: Node) => {
    const { callee, arguments: given } = node as { callee?: { name?: string }; arguments?: unknown[] };
    const place = node.type === type && callee?.name !== undefined ? places[callee.name] : undefined;
    const text = place === undefined ? undefined : textOf(given?.[place]);
    return text === undefined ? [] : [[`${source.path}:${lineAt(source.text, node.start)}`, text] as const];
  });
}

const isLowerCase = (text: string): boolean => !/^\p{Lu}\p{Ll}/u.test(text);
const hasNoFullStop = (text: string): boolean => !/[.!]$/u.test(text) && !/\.\s\p{Lu}/u.test(text);

const FORBIDDEN = /(?:Manager|Helper|Util|Utils|Base|Async)$|^I[A-Z][a-z]/u;
/** Every text that holds such a name, and others. */
const MAYBE_FORBIDDEN = /(?:Manager|Helper|Util|Utils|Base|Async)\b|\bI[A-Z][a-z]/u;

/** The classes that extend an error, each with its file, its own name and whether it freezes itself. */
const errorClasses = mentioning(/\bextends \w*(?:Error|Exception)\b/u).flatMap(source =>
  nodesOf(parse(source).program).flatMap(node => {
    const { id, superClass } = node as { id?: { name: string } | null; superClass?: { name?: string } | null };
    if (!node.type.startsWith('Class') || superClass?.name?.endsWith('Error') !== true) return [];
    const parent = superClass.name;
    const isFixed = /Object\.freeze\(this\)|Object\.defineProperty\(this, /u.test(source.text.slice(node.start, node.end));
    return [{ path: source.path, name: id?.name ?? '', parent, isFixed }];
  }),
);

describe('the classes of errors', () => {
  it('have one base, which alone extends what the language has', () => {
    const ofLanguage = errorClasses.filter(({ parent }) => parent !== 'GovernanceError');

    expect(ofLanguage.map(({ path, name }) => `${path}: ${name}`)).toEqual([
      'packages/core/src/model/errors.ts: GovernanceError',
    ]);
    expect(errorClasses.length).toBeGreaterThan(6);
  });

  it('fix what an error says when it is made', () => {
    expect(errorClasses.filter(({ isFixed }) => !isFixed)).toEqual([]);
  });

  it('are all known to the tests of their words', () => {
    const known = [...Object.keys(ERRORS), ...WORDLESS];

    expect(errorClasses.map(({ name }) => name).filter(name => !known.includes(name))).toEqual([]);
  });
});

describe('errors without a code', () => {
  const plain = SOURCES.filter(({ text }) => /^(?! *\*).*\bnew (?:Type|Range)?Error\(/mu.test(text)).map(({ path }) => path);

  it('are made where nobody needs one, and nowhere else', () => {
    expect(plain.toSorted()).toEqual(Object.keys(PLAIN).toSorted());
  });
});

/** What a stop says to do instead: the texts behind `fix:` and `summary:`. */
const fixesIn = (source: Source): readonly (readonly [string, string])[] =>
  nodesOf(parse(source).program).flatMap((node: Node) => {
    const { key, value } = node as { key?: { name?: string }; value?: unknown };
    const text = node.type === 'Property' && key?.name === 'fix' ? textOf(value) : undefined;
    return text === undefined ? [] : [[`${source.path}:${lineAt(source.text, node.start)}`, text] as const];
  });

describe('wording', () => {
  const errors = [
    ...mentioning(anyOf(ERRORS)).flatMap(source => wordsIn(source, 'NewExpression', ERRORS)),
    ...mentioning(anyOf(MAKERS)).flatMap(source => wordsIn(source, 'CallExpression', MAKERS)),
  ];
  const verdicts = [
    ...mentioning(anyOf(VERDICTS)).flatMap(source => wordsIn(source, 'CallExpression', VERDICTS)),
    ...mentioning(/\bfix: /u).flatMap(fixesIn),
  ];

  it('finds the messages that it judges', () => {
    expect(errors.length).toBeGreaterThan(200);
    expect(verdicts.length).toBeGreaterThan(80);
  });

  it('writes error messages in one line, in lower case, without a full stop', () => {
    const wrong = errors
      .filter(([at]) => !(at.replace(/:\d+$/u, '') in OTHERWISE))
      .filter(([, text]) => !isLowerCase(text) || !hasNoFullStop(text) || text.includes('\n') || text === '');

    expect(wrong.map(parts => parts.join(' '))).toEqual([]);
  });

  it('writes reasons in one line, in lower case, without a full stop', () => {
    const wrong = verdicts.filter(([, text]) => !isLowerCase(text) || !hasNoFullStop(text) || text.includes('\n'));

    expect(wrong.map(parts => parts.join(' '))).toEqual([]);
  });

  it('uses no name that says nothing', () => {
    const named = ['ClassDeclaration', 'FunctionDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration'];
    const wrong = mentioning(MAYBE_FORBIDDEN).flatMap(source =>
      nodesOf(parse(source).program)
        .filter(({ type }) => named.includes(type))
        .map(({ id }) => (id as { name?: string } | null)?.name ?? '')
        .filter(name => FORBIDDEN.test(name) && name !== 'RecordBase')
        .map(name => `${source.path}: ${name}`),
    );

    expect(wrong).toEqual([]);
  });

  it('writes the numbers, texts and patterns of a module in capitals', () => {
    const constant = /^(?:export )?const ([a-z]\w*)(?:: [^=\n]+)? =\s+(?:-?\d|'|\/(?![/*])|new RegExp\()/gmu;
    const wrong = SOURCES.flatMap(({ path, text }) => [...text.matchAll(constant)].map(([, name]) => `${path}: ${name}`));

    expect(wrong).toEqual([]);
  });

  it('says what it means: none of the phrases that readers had to guess at', () => {
    const phrases = /\b(?:is|are) worth\b|\bcannot be told\b|\bthrifty|\bpoisoned|\bgadgets?\b/u;
    const pages = files('docs', '.md').filter(path => !path.startsWith('docs/adr/'));
    const texts = [...SOURCES.map(({ path, text }) => ({ path, text })), ...pages.map(path => ({ path, text: read(path) }))];

    expect(texts.filter(({ text }) => phrases.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('leaves nothing for later', () => {
    const marks = new RegExp(
      `\\b(?:${['DO', 'ME', 'X', 'CK'].map((end, index) => `${['TO', 'FIX', 'XX', 'HA'][index] ?? ''}${end}`).join('|')})\\b|not (?:yet )?implemented`,
      'u',
    );
    const wrong = mentioning(marks).flatMap(source =>
      parse(source)
        .comments.filter(({ value }) => marks.test(value))
        .map(({ start }) => `${source.path}:${lineAt(source.text, start)}`),
    );

    expect(wrong).toEqual([]);
  });
});
