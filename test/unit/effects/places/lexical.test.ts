import { describe, expect, it, test } from 'vitest';

import { absolutePath, baseName, collapse, isWithin, join, parentOf } from '../../../../packages/effects/src/places/lexical.ts';

describe('a path without what says nothing', () => {
  test.each([
    ['/a/b', '/a/b'],
    ['/a//b/', '/a/b'],
    ['/a/./b', '/a/b'],
    ['/a/../b', '/b'],
    ['/../../etc', '/etc'],
    ['/a/..', '/'],
    ['/', '/'],
    ['//', '/'],
    ['/a/...', '/a/...'],
    ['/a/.b/..c', '/a/.b/..c'],
  ])('%s is %s', (path, plain) => {
    expect(collapse(path)).toBe(plain);
  });
});

test.each([
  ['/etc/../x', '/w', '/x'],
  ['x', '/w', '/w/x'],
  ['../x', '/w', '/x'],
  ['', '/w', '/w'],
  ['/x', undefined, '/x'],
  ['x', undefined, undefined],
])('%s from %s is %s', (text, cwd, path) => {
  expect(absolutePath(text, cwd)).toBe(path);
});

it('is within itself, its folders and the root, and not within a folder whose name it begins with', () => {
  expect(['/a/b', '/a', '/'].map(folder => isWithin('/a/b', folder))).toEqual([true, true, true]);
  expect(isWithin('/ab', '/a')).toBe(false);
  expect(isWithin('/a', '/a/b')).toBe(false);
});

it('comes apart and together again', () => {
  for (const path of ['/a', '/a/b', '/a/b.c']) expect(join(parentOf(path), baseName(path))).toBe(path);
  expect(parentOf('/')).toBe('/');
});
