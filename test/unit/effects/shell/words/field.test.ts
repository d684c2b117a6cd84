import { describe, expect, it, test } from 'vitest';

import {
  HOLE,
  isKnown,
  knownText,
  likelyText,
  literal,
  mergeOrigins,
  patternField,
  unknownField,
} from '../../../../../packages/effects/src/shell/words/field.ts';

describe('a word after expansion', () => {
  test.each([
    ['known text', literal('a'), true, 'a'],
    ['no text at all', literal(''), true, ''],
    ['text with a hole in it', literal(`a${HOLE}`), false, undefined],
    ['a pattern, even one without wildcards', patternField('a'), false, undefined],
    ['a word of which nothing is known', unknownField('$X'), false, undefined],
  ])('%s', (_, field, known, text) => {
    expect([isKnown(field), knownText(field)]).toEqual([known, text]);
  });

  it('is not there', () => {
    expect(knownText(undefined)).toBeUndefined();
  });

  it('is likely what it is when its variables are not set, but known only by itself', () => {
    const field = { ...unknownField('$X'), likely: '/tmp' };

    expect([likelyText(field), knownText(field), likelyText(literal('a')), likelyText(unknownField('$X'))]).toEqual([
      '/tmp',
      undefined,
      'a',
      undefined,
    ]);
  });
});

describe('origins of two words', () => {
  it('are named once each, in the order in which they came', () => {
    expect(mergeOrigins(['file', 'secret'], ['secret', 'network'])).toEqual(['file', 'secret', 'network']);
    expect(mergeOrigins([], ['file'])).toEqual(['file']);
    expect(mergeOrigins(['file'], [])).toEqual(['file']);
  });
});
