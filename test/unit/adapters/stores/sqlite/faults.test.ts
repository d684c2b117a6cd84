import { describe, expect, it, test } from 'vitest';

import { faultOf, resultCode } from '../../../../../packages/adapters/src/stores/sqlite/faults.ts';

const error = (message: string, more: object = {}): Error => Object.assign(new Error(message), more);

describe('faultOf', () => {
  test.each([
    ['SQLITE_BUSY_SNAPSHOT', 'locked'],
    ['SQLITE_CORRUPT_INDEX', 'damaged'],
    ['SQLITE_NOTADB', 'damaged'],
    ['SQLITE_FULL', 'full'],
    ['SQLITE_IOERR_READ', 'disk'],
    ['SQLITE_READONLY_DBMOVED', 'read_only'],
    ['SQLITE_PERM', 'read_only'],
    ['SQLITE_CANTOPEN_ISDIR', 'cannot_open'],
    ['SQLITE_MISUSE', 'other'],
    ['ENOSPC', 'full'],
    ['ENOTDIR', 'no_folder'],
  ])('of %s is %s', (code, fault) => {
    expect(faultOf(error('x', { code }))).toBe(fault);
  });

  test.each([
    [5, 'locked'],
    [261, 'locked'],
    [6, 'locked'],
    [11, 'damaged'],
    [24, 'damaged'],
    [26, 'damaged'],
    [13, 'full'],
    [10, 'disk'],
    [3, 'read_only'],
    [8, 'read_only'],
    [23, 'read_only'],
    [14, 'cannot_open'],
    [1, 'other'],
  ])('of the number %s is %s', (errcode, fault) => {
    expect(faultOf(error('x', { code: 'ERR_SQLITE_ERROR', errcode }))).toBe(fault);
  });

  it('goes by what is said where no code says more', () => {
    expect(faultOf(error('database is locked'))).toBe('locked');
    expect(faultOf(error('malformed JSON', { code: 'SQLITE_ERROR' }))).toBe('damaged');
    expect(faultOf('disk I/O error')).toBe('disk');
    expect(faultOf(error('locked words in a text', { code: 'SQLITE_CONSTRAINT' }))).toBe('other');
  });

  it('knows which errors are of SQLite', () => {
    expect([resultCode(error('x', { code: 'SQLITE_BUSY' })), resultCode(error('x', { errcode: 9_999 }))]).toEqual([
      'SQLITE_BUSY',
      'SQLITE_ERROR',
    ]);
    expect([resultCode(error('x', { code: 'ENOENT' })), resultCode(undefined)]).toEqual([undefined, undefined]);
  });
});
