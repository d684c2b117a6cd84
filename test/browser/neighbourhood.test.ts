import { describe, expect, it } from 'vitest';

import { neighbourhood } from '../../packages/console/page/neighbourhood.ts';

const edge = (source: string, target: string, relation = 'REQUIRES') => ({ source, target, relation });
const many = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `c${at}`);

describe('the part of a graph that a picture shows', () => {
  it('is the whole graph where that is small, with one line for all edges between two concepts', () => {
    const edges = [edge('a', 'b'), edge('a', 'b', 'APPLIES_TO'), { ...edge('b', 'a'), isPending: true }, edge('b', 'elsewhere')];

    expect(neighbourhood(['a', 'b'], edges, [], ['lacked'])).toEqual({
      names: ['a', 'b', 'lacked', 'elsewhere'],
      ties: [
        { from: 0, to: 1, relations: ['REQUIRES', 'APPLIES_TO'], isPending: false },
        { from: 1, to: 0, relations: ['REQUIRES'], isPending: true },
        { from: 1, to: 3, relations: ['REQUIRES'], isPending: false },
      ],
      isOwnOnly: false,
      left: 0,
      all: 4,
    });
  });

  it('is what lies next to the wanted concept of a large one, else to the busiest, and what calls lacked', () => {
    const names = many(100);
    const edges = [...names.slice(1, 6).map(each => edge('c0', each)), edge('c50', 'c51'), edge('c51', 'c52')];
    const around = (wanted: readonly string[]) => neighbourhood(names, edges, wanted, ['lacked']);

    expect(around([])).toMatchObject({ around: 'c0', names: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'lacked'], all: 101 });
    expect(around(['lacked', 'not there', 'c51', 'c0'])).toMatchObject({
      around: 'c51',
      names: ['c50', 'c51', 'c52', 'lacked'],
      ties: [
        { from: 0, to: 1 },
        { from: 1, to: 2 },
      ],
    });
  });

  it('leaves out the lines among the neighbours where they are too many, and never shows more than forty boxes', () => {
    const names = many(60);
    const edges = names.flatMap((each, at) => [edge('c0', each), edge(each, names[(at + 1) % 60] ?? '')]);
    const { names: shown, ties, isOwnOnly, left } = neighbourhood(names, edges, ['c0'], []);

    expect(isOwnOnly).toBe(true);
    expect(shown).toHaveLength(40);
    expect(left).toBe(20);
    expect(ties.every(({ from, to }) => from === 0 || to === 0)).toBe(true);
  });
});
