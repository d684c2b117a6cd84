import { describe, expect, it } from 'vitest';

import { MEANING, chosen, notProven, saidOf, unshown, wordsOf } from 'licet/source/analysis/diffWords.ts';

describe('the witnesses of a difference', () => {
  it('are one of everything that changed, what became milder first, and the others are counted', () => {
    const of = (change: string, words: string, more: object, code = 'c') => ({
      change,
      words,
      old: { ruling: 'block', guard: 'g', code },
      new: { ruling: 'pass', guard: 'h', code: 'ok' },
      ...more,
    });
    const witnesses = [
      of('narrower', 'n', {}),
      of('wider', 'cat .env', { about: '.env' }),
      of('wider', 'rm .env', { about: '.env' }, 'd'),
      of('wider', 'cat a.pem', { about: '**/*.pem' }),
      of('wider', 'git push', {}),
      of('wider', 'git push -f', {}, 'e'),
    ] as never;

    expect(chosen(witnesses).map(({ words }) => words)).toEqual(['cat .env', 'cat a.pem', 'git push', 'git push -f', 'n']);
    expect(unshown(witnesses)).toBe('and 1 more action: `--json` has them');
    expect(unshown([of('wider', 'a', {})] as never)).toBeUndefined();
    const many = Array.from({ length: 40 }, (_, at) => of('wider', `${at}`, { about: `${at}` })) as never;
    expect([chosen(many).length, unshown(many)]).toEqual([30, expect.stringContaining('10 more actions') as string]);
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
