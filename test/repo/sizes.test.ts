import { posix } from 'node:path';

import { describe, expect, it } from 'vitest';

import { SOURCES, lineAt, nodesOf, parse } from './source.ts';
import type { Source } from './source.ts';

const CAP = 300;
const FUNCTION_CAP = 40;
/** A cap on lines alone rewards cutting files up: what is small and has one user belongs into its user. The number only goes down. */
const MOST_SCRAPS = 6;

/** So many folders side by side that have a file of the same name are of one shape: a short file in one of them stands where it is looked for. */
const SHAPE = 5;

/** Functions that are longer than the cap, each with its reason. */
const LONG: Readonly<Record<string, string>> = {
  'packages/epistemic/src/policies/registry.ts': 'the methods of one registry share its state',
  'packages/epistemic/src/graph/memoryGraph.ts': 'the methods of one store share its state',
  'packages/adapters/src/stores/neo4j/connection.ts': 'the methods of one connection share its driver',
  'packages/core/src/analysis/bdd.ts': 'the functions of one room share its nodes',
  'packages/core/src/analysis/symbolic.ts': 'the combinators of one algebra share its functions',
  'packages/server/src/api/routes.ts': 'one entry for each path',
  'packages/server/src/opa/routes.ts': 'one entry for each path',
  'packages/adapters/src/stores/sqlite/graph/load.ts': 'one prepared statement for each part',
};

/** Files that hold nothing but data: tables of programs, inflections, seeds. */
const isData = (path: string): boolean => /\/(?:programs|seeds)\//u.test(path);

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}

describe('sizes of source files', () => {
  const sizes = SOURCES.map(({ lines }) => lines);

  it('have a median of at most 80 lines, tables of data among them', () => {
    expect(percentile(sizes, 0.5)).toBeLessThanOrEqual(80);
  });

  it('have a ninetieth percentile of at most 200 lines', () => {
    expect(percentile(sizes, 0.9)).toBeLessThanOrEqual(200);
  });

  it(`are not scattered: no more than ${MOST_SCRAPS} files are under 30 lines and used by one other only`, () => {
    const users = new Map<string, number>();
    for (const { path, text } of SOURCES)
      for (const [, to = ''] of text.matchAll(/from '(\.[^']+)'/gu)) {
        const used = posix.join(posix.dirname(path), to);
        users.set(used, (users.get(used) ?? 0) + 1);
      }
    const shaped = Map.groupBy(SOURCES, ({ path }) => `${posix.dirname(posix.dirname(path))} ${posix.basename(path)}`);
    const isShaped = ({ path }: Source): boolean =>
      [...shaped.values()].some(files => files.length >= SHAPE && files.some(file => file.path === path));
    const scraps = SOURCES.filter(each => each.lines < 30 && users.get(each.path) === 1 && !isData(each.path) && !isShaped(each));

    expect(scraps.length).toBeLessThanOrEqual(MOST_SCRAPS);
  });

  it(`never pass ${CAP} lines`, () => {
    expect(SOURCES.filter(({ lines }) => lines > CAP).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  it(`have no function of more than ${FUNCTION_CAP} lines without a reason`, () => {
    const long = SOURCES.flatMap(source => {
      const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
      if (isData(source.path)) return [];
      return nodesOf(parse(source).program)
        .filter(node => functions.includes(node.type))
        .map(({ start, end }) => [lineAt(source.text, start), lineAt(source.text, end)] as const)
        .filter(([first, last]) => last - first + 1 > FUNCTION_CAP)
        .map(([first]) => `${source.path}:${first}`);
    });

    // Each reason is for one function: a second one in its file needs its own, and one that is gone leaves none behind.
    expect(long.map(place => place.replace(/:\d+$/u, '')).toSorted()).toEqual(Object.keys(LONG).toSorted());
  });
});
