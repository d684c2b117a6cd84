import { describe, expect, it, test } from 'vitest';

import { nameTest, secretNamesLike, secretNamesOf } from '../../../../packages/effects/src/places/secretNames.ts';

describe('the names of secrets that an expression is made for', () => {
  test.each([
    [String.raw`\.env`, ['.env', '.env.local', '.env.production']],
    ['^id_', ['id_rsa', 'id_ed25519']],
    ['CREDENTIALS', ['credentials.json', '.git-credentials']],
  ])('%s', (expression, names) => {
    expect(secretNamesOf(expression).toSorted()).toEqual(names.toSorted());
  });

  test.each(['.', 'json', '.*', '[', '(a+)+b', 'x'.repeat(300), 'nothing'])('%s: none', expression => {
    expect(secretNamesOf(expression)).toEqual([]);
  });
});

it('reads a pattern of find, whose wildcards match a leading dot', () => {
  expect(secretNamesLike('*env*')).toContain('.env');
  expect(secretNamesLike('*')).toEqual([]);
  expect(secretNamesLike('.env')).toEqual([]);
});

it('takes a pattern that cannot be read for one of any name', () => {
  expect(nameTest('['.repeat(70_000))('anything')).toBe(true);
  expect(nameTest('*.ts')('a.js')).toBe(false);
});
