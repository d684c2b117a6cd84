import { describe, expect, it } from 'vitest';

import {
  VERDICT_MEANINGS,
  chooseWitnesses,
  obstacleTexts,
  rulingText,
  unshownText,
  actionText,
} from '../../../../packages/analysis/src/policies/diffWords.ts';

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

    expect(chooseWitnesses(witnesses).map(({ words }) => words)).toEqual([
      'cat .env',
      'cat a.pem',
      'git push',
      'git push -f',
      'n',
    ]);
    expect(unshownText(witnesses)).toBe('and 1 more action: `--json` has them');
    expect(unshownText([of('wider', 'a', {})] as never)).toBeUndefined();
    const many = Array.from({ length: 40 }, (_, at) => of('wider', `${at}`, { about: `${at}` })) as never;
    expect([chooseWitnesses(many).length, unshownText(many)]).toEqual([30, expect.stringContaining('10 more actions') as string]);
  });

  it('are said with their time where they have one', () => {
    expect([actionText({ words: 'rm x' } as never), actionText({ words: 'rm x', times: 3 } as never)]).toEqual([
      'rm x',
      'rm x (time 3)',
    ]);
    expect(rulingText({ ruling: 'ask', guard: 'g', code: 'c' } as never)).toBe('ask (g, c)');
  });
});

describe('what is not proven', () => {
  const proof = {
    obstacles: [
      { side: 'new', kind: 'when', way: 'all[0]', why: 'a condition' },
      { side: 'old', kind: 'any', way: '', why: 'x' },
    ],
  };

  it('is said for each obstacle, and is empty where nothing can be milder', () => {
    expect(obstacleTexts({ verdict: 'unknown', proof } as never)).toEqual([
      '`when` at all[0] of the new policy: a condition',
      '`any` at the root of the old policy: x',
    ]);
    expect([obstacleTexts({ verdict: 'equal', proof } as never), obstacleTexts({ verdict: 'narrower', proof } as never)]).toEqual(
      [[], []],
    );
  });
});

it('has different words for every verdict', () => {
  expect(new Set(Object.values(VERDICT_MEANINGS)).size).toBe(Object.keys(VERDICT_MEANINGS).length);
});
