import { describe, expect, test } from 'vitest';

import { runningUseOf, useOf } from '../../../../packages/effects/src/tools/argumentNames.ts';

describe('what a text is used for', () => {
  test.each([
    ['path', '/etc/passwd', 'read_local', 'read'],
    ['path', '/etc/passwd', 'write_additive', 'write'],
    ['path', '/etc/passwd', 'destructive', 'delete_tree'],
    ['path', '/etc/passwd', 'unclear', 'unknown'],
    ['source', '/a', 'write_additive', 'read'],
    ['destination', '/a', 'read_local', 'write'],
    ['anything', 'https://a.example/', 'read_local', 'url'],
    ['anything', 'https://a.example/', 'unclear', 'upload'],
    ['anything', 'drop table users', 'unclear', 'sql'],
    ['message', 'drop table users', 'unclear', ''],
    ['command', 'rm -rf /', 'unclear', 'unknown shell'],
    ['command', 'rm', 'read_local', 'unknown shell'],
    ['command', 'navigate', 'read_local', ''],
    ['keys', 'rm x', 'unclear', 'input'],
    ['input', 'ls\n', 'unclear', 'input'],
    ['input', 'hello\n', 'unclear', ''],
    ['code', '() => document.title', 'unclear', 'code'],
    ['code', 'import os', 'unclear', 'unknown'],
    ['output', 'a.txt', 'write_additive', 'write'],
    ['output', 'a sentence', 'write_additive', ''],
    ['name', 'value', 'unclear', ''],
    ['path', '', 'read_local', ''],
  ] as const)('%s: %j in a tool that is %s: %s', (name, value, kind, uses) => {
    expect(useOf(name, value, kind, false).join(' ')).toBe(uses);
  });

  test('is no path of this machine for a remote service, unless it names one', () => {
    expect(useOf('path', '/etc/passwd', 'read_external', true)).toEqual([]);
    expect(useOf('path', 'file:///etc/passwd', 'read_external', true)).toEqual(['read']);
  });
});

test.each([
  ['command', 'rm x', 'unknown shell'],
  ['command', '/usr/bin/x', ''],
  ['code', 'f(1)', 'unknown'],
  ['code', 'E1', ''],
  ['sql', 'select 1', 'sql'],
  ['path', '/a', ''],
])('beside arguments that are described, %s: %j is %j', (name, value, uses) => {
  expect(runningUseOf(name, value).join(' ')).toBe(uses);
});
