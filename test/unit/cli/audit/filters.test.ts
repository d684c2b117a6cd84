import { describe, expect, it, test } from 'vitest';

import { UsageError, readTime } from '@licet/core/command';
import { countOf, queryOf } from 'licet/source/audit/filters.ts';

describe('a time of the command line', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');

  test.each([
    ['2026-01-31', Date.parse('2026-01-31')],
    ['2026-01-31T10:00:00Z', now - 7_200_000],
    ['2026-01-31T10:00+00:00', now - 7_200_000],
    ['2h', now - 7_200_000],
    ['1d', now - 86_400_000],
  ])('%s', (text, time) => {
    expect(readTime('--since', text, now)).toBe(time);
  });

  test.each(['yesterday', '', '2026-13-01', '31.01.2026', '-2h'])('%j is none', text => {
    expect(() => readTime('--since', text, now)).toThrow(UsageError);
  });
});

describe('what the options ask for', () => {
  it('is only what was said', () => {
    expect(queryOf({})).toEqual({});
    expect(queryOf({ policy: 'p', trail: 't', session: 's', type: 'fact', ruling: 'ask', since: '1h' }, 3_600_000)).toEqual({
      session: 's',
      type: 'fact',
      ruling: 'ask',
      since: 0,
    });
  });

  test.each([{ since: '' }, { until: 'soon' }])('is refused with %j', filters => {
    expect(() => queryOf(filters)).toThrow(UsageError);
  });
});

it('counts records in whole numbers', () => {
  expect([countOf('-n', '5', 1), countOf('-n', undefined, 1), countOf('-n', '0', 1)]).toEqual([5, 1, 0]);
  for (const text of ['-1', '1.5', 'x', '1e99']) expect(() => countOf('-n', text, 1)).toThrow(UsageError);
});
