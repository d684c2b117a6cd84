import { posix } from 'node:path';

import { describe, expect, it } from 'vitest';

import { importsOf } from './imports.ts';
import type { Import } from './imports.ts';
import { SOURCES, parse } from './source.ts';
import type { Source } from './source.ts';

const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  core: [],
  effects: ['core'],
  guards: ['core', 'effects'],
  capabilities: ['core', 'effects', 'guards'],
  analysis: ['core', 'effects', 'guards'],
  importers: ['core', 'guards'],
  sandbox: ['core', 'effects', 'guards'],
  epistemic: ['core'],
  adapters: ['core', 'epistemic'],
  server: ['core', 'epistemic', 'adapters'],
  console: ['core', 'epistemic', 'adapters', 'server'],
  cli: [
    'core',
    'effects',
    'guards',
    'capabilities',
    'analysis',
    'importers',
    'sandbox',
    'epistemic',
    'adapters',
    'server',
    'console',
  ],
};

/** What `import '@licet/core'` loads: the files that its index reaches. */
function reachedFrom(entry: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (path: string): void => {
    const source = SOURCES.find(each => each.path === path);
    if (source === undefined || reached.has(path)) return;
    reached.add(path);
    for (const { from, typeOnly } of importsOf(source))
      if (from.startsWith('.') && !typeOnly) visit(posix.join(posix.dirname(path), from));
  };
  visit(entry);
  return reached;
}

const core = reachedFrom('packages/core/src/index.ts');
const isCoreProper = ({ path }: Source): boolean => core.has(path);

/** What each room of the shell may import in addition to itself: what a call is told is data, so that nothing needs the room above. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  words: ['alike.ts', 'places', 'marks.ts', 'work.ts', 'programs/descriptor.ts'],
  calls: ['alike.ts', 'places', 'marks.ts', 'uses.ts', 'work.ts', 'programs', 'shell/words'],
  evidence: ['places', 'marks.ts', 'programs', 'shell/words', 'shell/calls'],
  interpret: [
    'alike.ts',
    'places',
    'marks.ts',
    'work.ts',
    'programs',
    'shell/words',
    'shell/calls',
    'shell/evidence',
    'shell/windows',
  ],
  windows: ['alike.ts', 'places', 'programs'],
};

const isIn = (path: string, room: string): boolean =>
  path === `packages/effects/src/${room}` || path.startsWith(`packages/effects/src/${room}/`);

const shellSources = SOURCES.filter(({ path }) => isIn(path, 'shell'));

/** Adapters that keep graphs of concepts. The others know only core. */
const KEEPS_CONCEPTS = /^packages\/adapters\/src\/stores\/(?:neo4j|sqlite\/graph)\//u;

describe('layers', () => {
  it('let only the stores of graphs among the adapters know concepts', () => {
    const wrong = SOURCES.filter(({ path }) => path.startsWith('packages/adapters/') && !KEEPS_CONCEPTS.test(path)).filter(
      source => importsOf(source).some(({ from }) => from.startsWith('@licet/epistemic')),
    );

    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  for (const [name, allowed] of Object.entries(MAY_USE)) {
    it(`${name} uses ${allowed.length === 0 ? 'no other package' : allowed.join(', ')}`, () => {
      const wrong = SOURCES.filter(source => source.package === name).flatMap(source =>
        importsOf(source)
          .flatMap(({ from }) => /^@licet\/([^/]+)/u.exec(from)?.[1] ?? [])
          .filter(used => used !== name && !allowed.includes(used))
          .map(used => `${source.path} uses ${used}`),
      );

      expect(wrong).toEqual([]);
    });
  }

  it('core itself imports nothing but itself, and the schema library only as types', () => {
    const wrong = SOURCES.filter(isCoreProper).flatMap(source =>
      importsOf(source)
        .filter(({ from, typeOnly }) => !from.startsWith('.') && !(from === 'zod' && typeOnly))
        .map(({ from }) => `${source.path} imports ${from}`),
    );

    expect(wrong).toEqual([]);
  });

  it('core itself never reaches into its loaders or its test kit', () => {
    const wrong = SOURCES.filter(isCoreProper).flatMap(source =>
      importsOf(source)
        .filter(({ from }) => /\/(?:yaml|testing|cel)\//u.test(from))
        .map(({ from }) => `${source.path} imports ${from}`),
    );

    expect(wrong).toEqual([]);
  });

  it('core reads no clock, chance, console, process or environment but through its ports', () => {
    const ambient =
      /\b(?:console|process|Date\.now|new Date\(|Math\.random|performance\.|setTimeout|setInterval|crypto\.|globalThis)/u;
    const wrong = SOURCES.filter(isCoreProper)
      .filter(({ inside }) => inside !== 'ports/clock.ts' && inside !== 'ports/ids.ts')
      .filter(source => {
        const { comments } = parse(source);
        let code = source.text;
        for (const { start, end } of comments.toReversed()) code = code.slice(0, start) + code.slice(end);
        return ambient.test(code);
      });

    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  for (const [room, allowed] of Object.entries(ROOMS)) {
    it(`shell/${room} imports ${allowed.join(', ')}, and itself`, () => {
      const own = `packages/effects/src/shell/${room}/`;
      const wrong = shellSources
        .filter(({ path }) => path.startsWith(own))
        .flatMap(source =>
          importsOf(source)
            .filter(({ from }) => from.startsWith('.'))
            .map(({ from }) => posix.join(posix.dirname(source.path), from))
            .filter(to => !to.startsWith(own) && !allowed.some(each => isIn(to, each)))
            .map(to => `${source.path} imports ${to}`),
        );

      expect(wrong).toEqual([]);
    });
  }

  it('the code of a command is loaded only by the table of commands, when the command runs', () => {
    const room = 'packages/cli/src/commands/';
    const loading = SOURCES.filter(source => !source.path.startsWith(room)).flatMap(source =>
      importsOf(source)
        .filter(({ from, typeOnly }) => !typeOnly && posix.join(posix.dirname(source.path), from).startsWith(room))
        .map(({ isLater }) => ({ path: source.path, isLater })),
    );

    expect(loading.filter(({ path, isLater }) => !isLater || !path.startsWith('packages/cli/src/table/'))).toEqual([]);
    expect(loading.length).toBeGreaterThan(20);
  });

  /** The files that lead back to themselves by the imports that are followed. */
  const circles = (sources: readonly Source[], isFollowed: (each: Import) => boolean): readonly string[] => {
    const next = new Map(
      sources.map(source => [
        source.path,
        importsOf(source)
          .filter(each => each.from.startsWith('.') && isFollowed(each))
          .map(({ from }) => posix.join(posix.dirname(source.path), from)),
      ]),
    );
    const reaches = (from: string, wanted: string, seen: Set<string>): boolean =>
      (next.get(from) ?? []).some(to => {
        if (to === wanted) return true;
        if (seen.has(to)) return false;
        seen.add(to);
        return reaches(to, wanted, seen);
      });
    return [...next.keys()].filter(path => reaches(path, path, new Set()));
  };

  it('no package has a circle of imports that carries values, but for what is loaded only when it is wanted', () => {
    expect(circles(SOURCES, ({ typeOnly, isLater }) => !typeOnly && !isLater)).toEqual([]);
  });

  it('effects has no circle of imports at all', () => {
    const effects = SOURCES.filter(source => source.package === 'effects');

    expect(circles(effects, () => true)).toEqual([]);
  });

  it('only the program knows the library that reads command lines', () => {
    const knowing = SOURCES.filter(source => importsOf(source).some(({ from }) => from === 'commander'));

    expect(knowing.map(({ path }) => path)).toEqual(['packages/cli/src/program.ts']);
  });

  it('every relative import names its file with its ending', () => {
    const wrong = SOURCES.flatMap(source =>
      importsOf(source)
        .filter(({ from }) => from.startsWith('.') && !/\.(?:ts|json)$/u.test(from))
        .map(({ from }) => `${source.path} imports ${from}`),
    );

    expect(wrong).toEqual([]);
  });
});
