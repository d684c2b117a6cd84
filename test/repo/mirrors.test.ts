import { existsSync } from 'node:fs';
import { posix } from 'node:path';

import { describe, expect, it } from 'vitest';

import { SOURCES, files, parse } from './source.ts';
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
const isTestedThrough = new Set(SOURCES.filter(hasOwnTest).flatMap(reachedFrom));

function reachedFrom(source: Source): readonly string[] {
  const reached = new Set([source]);
  for (const each of reached) for (const used of usedBy(each)) reached.add(used);
  return Array.from(reached, ({ path }) => path);
}

/** Rooms, with those below them, whose files are run as a whole: by one contract for all runtimes, on a real server, as a process. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'adapters/runtimes': 'test/contract/runtimes/runtimes.test.ts',
  'adapters/stores/neo4j': 'test/neo4j/neo4jGraph.test.ts',
  'server/api': 'test/unit/server/createServer.test.ts',
  'server/http': 'test/unit/server/createServer.test.ts',
  'guards/profiles': 'test/golden/effects/commands.test.ts',
  'cli/analysis': 'test/process/policyWork.test.ts',
  'cli/audit': 'test/process/audit.test.ts',
  'cli/grants': 'test/process/approvals.test.ts',
  'cli/hook': 'test/process/hook.test.ts',
  'cli/import/from': 'test/unit/cli/import/importPolicy.test.ts',
};

const isWithin = (room: string, other: string): boolean => room === other || room.startsWith(`${other}/`);

describe('tests mirror the rooms of every package', () => {
  const rooms = new Set(SOURCES.filter(hasCode).map(({ package: name, inside }) => posix.join(name, posix.dirname(inside))));
  const tested = new Set([...tests].flatMap(path => /^test\/unit\/(.*)\/[^/]+$/u.exec(path)?.[1] ?? []));
  const untested = [...rooms].filter(room => ![...tested].some(each => isWithin(each, room)));

  it('with tests in the folder of every room, or where the table says', () => {
    expect(untested.filter(room => !Object.keys(ELSEWHERE).some(each => isWithin(room, each)))).toEqual([]);
  });

  it('with no test where there is no room', () => {
    expect([...tested].filter(each => ![...rooms].some(room => isWithin(room, each)))).toEqual([]);
  });

  it('with a table of nothing but rooms without tests of their own, and of tests that exist', () => {
    const stale = Object.entries(ELSEWHERE).filter(
      ([each, path]) => !untested.some(room => isWithin(room, each)) || !existsSync(path),
    );

    expect(stale).toEqual([]);
  });
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
