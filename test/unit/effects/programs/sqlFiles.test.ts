import { describe, expect, it, test } from 'vitest';

import { opened, pathOfAddress, sqlFiles } from '../../../../packages/effects/src/programs/sqlFiles.ts';

describe('the files of a statement', () => {
  test.each([
    ["select * from 'a.csv'", 'read a.csv'],
    ["select readfile('/etc/passwd')", 'read /etc/passwd'],
    ["copy t to '/tmp/x'", 'write /tmp/x'],
    ["copy t from '/tmp/x'", 'read /tmp/x'],
    ["select 1 into outfile '/x'", 'write /x'],
    ["attach 'b.db' as b", 'update b.db'],
    ["attach 'file:b.db?mode=ro'", 'update b.db'],
    ["select load_file('/etc/' || 'shadow')", 'read /etc/shadow'],
    ["select load_file(concat('/etc/', 'shadow'))", 'read /etc/shadow'],
    ["select * from 'https://a.example/x.csv'", 'url https://a.example/x.csv'],
    ["select * from read_csv('http://169.254.169.254/x')", 'url http://169.254.169.254/x'],
    ["select * from sqlite_scan('.licet/state.db', 'sessions')", 'read .licet/state.db'],
    ["bulk insert t from 'c:/x.csv'", 'read c:/x.csv'],
    ["load xml local infile '/x' into table t", 'read /x'],
    ["import database 'd'", 'read d'],
    ["backup database d to disk = 'c.bak'", 'write c.bak'],
    ["select pg_file_write('/x', 'y', false)", 'write /x'],
    ["insert into function file('a.csv') select 1", 'read a.csv, write a.csv'],
    ["get @stage/a 'file:///tmp/a'", 'write /tmp/a'],
    // What is in a comment, in memory or at another service is none.
    ["select 1 -- from 'a.csv'", ''],
    ["attach ':memory:'", ''],
    ["select * from 's3://a/x.csv'", ''],
    ['select 1', ''],
  ])('%s', (text, files) => {
    expect(
      sqlFiles(text)
        .map(({ use, path }) => `${use} ${path}`)
        .join(', '),
    ).toBe(files);
  });

  it('has no name where the statement computes it, or takes it from its parameters', () => {
    expect(sqlFiles('select readfile(name)')).toEqual([{ use: 'read', isParameter: false }]);
    expect(sqlFiles('select readfile(?1)')).toEqual([{ use: 'read', isParameter: true }]);
  });
});

test.each([
  ['file:///a/b.db?mode=ro', '/a/b.db'],
  ['file://localhost/a', '/a'],
  ['file:a.db', 'a.db'],
  ['a.db', 'a.db'],
])('%s is %s', (text, path) => {
  expect(pathOfAddress(text)).toBe(path);
});

it('opens a database to be changed, unless all that it is told only reads', () => {
  const word = (text: string) => ({ text, glob: false });

  expect(opened([{ text: '/w/**/*.db', glob: true }], false)).toEqual([
    { use: 'update', value: { text: '/w/**/*.db', glob: true } },
  ]);
  expect(opened([word('a.db'), word('select 1')], true)).toEqual([{ use: 'read', value: 'a.db' }]);
  expect(opened([word('a.db'), word('.open b.db')], true)).toEqual([{ use: 'update', value: 'a.db' }]);
  expect(opened([word('a.db')], false)).toEqual([{ use: 'update', value: 'a.db' }]);
  expect(opened([word(':memory:')], false)).toEqual([]);
  expect(opened([], false)).toEqual([]);
});
