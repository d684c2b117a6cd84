import { describe, expect, it, test } from 'vitest';

import { faultsIn, narrowed } from '../../../../packages/capabilities/src/tokens/constraints.ts';
import type { TokenConstraints } from '../../../../packages/capabilities/src/tokens/constraints.ts';

describe('limits that cannot be understood', () => {
  test.each([
    [{}, []],
    [
      {
        maxRows: 0,
        fields: ['a'],
        mode: 'table',
        scope: { a: 1 },
        args: [{ allowedKeys: ['a'], pinned: {}, prefix: { a: 'b' } }],
      },
      [],
    ],
    [{ maxRows: -1 }, ['maxRows']],
    [{ maxRows: 1.5, fields: 'a' }, ['maxRows', 'fields']],
    [{ mode: 'everything' }, ['mode']],
    [{ args: [{ pined: {} }] }, ['args']],
    [{ args: [{ prefix: { a: 1 } }] }, ['args']],
    [{ toString: 1 }, ['toString']],
    [undefined, ['constraints']],
    [[], ['constraints']],
  ])('of %j are %j', (constraints, names) => {
    expect(faultsIn(constraints)).toEqual(names);
  });
});

describe('a token that is made from another one', () => {
  const parent: TokenConstraints = {
    maxRows: 10,
    fields: ['a', 'b'],
    mode: 'table',
    scope: { team: 1 },
    args: [{ allowedKeys: ['a'] }],
  };

  it('has the limits of both', () => {
    expect(narrowed(parent, { maxRows: 5, fields: ['a'], scope: { year: 2 }, args: [{ pinned: { a: 1 } }] })).toEqual({
      maxRows: 5,
      fields: ['a'],
      mode: 'table',
      scope: { team: 1, year: 2 },
      args: [{ allowedKeys: ['a'] }, { pinned: { a: 1 } }],
    });
    expect(narrowed({}, {})).toEqual({});
  });

  test.each([
    [{ maxRows: 11 }, 'maxRows'],
    [{ fields: ['a', 'c'] }, 'fields'],
    [{ mode: 'raw' }, 'mode'],
    [{ scope: { team: 2 } }, 'scope'],
  ] as const)('is refused with %j', (wanted, wider) => {
    expect(narrowed(parent, wanted)).toEqual({ wider: [wider] });
  });

  it('needs `raw` in the token that it is made from', () => {
    expect(narrowed({}, { mode: 'raw' })).toEqual({ wider: ['mode'] });
    expect(narrowed({ mode: 'raw' }, { mode: 'raw' })).toEqual({ mode: 'raw' });
  });
});
