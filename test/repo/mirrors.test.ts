import { existsSync } from 'node:fs';
import { posix } from 'node:path';

import { describe, expect, it } from 'vitest';

import { SOURCES, files, parse, read } from './source.ts';
import type { Node, Source } from './source.ts';

const tests = new Set(files('test', '.test.ts'));

/** A file that declares types only, or only passes names on, has nothing to run. */
function hasCode(source: Source): boolean {
  return (parse(source).program.body as unknown as Node[]).some(node => {
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TS') || node.type === 'ExportAllDeclaration') return false;
    if (node.type !== 'ExportNamedDeclaration') return true;
    const declaration = node['declaration'] as Node | null;
    return declaration !== null && declaration !== undefined && !declaration.type.startsWith('TS');
  });
}

const mirror = ({ package: name, inside }: Source): string => `test/unit/${name}/${inside.replace(/\.ts$/u, '.test.ts')}`;

const byPath = new Map(SOURCES.map(source => [source.path, source]));

/** The files of the package that a file imports or passes on. */
function usedBy(source: Source): readonly Source[] {
  return Array.from(source.text.matchAll(/from '(\.[^']+\.ts)'/gu), ([, to = '']) =>
    byPath.get(posix.join(posix.dirname(source.path), to)),
  ).filter(each => each !== undefined);
}

/** The files whose functions and values the package offers to others: each needs a test of its own. */
const offered = new Set(
  SOURCES.filter(({ inside }) => /^(?:testing\/)?index\.ts$/u.test(inside)).flatMap(({ path, text }) =>
    Array.from(text.matchAll(/^export \{[^}]*\} from '([^']+)'/gmu), ([, to = '']) => posix.join(posix.dirname(path), to)),
  ),
);

const hasOwnTest = (source: Source): boolean => tests.has(mirror(source));

/** A file that only others in the package use is tested through one of those. */
const isTestedThrough = reachedFrom(SOURCES.filter(hasOwnTest));

function reachedFrom(sources: readonly Source[]): ReadonlySet<string> {
  const reached = new Set(sources);
  for (const each of reached) for (const used of usedBy(each)) reached.add(used);
  return new Set(Array.from(reached, ({ path }) => path));
}

interface Together {
  /** So many files decide something and have no test that names them. A new one brings its own: the number only falls. */
  readonly most: number;
  readonly by: string;
  readonly why: string;
}

const together = (most: number, by: string, why: string): Together => ({ most, by: `test/${by}`, why });

/** Rooms, with those below them, of whose files some are run together. */
const TOGETHER: Readonly<Record<string, Together>> = {
  'adapters/mcp': together(4, 'unit/adapters/runtimes/mcp/enforce.test.ts', 'by messages between a client and a server'),
  'adapters/runtimes': together(41, 'contract/runtimes/runtimes.test.ts', 'one contract for all runtimes'),
  'adapters/stores': together(22, 'contract/sessionStore.test.ts', 'one contract for all stores'),
  'adapters/telemetry': together(1, 'unit/adapters/runtimes/transcript.test.ts', 'with the other readers of transcripts'),
  'adapters/terminal': together(1, 'unit/adapters/terminal/terminalApprover.test.ts', 'on a terminal that is played'),
  cli: together(99, 'process/commands.test.ts', 'commands, as processes'),
  'core/analysis': together(3, 'model/compareTrees.test.ts', 'against the model'),
  'core/cel': together(1, 'unit/core/cel/celCondition.test.ts', 'by conditions'),
  'core/combinators': together(1, 'laws/laws.test.ts', 'by the laws'),
  'core/engine': together(13, 'unit/core/engine/engine.test.ts', 'parts of one evaluation'),
  'core/render': together(3, 'unit/core/render/write.test.ts', 'one tree in every format'),
  'core/testing/laws': together(6, 'laws/laws.test.ts', 'the laws themselves'),
  'core/yaml': together(11, 'golden/policies/badPolicies.test.ts', 'by policies that load, and that do not'),
  effects: together(2, 'unit/effects/analyzer.test.ts', 'what all analysers share'),
  'effects/code': together(26, 'unit/effects/code/javascript/scan.test.ts', 'by code and its effects'),
  'effects/places': together(3, 'unit/effects/places/matcher.test.ts', 'by paths and patterns'),
  'effects/programs': together(85, 'golden/effects/commands.test.ts', 'descriptions of programs: data'),
  'effects/shell': together(65, 'golden/effects/commands.test.ts', 'by commands and their effects'),
  'effects/tools': together(9, 'unit/effects/tools/analyzeTool.test.ts', 'by calls and their effects'),
  epistemic: together(10, 'model/epistemic/grounding.test.ts', 'against the model'),
  guards: together(21, 'unit/guards/battery.test.ts', 'parts of guards'),
  server: together(16, 'unit/server/createServer.test.ts', 'by requests to a real server'),
};

const isWithin = (room: string, other: string): boolean => room === other || room.startsWith(`${other}/`);

/** The narrowest entry of the table that a room lies in. */
const entryFor = (room: string): string | undefined =>
  Object.keys(TOGETHER)
    .filter(each => isWithin(room, each))
    .toSorted((a, b) => b.length - a.length)[0];

const roomOf = ({ package: name, inside }: Source): string => posix.join(name, posix.dirname(inside));

describe('tests mirror the rooms of every package', () => {
  const rooms = new Set(SOURCES.filter(hasCode).map(roomOf));
  const tested = new Set([...tests].flatMap(path => /^test\/unit\/(.*)\/[^/]+$/u.exec(path)?.[1] ?? []));

  it('with tests in the folder of every room, or where the table says', () => {
    const untested = [...rooms].filter(room => ![...tested].some(each => isWithin(each, room)));

    expect(untested.filter(room => entryFor(room) === undefined)).toEqual([]);
  });

  it('with no test where there is no room', () => {
    const strays = [...tests].filter(path => {
      const room = /^test\/unit\/(?:(.*)\/)?[^/]+$/u.exec(path);
      return room !== null && ![...rooms].some(each => room[1] !== undefined && isWithin(each, room[1]));
    });

    expect(strays).toEqual([]);
  });
});

/** Where a source chooses, repeats or throws. */
const DECIDING = /(?:^|[\s}])(?:if|for|while|switch) \(|\bthrow |\s(?:\?\??|&&|\|\|)\s/gmu;

const decides = ({ text }: Source): boolean => (text.match(DECIDING)?.length ?? 0) >= 4;

/** What the tests in the folder of each room import. */
const imported = new Map<string, Set<string>>();
for (const path of tests) {
  const room = /^test\/unit\/(.*)\/[^/]+$/u.exec(path)?.[1];
  if (room === undefined) continue;
  const names = imported.get(room) ?? new Set();
  for (const [, list = ''] of read(path).matchAll(/^import \{([^}]*)\} from '(?:@licet\/|licet\/|[./]*\/packages\/)/gmu))
    for (const name of list.split(',')) names.add(name.trim());
  imported.set(room, names);
}

/** Whether a test in the folder of a source's room, or of one above, names something that the source exports. */
function isNamed(source: Source): boolean {
  const exported = Array.from(
    source.text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gmu),
    ([, name = '']) => name,
  );
  const room = roomOf(source);
  return [...imported].some(([each, names]) => isWithin(room, each) && exported.some(name => names.has(name)));
}

describe('tests mirror the sources of every package', () => {
  const rest = SOURCES.filter(source => decides(source) && !hasOwnTest(source) && !isNamed(source));
  const byEntry = Map.groupBy(rest, source => entryFor(roomOf(source)));

  it('with a test for every file that decides, by its path or by its room, or where the table says', () => {
    expect(byEntry.get(undefined)?.map(({ path }) => path) ?? []).toEqual([]);
  });

  it.each(Object.entries(TOGETHER).map(([room, { why, by, most }]) => [room, why, by, most] as const))(
    '%s: %s, in %s',
    (room, _why, by, most) => {
      const files = byEntry.get(room) ?? [];

      expect(existsSync(by)).toBe(true);
      expect(files.length, `too many without a test:\n${files.map(({ path }) => path).join('\n')}`).toBeLessThanOrEqual(most);
      expect(files.length, 'none is run together any more: the entry can go').toBeGreaterThan(0);
      expect(files.length, 'fewer than the table allows: lower it to this number').toBeGreaterThanOrEqual(most);
    },
  );
});

describe('tests mirror the sources of core', () => {
  // The loaders are tested by what they load: test/unit/core/yaml and test/golden.
  const core = SOURCES.filter(
    source => source.package === 'core' && hasCode(source) && !/index\.ts$|^(?:yaml|cel)\//u.test(source.inside),
  );

  it('with a test for every file that the package offers', () => {
    const missing = core.filter(source => offered.has(source.path) && !hasOwnTest(source));

    expect(missing.map(({ path }) => path)).toEqual([]);
  });

  it('with a test that reaches every other file', () => {
    expect(core.filter(({ path }) => !isTestedThrough.has(path)).map(({ path }) => path)).toEqual([]);
  });
});
