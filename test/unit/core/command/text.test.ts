import * as fc from 'fast-check';
import { barText, bytesText, columns, factText, nameText, numberText, spanText, whenText } from '@licet/core/command';
import { describe, expect, it, test } from 'vitest';

test.each([
  [0, 10, '░░░░░░░░░░'],
  [1, 1_000, '█░░░░░░░░░'],
  [5, 10, '█████░░░░░'],
  [999, 1_000, '█████████░'],
  [10, 10, '██████████'],
  [12, 10, '██████████'],
])('%d of %d is %s', (used, max, bar) => {
  expect(barText(used, max)).toBe(bar);
});

test.each([
  [400, '0 s'],
  [59_000, '59 s'],
  [60_000, '1 min'],
  [7_200_000, '2 h'],
  [172_800_000, '2 d'],
])('%d ms are %s', (ms, text) => {
  expect(spanText(ms)).toBe(text);
});

describe('words of the status', () => {
  it('say when', () => {
    expect([whenText(0, 5), whenText(1_000, 61_000), whenText(61_000, 1_000)]).toEqual(['never', '1 min ago', 'in 1 min']);
  });

  it('say how much', () => {
    expect([bytesText(12), bytesText(2_048), bytesText(5 << 20), numberText(0.1 + 0.2)]).toEqual([
      '12 B',
      '2 KiB',
      '5.0 MiB',
      '0.3',
    ]);
  });

  it('hold no hidden character and one line, whatever is in a name or a fact', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(`${nameText(text)}${factText(text)}${factText([text])}`).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
    expect(nameText('')).toBe('(no name)');
  });

  it('stand under each other', () => {
    expect(
      columns(
        [
          ['a', 'bb'],
          ['ccc', 'd'],
        ],
        ' ',
      ),
    ).toEqual([' a    bb', ' ccc  d']);
    expect(columns([])).toEqual([]);
  });
});
