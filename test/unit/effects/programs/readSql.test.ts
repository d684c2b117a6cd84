import { describe, expect, it, test } from 'vitest';

import { readSql } from '../../../../packages/effects/src/programs/readSql.ts';

const bare = (text: string, language?: string): readonly string[] => readSql(text, language).map(reading => reading.bare.trim());

describe('a statement without what it only quotes', () => {
  test.each([
    ["select 'drop table a'", "select ''"],
    ['select 1 -- drop table a', 'select 1'],
    ['select 1 /* drop table a */', 'select 1'],
    ['select "drop table a"', 'select ""'],
    ["select 'it''s' x", "select '' x"],
  ])('%s', (text, plain) => {
    expect(bare(text, 'duckdb')).toEqual([plain]);
  });

  it('keeps the names of functions, which are called in quotes too', () => {
    expect(bare('select "pg_read_file"(1)', 'duckdb')).toEqual(['select pg_read_file(1)']);
  });
});

describe('a statement for a database that is not named', () => {
  it('is read as each dialect reads it, once each', () => {
    const readings = bare('select 1 /*! drop table a */ # x');

    expect(readings.some(reading => reading.includes('drop'))).toBe(true);
    expect(new Set(readings).size).toBe(readings.length);
    expect(readings.length).toBeGreaterThan(1);
  });

  it('is one where all read the same', () => {
    expect(bare('drop table a')).toEqual(['drop table a']);
  });
});
