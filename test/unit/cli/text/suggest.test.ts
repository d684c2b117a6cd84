import { didYouMean } from 'licet/source/text/suggest.ts';
import { describe, expect, it } from 'vitest';

describe('didYouMean', () => {
  it.each([
    ['strickt', ', did you mean `strict`?'],
    ['observ', ', did you mean `observe`?'],
    ['banana', ''],
    ['', ''],
  ])('of `%s` is `%s`', (name, text) => {
    expect(didYouMean(name, ['strict', 'observe', 'safe-agent'])).toBe(text);
  });

  it('is nothing where nothing is known', () => {
    expect(didYouMean('x', [])).toBe('');
  });
});
