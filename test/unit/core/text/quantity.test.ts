import { parseDuration, parseSize, readDuration } from '@licet/core/text';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

describe('parseSize', () => {
  test.each([
    ['1B', 1],
    ['500kB', 500_000],
    ['2KiB', 2_048],
    ['10MiB', 10_485_760],
    ['3GB', 3e9],
    ['1GiB', 2 ** 30],
    ['7MB', 7e6],
  ])('reads %s', (text, bytes) => expect(parseSize(text)).toBe(bytes));

  test.each(['', '10', 'MiB', '0MiB', '1.5MiB', '10 MiB', '10mib', '-1B', '1e3B', '10MiB\n'])('refuses `%s`', text =>
    expect(() => parseSize(text)).toThrow(/expected a size like `10MiB`/),
  );
});

describe('readDuration', () => {
  test.each([
    ['1ms', 1],
    ['5 milliseconds', 5],
    ['90s', 90_000],
    ['15m', 900_000],
    ['15 min', 900_000],
    ['1.5h', 5_400_000],
    ['4H', 14_400_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
    ['2w', 1_209_600_000],
  ])('reads `%s`', (text, ms) => {
    expect(readDuration(text)).toBe(ms);
    expect(parseDuration(text)).toBe(ms);
  });

  test.each([
    '',
    '0s',
    '15',
    '-1m',
    '1h30m',
    '1s; rm',
    '1e3s',
    's',
    '1 month',
    '٣m',
    '1m\n',
    '\u00001m',
    'toString',
    `${'9'.repeat(400)}d`,
  ])('takes `%s` for no duration', text => {
    expect(readDuration(text)).toBeUndefined();
    expect(() => parseDuration(text)).toThrow(/expected a time like `24h`/);
  });

  it('returns a whole number of at least one millisecond, or nothing', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const ms = readDuration(text);

        expect(ms === undefined || (Number.isInteger(ms) && ms >= 1)).toBe(true);
      }),
    );
  });
});
