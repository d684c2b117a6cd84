import { foldPersonName, isName } from '@licet/core/store';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('foldPersonName', () => {
  it('folds a name that is folded to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), name => {
        expect(foldPersonName(foldPersonName(name))).toBe(foldPersonName(name));
      }),
    );
  });

  it.each([
    ['Ann', 'ANN'],
    ['ann ', '\u00a0ann'],
    ['Ａｎｎ', 'ann'],
    ['Zoe\u0308', 'ZOË'],
    ['Straße', 'STRASSE'],
    ['a  b', 'a b'],
  ])('takes `%s` for `%s`', (a, b) => {
    expect(foldPersonName(a)).toBe(foldPersonName(b));
  });

  it('tells names apart that only look alike', () => {
    expect(foldPersonName('ann')).not.toBe(foldPersonName('аnn'));
  });
});

describe('isName', () => {
  it.each(['ann', 'Ωmega', 'שרה', '王', 'O’Neill', 'a@b.example', '__proto__', 'x'.repeat(200)])('takes `%s`', name => {
    expect(isName(name)).toBe(true);
  });

  it.each([undefined, null, 1, {}, '', '  ', 'a\nb', 'a\u200bb', '\u202eab', 'a\u0000', '\ud800', '\u2800', 'x'.repeat(201)])(
    'does not take %j',
    name => {
      expect(isName(name)).toBe(false);
    },
  );
});
