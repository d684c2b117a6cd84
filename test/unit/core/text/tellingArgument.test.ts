import { expect, test } from 'vitest';

import { tellingArgument } from '@licet/core/text';

test.each([
  [{ command: 'ls', description: 'list' }, 'ls'],
  [{ content: 'secret', file_path: 'a' }, 'a'],
  [{ content: 'secret', filePath: 'a' }, 'a'],
  [{ old_string: 'a', new_string: 'b', 'file-path': 'c' }, 'c'],
  [{ prompt: 'sum it up', url: 'https://a.example' }, 'https://a.example'],
  [{ path: 'src', pattern: 'TODO' }, 'TODO'],
  [{ prompt: 'do all of it', description: 'fix the tests' }, 'fix the tests'],
  [{ body: 'hello', to: ['ann'] }, '["ann"]'],
  [{ file_path: 5, path: '', limit: 3 }, '5'],
  [{ text: 'only this' }, 'only this'],
  [{ a: undefined }, undefined],
  [{}, undefined],
  [null, undefined],
  ['ls', undefined],
])('of %j tells %j', (payload, telling) => {
  expect(tellingArgument(payload)).toBe(telling);
});
