import { reviewText } from '@licet/adapters/terminal';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('reviewText', () => {
  it.each([
    ['ls -la', 'ls -la'],
    ['a\tb', 'a\\tb'],
    ['a\u001b[2Jb', 'a\\u{1b}[2Jb'],
    ['rm \u202e-rf', 'rm \\u{202e}-rf'],
    ['git\u200b push', 'git\\u{200b} push'],
    ['cat /etc/pаsswd', 'cat /etc/p\\u{430}sswd'],
    ['сор file', '\\u{441}\\u{43e}\\u{440} file'],
    ['ｒｍ x', '\\u{ff52}\\u{ff4d} x'],
    ['𝐫𝐦 x', '\\u{1d42b}\\u{1d426} x'],
    ['rm –rf', 'rm \\u{2013}rf'],
    ['say “hi”', 'say \\u{201c}hi\\u{201d}'],
    ['a\u00a0b', 'a\\u{a0}b'],
    ['a⁄b∕c', 'a\\u{2044}b\\u{2215}c'],
    ['a\u0338b', 'a\\u{338}b'],
    ['gıt', 'g\\u{131}t'],
    ['grüße, señor, naïve', 'grüße, señor, naïve'],
    ['Привет, мир', 'Привет, мир'],
    ['世界 こんにちは 안녕', '世界 こんにちは 안녕'],
    ['שלום عالم', 'שלום عالم'],
    ['🚀 ship', '🚀 ship'],
  ])('shows %j as %j', (text, shown) => {
    expect(reviewText(text)).toBe(shown);
  });

  it('never lets a control, a bidi or an invisible character through, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(reviewText(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
