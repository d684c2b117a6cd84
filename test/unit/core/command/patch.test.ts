import { expect, it, test } from 'vitest';

import { patchLines } from '@licet/core/command';

test.each([
  ['a\nb\nc\n', 'a\nx\nc\n', ['@@ -1,3 +1,3 @@', ' a', '-b', '+x', ' c']],
  ['a\n', 'a\nb\n', ['@@ -1,1 +1,2 @@', ' a', '+b']],
  ['a\nb\n', 'b\n', ['@@ -1,2 +1,1 @@', '-a', ' b']],
  ['', 'a\n', ['@@ -1,0 +1,1 @@', '+a']],
  ['a\n', '', ['@@ -1,1 +1,0 @@', '-a']],
  ['a\na\n', 'a\na\na\n', ['@@ -1,2 +1,3 @@', ' a', ' a', '+a']],
  ['1\n2\n3\n4\n5\n6\n7\n', '1\n2\n3\nx\n5\n6\n7\n', ['@@ -2,5 +2,5 @@', ' 2', ' 3', '-4', '+x', ' 5', ' 6']],
  ['a\n', 'a\n', []],
  ['a', 'a\n', []],
])('from %j to %j', (before, after, lines) => {
  expect(patchLines(before, after)).toEqual(lines);
});

it('counts the lines that it shows', () => {
  const lines = patchLines('a\nb\nc\nd\n', 'a\nx\ny\nd\n');
  const [, was, is] = /^@@ -\d+,(\d+) \+\d+,(\d+) @@$/.exec(lines[0] ?? '') ?? [];

  expect(lines.filter(line => /^[ -]/.test(line))).toHaveLength(Number(was));
  expect(lines.filter(line => /^[ +]/.test(line))).toHaveLength(Number(is));
});
