import { RULINGS } from '@licet/core';
import { describe, expect, it, test } from 'vitest';

import { MARKS, painter, wrap } from '../../../../packages/core/src/render/drawing.ts';

describe('a long text', () => {
  test.each([
    ['a b c', 3, ['a b', 'c']],
    ['a b c', 1, ['a', 'b', 'c']],
    ['longer', 3, ['longer']],
    ['a longer b', 3, ['a', 'longer', 'b']],
    ['', 3, ['']],
  ])('%j in %d columns', (text, room, lines) => {
    expect(wrap(text, room)).toEqual(lines);
  });
});

it('paints only with colours, and never nothing', () => {
  expect([painter(true)('31', 'x'), painter(false)('31', 'x'), painter(true)('', 'x'), painter(true)('31', '')]).toEqual([
    '\u001b[31mx\u001b[0m',
    'x',
    'x',
    '',
  ]);
});

it('tells every mark apart without its colour', () => {
  const { plain, ...shown } = MARKS;
  const all = Object.values(shown);

  expect(plain.sign).toBe('');
  expect(RULINGS.every(ruling => ruling in MARKS)).toBe(true);
  expect(new Set(all.map(({ sign }) => sign)).size).toBe(all.length);
  expect(new Set(all.map(({ word }) => word)).size).toBe(all.length);
});
