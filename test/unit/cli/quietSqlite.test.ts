import { expect, test } from 'vitest';

import { quietSqlite } from '../../../packages/cli/src/quietSqlite.ts';

test('silences the warning that SQLite is experimental, and no other', () => {
  const heard: unknown[][] = [];
  const host = { emitWarning: (...args: unknown[]) => void heard.push(args) };
  quietSqlite(host);

  host.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');
  expect(heard).toEqual([]);

  const others: unknown[][] = [
    ['Other is an experimental feature and might change at any time', 'ExperimentalWarning'],
    ['SQLite is an experimental feature and might change at any time', 'Warning'],
    [new Error('SQLite is an experimental feature')],
    ['this is old', { code: 'DEP0' }],
  ];
  for (const other of others) host.emitWarning(...other);
  expect(heard).toEqual(others);
});
