import { EpistemicError } from '@licet/epistemic';
import { expect, it, test } from 'vitest';

import { guarded, sqliteFault } from '../../../../../../packages/adapters/src/stores/sqlite/graph/faults.ts';

const thrown = (more: object): Error => Object.assign(new Error('the driver failed'), more);

test.each([
  ['SQLITE_READONLY_DBMOVED', { code: 'SQLITE_READONLY_DBMOVED' }, 'graph_read_only'],
  ['SQLITE_NOTADB', { code: 'SQLITE_NOTADB' }, 'graph_corrupt'],
  ['SQLITE_BUSY', { code: 'SQLITE_BUSY' }, 'graph_unavailable'],
  ['any other of SQLite', { code: 'SQLITE_IOERR_READ' }, 'graph_unavailable'],
  ['a number of the driver of Node', { code: 'ERR_SQLITE_ERROR', errcode: 8 }, 'graph_read_only'],
  ['an extended number of it', { code: 'ERR_SQLITE_ERROR', errcode: 11 | (1 << 8) }, 'graph_corrupt'],
  ['an unknown number', { code: 'ERR_SQLITE_ERROR', errcode: 250 }, 'graph_unavailable'],
])('%s is %s', (_what, more, code) => {
  const error = thrown(more);

  expect(sqliteFault(error, '/g.db')).toMatchObject({ code, cause: error, message: expect.stringContaining('/g.db') });
});

it('says where there is no folder', () => {
  expect(sqliteFault(new TypeError('Cannot open database because the directory does not exist'), '/x/g.db')).toMatchObject({
    code: 'graph_unavailable',
  });
});

it('lets through what is not of SQLite, and errors of our own', () => {
  const own = new EpistemicError('graph_closed', 'x');
  const other = new RangeError('x');

  expect([sqliteFault(own, '/g'), sqliteFault(other, '/g')]).toEqual([own, other]);
  expect(guarded('/g', () => 1)).toBe(1);
  expect(() =>
    guarded('/g', () => {
      throw thrown({ code: 'SQLITE_BUSY' });
    }),
  ).toThrow(EpistemicError);
});
