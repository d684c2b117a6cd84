import type { ChainedRecord } from '@licet/core/store';
import { describe, expect, it, test } from 'vitest';

import { CSV_HEADER, csvRow } from 'licet/source/audit/formats.ts';

const row = (record: object): string =>
  csvRow({ seq: 1, hash: 'h', record: { at: 0, sessionId: 's', ...record } } as unknown as ChainedRecord);
const cell = (name: string, record: object): string => row(record).split(',')[CSV_HEADER.split(',').indexOf(name)] ?? '';

describe('a cell', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['-1', "'-1"],
    [' @x', "' @x"],
    ['\t=x', "'\t=x"],
    ['a "b"', '"a ""b"""'],
    ['a\nb', '"a\nb"'],
    ['plain', 'plain'],
    ['', ''],
  ])('%j cannot be taken for a formula or for several: %s', (tool, wanted) => {
    expect(cell('tool', { type: 'evaluation', tool })).toBe(wanted);
  });

  it('has its commas in quotes', () => {
    expect(row({ type: 'evaluation', tool: 'a,b' })).toContain('"a,b"');
  });

  it('is a number as it is', () => {
    expect(cell('risk', { type: 'evaluation', risk: -0.5 })).toBe('-0.5');
  });
});

test.each([
  [{ type: 'evaluation', reason: 'why' }, 'why'],
  [{ type: 'ask', questions: [{ reason: 'a' }, { reason: 'b' }] }, 'a; b'],
  [{ type: 'outcome', status: 'ok' }, 'ok'],
  [{ type: 'outcome', status: 'error', error: 'it broke' }, 'it broke'],
  [{ type: 'fact', name: 'tested', change: 'set', reason: 'by hand' }, 'tested set: by hand'],
  [{ type: 'rotation', first: 5 }, 'pruned up to 4'],
  [{ type: 'commit_failure', why: 'lost' }, 'lost'],
])('%j says %s', (record, reason) => {
  expect(cell('reason', record)).toBe(reason);
});

it('has the time for people, and as many cells as the first row', () => {
  expect(cell('time', { type: 'outcome', status: 'ok' })).toBe('1970-01-01T00:00:00.000Z');
  expect(row({ type: 'outcome', status: 'ok' }).split(',')).toHaveLength(CSV_HEADER.split(',').length);
});
