import { nodeProblem, quietSqlite } from 'licet/source/node.ts';
import { describe, expect, it, test } from 'vitest';

describe('nodeProblem', () => {
  it.each(['22.18.0', '22.19.1', '24.0.0', '100.1.0'])('takes Node %s', version => {
    expect(nodeProblem(version)).toBeUndefined();
  });

  it.each(['22.17.9', '20.20.2', '9.0.0', ''])('refuses Node `%s` and says what to do', version => {
    expect(nodeProblem(version)).toMatch(/^licet needs Node 22\.18\.0 or newer.*: `npm install --save-dev node@24` brings one/);
  });
});

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
