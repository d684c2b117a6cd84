import { describe, expect, it, test } from 'vitest';

import { faultsOf } from '../../../../packages/capabilities/src/guards/argRules.ts';

describe('an argument that must begin so', () => {
  test.each([
    ['/srv/data', '/srv/data', true],
    ['/srv/data', '/srv/data/a', true],
    ['/srv/data', '/srv/data-old', false],
    ['/srv/data/', '/srv/data/../etc', false],
    ['/srv/data', '/srv//data/./a', true],
    ['https://a.example/', 'https://a.example/x', true],
    ['https://a.example', 'https://a.example.evil.test/', false],
    ['https://a.example/', 'https://user@a.example/x', false],
    ['https://a.example/', 'HTTPS://A.EXAMPLE/x', true],
    ['order-', 'order-1', true],
    // What hides what it names fits nothing.
    ['/srv/', '/srv/%2e%2e/etc', false],
    ['/srv/', String.raw`/srv/..\etc`, false],
    ['/srv/', '/srv/\u202ex', false],
    ['/srv/', 1, false],
    ['/srv/', undefined, false],
  ])('%s: %s fits: %s', (prefix, value, yes) => {
    expect(faultsOf({ path: value }, { prefix: { path: prefix } }).length === 0).toBe(yes);
  });
});

describe('arguments', () => {
  it('may be only those that are named', () => {
    expect(faultsOf({ a: 1, b: 2 }, { allowedKeys: ['a'] }).map(({ arg }) => arg)).toEqual(['b']);
  });

  it('are pinned to a value, in any order of its members', () => {
    const rules = { pinned: { a: { x: 1, y: [2] } } };

    expect(faultsOf({ a: { y: [2], x: 1 } }, rules)).toEqual([]);
    expect(faultsOf({ a: { y: [2], x: 2 } }, rules)).toMatchObject([{ found: 'another value' }]);
    expect(faultsOf({}, rules)).toMatchObject([{ found: 'none' }]);
    expect(faultsOf({ a: () => 1 }, rules)).toHaveLength(1);
  });

  it('are their own: what every object has is none', () => {
    expect(faultsOf({}, { prefix: { toString: 'x' } })).toMatchObject([{ found: 'none' }]);
  });

  it('are never shown in a fault', () => {
    expect(JSON.stringify(faultsOf({ a: 'hunter2' }, { pinned: { a: 'x' }, prefix: { a: '/x' } }))).not.toContain('hunter2');
  });
});
