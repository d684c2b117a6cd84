import { describe, expect, it } from 'vitest';

import { MEANING, chosen, notProven, saidOf, wordsOf } from 'licet/source/analysis/diffWords.ts';

describe('the witnesses of a difference', () => {
  it('are a few of each change, what became milder first', () => {
    const of = (change: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({ change, words: `${change} ${at}` }));
    const found = chosen([...of('narrower', 7), ...of('wider', 6)] as never);

    expect(found.map(({ change }) => change)).toEqual([...Array(5).fill('wider'), ...Array(5).fill('narrower')]);
  });

  it('are said with their time where they have one', () => {
    expect([wordsOf({ words: 'rm x' } as never), wordsOf({ words: 'rm x', times: 3 } as never)]).toEqual([
      'rm x',
      'rm x (time 3)',
    ]);
    expect(saidOf({ ruling: 'ask', guard: 'g', code: 'c' } as never)).toBe('ask (g, c)');
  });
});

describe('what is not proven', () => {
  const proof = {
    obstacles: [
      { side: 'new', kind: 'when', way: 'all[0]', why: 'a condition' },
      { side: 'old', kind: 'any', way: '', why: 'x' },
    ],
  };

  it('is said for each obstacle, and for nothing where nothing can be milder', () => {
    expect(notProven({ verdict: 'unknown', proof } as never)).toEqual([
      '`when` at all[0] of the new policy: a condition',
      '`any` at the root of the old policy: x',
    ]);
    expect([notProven({ verdict: 'equal', proof } as never), notProven({ verdict: 'narrower', proof } as never)]).toEqual([
      [],
      [],
    ]);
  });
});

it('has words of its own for every verdict', () => {
  expect(new Set(Object.values(MEANING)).size).toBe(Object.keys(MEANING).length);
});
