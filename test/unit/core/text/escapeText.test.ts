import { escapeText } from '@licet/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('escapeText', () => {
  it.each([
    ['an ANSI sequence', '\u001b[31mred\u001b[0m', '\\u{1b}[31mred\\u{1b}[0m'],
    ['a single-byte CSI', '\u009b2J', '\\u{9b}2J'],
    ['line breaks and tabs', 'a\nb\rc\td', 'a\\nb\\rc\\td'],
    ['a Unicode line separator', 'a\u2028b\u2029c\u0085d', 'a\\u{2028}b\\u{2029}c\\u{85}d'],
    ['bidi overrides and isolates', 'a\u202eb\u2066c\u061c', 'a\\u{202e}b\\u{2066}c\\u{61c}'],
    ['zero-width characters', 'pass\u200bword\u200d\ufeff', 'pass\\u{200b}word\\u{200d}\\u{feff}'],
    ['a soft hyphen', 'r\u00adm', 'r\\u{ad}m'],
    ['tag characters', 'hi\u{e0041}\u{e0042}', 'hi\\u{e0041}\\u{e0042}'],
    ['variation selectors', 'x\ufe0f\u{e0100}', 'x\\u{fe0f}\\u{e0100}'],
    ['letters that are drawn as nothing', 'a\u3164b\u115fc\u2800d', 'a\\u{3164}b\\u{115f}c\\u{2800}d'],
    ['a lone surrogate', 'a\ud800b', 'a\\u{d800}b'],
    ['a NUL', 'a\0b', 'a\\u{0}b'],
  ])('shows %s', (_what, text, want) => {
    expect(escapeText(text)).toBe(want);
  });

  it('leaves letters of every script, marks and emoji alone', () => {
    const text = 'naïve — Ελληνικά, العربية, 日本語, e\u0301, 😀 "quoted" <tag>';

    expect(escapeText(text)).toBe(text);
  });

  it('cuts long text and says how much is missing, also in the middle of a pair', () => {
    expect(escapeText('a'.repeat(20), 5)).toBe('aaaaa… (15 more)');
    expect(escapeText('😀😀', 3)).toBe('😀\\u{d83d}… (1 more)');
  });

  it('never lets anything through that a terminal acts on, whatever comes in', () => {
    const nasty = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)) });

    fc.assert(
      fc.property(nasty, text => {
        expect(escapeText(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/u);
      }),
    );
  });
});
