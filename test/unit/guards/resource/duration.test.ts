import { parseDuration } from '@licet/guards';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

describe('parseDuration', () => {
  test.each([
    ['1ms', 1],
    ['30s', 30_000],
    ['15m', 900_000],
    ['15 min', 900_000],
    ['1.5h', 5_400_000],
    ['4H', 14_400_000],
    ['1d', 86_400_000],
    ['2w', 1_209_600_000],
  ])('reads `%s`', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(['', '0s', '15', '-1m', '1h30m', '1s; rm', '1e3s', 's', '1 month', '٣m', '1m\n', '\u00001m', `${'9'.repeat(400)}d`])(
    'takes `%s` for no duration',
    text => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );

  it('returns a whole number of at least one millisecond, or nothing', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const ms = parseDuration(text);

        expect(ms === undefined || (Number.isInteger(ms) && ms >= 1)).toBe(true);
      }),
    );
  });
});
