import { describe, expect, it } from 'vitest';

import { SOURCES, lineAt, nodesOf, parse } from './source.ts';

const CAP = 300;
const FUNCTION_CAP = 40;
/** Functions that are longer than the cap, each with its reason. */
const LONG: Readonly<Record<string, string>> = {
  'packages/epistemic/src/policies/registry.ts': 'the methods of one registry share its state',
  'packages/epistemic/src/graph/memoryGraph.ts': 'the methods of one store share its state',
  'packages/adapters/src/stores/neo4j/connection.ts': 'the methods of one connection share its driver',
  'packages/analysis/src/bdd.ts': 'the functions of one room share its nodes',
  'packages/analysis/src/symbolic.ts': 'the combinators of one algebra share its functions',
  'packages/server/src/api/routes.ts': 'one entry for each path',
  'packages/server/src/opa/routes.ts': 'one entry for each path',
  'packages/adapters/src/stores/sqlite/graph/load.ts': 'one prepared statement for each part',
};

/** Files that hold nothing but data: tables of programs, inflections, seeds. */
const isData = (path: string): boolean => /\/(?:programs|seeds)\//u.test(path);

describe('sizes of source files', () => {
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
