import type { GraphDocument } from '../exchange/document.ts';
import { create, read, remove, write } from './actions.ts';
import { operatingSystem } from './ground.ts';
import { asking, concept, extended } from './notation.ts';
import { network } from './work.ts';
import { modify } from './workActs.ts';

const confirmed = asking('DataDeletePolicy', 'This deletes data for good. Is there a backup?');

/** Databases: reading is safe, changing needs to understand what is shared and what comes back, deleting asks. */
export const databaseSeed: GraphDocument = {
  version: 1,
  primitives: [
    operatingSystem,
    network,
    concept('database', 'data that a server keeps for many programs', {
      attributes: ['name', 'tables', 'users', 'location'],
      operations: ['query', 'insert', 'update', 'delete', 'migrate', 'back_up'],
      constraints: [
        'other programs and people use it at the same time',
        'a change outside of a transaction takes effect at once',
        'a statement without a condition concerns every row',
        'what is deleted is back only from a backup',
        'a name may mean the database of production',
      ],
      edges: [[2, 'DEPENDS_ON network@D1']],
    }),
    concept('table', 'rows of one kind in a database', {
      attributes: ['name', 'columns', 'rows', 'keys'],
      operations: ['query', 'insert', 'update', 'delete', 'alter'],
      constraints: [
        'other tables may refer to its rows',
        'a change of its columns may lock it',
        'triggers may act on every change',
      ],
      edges: [[1, 'REQUIRES database@D1']],
    }),
    extended(read, [
      [2, 'APPLIES_TO database@D2'],
      [2, 'APPLIES_TO table@D2'],
    ]),
    extended(create, [
      [3, 'APPLIES_TO database@D2'],
      [3, 'APPLIES_TO table@D2'],
    ]),
    extended(write, [
      [3, 'APPLIES_TO database@D3'],
      [3, 'APPLIES_TO table@D3'],
    ]),
    extended(modify, [
      [3, 'APPLIES_TO database@D3'],
      [3, 'APPLIES_TO table@D3'],
    ]),
    extended(
      remove,
      ['database', 'table'].map(object => [3, `APPLIES_TO ${object}@D3`, {}, [confirmed]] as const),
    ),
  ],
};
