import { posix } from 'node:path';

import { describe, expect, it } from 'vitest';

import { SOURCES, files, lineAt, nodesOf, parse, read } from './source.ts';
import type { Node, Source } from './source.ts';

/** The texts that an expression may come to, with `…` where something is filled in: those of a choice, and of a `const` of the same function. */
function textsOf(node: unknown, resolve: (name: string) => unknown): readonly string[] {
  const given = (node ?? {}) as Record<string, unknown> & { type?: string; quasis?: { value: { cooked: string } }[] };
  switch (given.type) {
    case 'Literal':
      return typeof given['value'] === 'string' ? [given['value']] : [];
    case 'TemplateLiteral':
      return [given.quasis?.map(each => each.value.cooked).join('…') ?? ''];
    case 'Identifier':
      return textsOf(resolve(String(given['name'])), () => undefined);
    case 'ConditionalExpression':
      return [...textsOf(given['consequent'], resolve), ...textsOf(given['alternate'], resolve)];
    case 'LogicalExpression':
      return [...textsOf(given['left'], resolve), ...textsOf(given['right'], resolve)];
    default:
      return [];
  }
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

/** What a parameter is called that takes a whole text for people. */
const WORDS = /^(?:message|reason|why)$/u;

/** Files with a message of another form, and why. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'packages/adapters/src/runtimes/mcp/question.ts': 'a question to a human, with the call below it',
  'packages/epistemic/src/learning/learnGap.ts': 'the words of the project that grounding comes from',
  'packages/cli/src/init/checks.ts': 'lines to copy stand behind it',
};

/** Files where a member that is called like words for people holds something else, and what. */
const WORDLESS_MEMBERS: Readonly<Record<string, string>> = {
  'packages/effects/src/tools/gitTools.ts': 'the option of a parameter of that name',
  'packages/epistemic/src/grounding/reachability.ts': 'the code of a gap, called so by the project that grounding comes from',
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

type Found = readonly [at: string, text: string];

/** What each `const` of a source holds, as the innermost function around a place knows it. */
function constantsOf(nodes: readonly Node[]): (name: string, place: number) => unknown {
  const functions = nodes.filter(({ type }) => /Function/u.test(type));
  const around = (place: number): readonly Node[] => functions.filter(({ start, end }) => start <= place && place < end);
  const declared = nodes.filter(({ type }) => type === 'VariableDeclarator');
  return (name, place) => {
    const outer = around(place);
    const known = declared.filter(
      each => (each['id'] as { name?: string }).name === name && around(each.start).every(f => outer.includes(f)),
    );
    return known.findLast(({ start }) => start < place)?.['init'];
  };
}

/** The texts in the places of a source that `pick` names, each with its line. */
function textsIn(source: Source, pick: (node: Node) => unknown): readonly Found[] {
  const nodes = nodesOf(parse(source).program);
  const constant = constantsOf(nodes);
  return nodes.flatMap(node =>
    textsOf(pick(node), name => constant(name, node.start)).map(
      text => [`${source.path}:${lineAt(source.text, node.start)}`, text] as const,
    ),
  );
}

/** The argument of a call that has a place in a table. */
const argument =
  (type: string, places: ReadonlyMap<string, number>) =>
  (node: Node): unknown => {
    const { callee, arguments: given } = node as { callee?: { name?: string }; arguments?: unknown[] };
    const place = node.type === type ? places.get(callee?.name ?? '') : undefined;
    return place === undefined ? undefined : given?.[place];
  };

const isText = (param: Node): boolean =>
  nodesOf(param['typeAnnotation']).some(({ type }) => type === 'TSStringKeyword') && WORDS.test(String(param['name']));

/** The functions of a source that take words for people, with the place of these among the parameters: functions of one name differ. */
const makersIn = (source: Source): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  if (!/\b(?:message|reason|why)\??: string/u.test(source.text)) return found;
  for (const node of nodesOf(parse(source).program)) {
    const { id, init, params } = node as { id?: { name?: string } | null; init?: Node | null; params?: Node[] };
    const taken =
      node.type === 'FunctionDeclaration'
        ? params
        : node.type === 'VariableDeclarator'
          ? (init?.['params'] as Node[] | undefined)
          : undefined;
    const place = taken?.findIndex(isText) ?? -1;
    if (id?.name !== undefined && place >= 0) found.set(id.name, place);
  }
  return found;
};

const makers = new Map(SOURCES.map(source => [source.path, makersIn(source)]));

/** The makers that a source knows: its own, and those that it imports from files of its package. */
function makersOf({ path, text }: Source): ReadonlyMap<string, number> {
  const imported = Array.from(text.matchAll(/^import \{([^}]*)\} from '(\.[^']+)'/gmu), ([, names = '', from = '']) => {
    const there = makers.get(posix.join(posix.dirname(path), from));
    return names.split(',').flatMap(each => {
      const place = there?.get(each.trim());
      return place === undefined ? [] : [[each.trim(), place] as const];
    });
  });
  return new Map([...imported.flat(), ...(makers.get(path) ?? [])]);
}

const fileOf = (at: string): string => at.replace(/:\d+$/u, '');
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

/** What is behind a key that holds words for people. */
const member =
  (...names: readonly string[]) =>
  (node: Node): unknown =>
    node.type === 'Property' && names.includes((node['key'] as { name?: string }).name ?? '') ? node['value'] : undefined;

describe('wording', () => {
  const constructed = argument('NewExpression', new Map(Object.entries(ERRORS)));
  const errors = [
    ...mentioning(anyOf(ERRORS)).flatMap(source => textsIn(source, constructed)),
    ...SOURCES.flatMap(source => {
      const known = makersOf(source);
      return known.size === 0 ? [] : textsIn(source, argument('CallExpression', known));
    }),
    ...mentioning(/\bmessage: /u).flatMap(source => textsIn(source, member('message'))),
  ];
  const judged = argument('CallExpression', new Map(Object.entries(VERDICTS)));
  const verdicts = [
    ...mentioning(anyOf(VERDICTS)).flatMap(source => textsIn(source, judged)),
    ...mentioning(/\b(?:fix|reason): /u).flatMap(source => textsIn(source, member('fix', 'reason'))),
  ];

  it('finds the messages that it judges', () => {
    expect(errors.length).toBeGreaterThan(600);
    expect(verdicts.length).toBeGreaterThan(150);
  });

  it('knows where each function takes them: functions of one name differ', () => {
    const places = (inside: string) => Object.fromEntries(makers.get(`packages/${inside}`) ?? []);

    expect(places('core/src/yaml/issue.ts')).toEqual({ issueAt: 2 });
    expect(places('core/src/yaml/loadFile.ts')).toEqual({ refuse: 1 });
    expect(places('core/src/yaml/settings.ts')).toEqual({ refuse: 0 });
    expect(places('core/src/analysis/testFile.ts')).toEqual({ invalid: 2 });
    expect(places('core/src/cel/celCondition.ts')).toEqual({ invalid: 0 });
  });

  it('judges no code in place of a message', () => {
    const codes = [...errors, ...verdicts].filter(([, text]) => /^[^ `…]+$/u.test(text)).map(([at]) => fileOf(at));

    expect([...new Set(codes)].toSorted()).toEqual(Object.keys(WORDLESS_MEMBERS));
  });

  it('writes error messages in one line, in lower case, without a full stop', () => {
    const wrong = errors.filter(([, text]) => !isLowerCase(text) || !hasNoFullStop(text) || text.includes('\n') || text === '');

    expect(wrong.filter(([at]) => !(fileOf(at) in OTHERWISE)).map(parts => parts.join(' '))).toEqual([]);
    expect(Object.keys(OTHERWISE).filter(path => !wrong.some(([at]) => fileOf(at) === path))).toEqual([]);
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
