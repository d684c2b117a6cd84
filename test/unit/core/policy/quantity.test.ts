import { parseDuration, parseSize } from '@licet/core';
import { describe, expect, test } from 'vitest';

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

describe('parseDuration', () => {
  test.each([
    ['5ms', 5],
    ['90s', 90_000],
    ['15m', 900_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
  ])('reads %s', (text, ms) => expect(parseDuration(text)).toBe(ms));

  test.each(['', '2', 'h', '0h', '1h30m', '1.5h', '1 h', '2H', 'toString', '1w'])('refuses `%s`', text =>
    expect(() => parseDuration(text)).toThrow(/expected a time like `24h`/),
  );
});
