import * as fc from 'fast-check';
import { jsonText } from '@licet/core/command';
import { describe, expect, it } from 'vitest';

import { cases } from '../../../support/longRuns.ts';

describe('jsonText', () => {
  it('hides nothing, on one line', () => {
    expect(jsonText({ 'a\u202e': '\u001b[31m\u009b\u200b\u{e0041}\u2028é漢' })).toBe(
      '{"a\\u202e":"\\u001b[31m\\u009b\\u200b\\udb40\\udc41\\u2028é漢"}',
    );
    expect(jsonText([1], 2)).toBe('[\n  1\n]');
  });

  it('reads back as it was, and holds no control character, whatever is in it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), value => {
        const text = jsonText(value);

        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(text).not.toMatch(/\p{Cc}|\p{Cf}|[\u2028\u2029]/u);
      }),
      { numRuns: Math.max(cases(100), 25) },
    );
  });
});
