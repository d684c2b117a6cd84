import { describe, expect, it, test } from 'vitest';

import { isCatastrophicPath, isDisk, lossTags, losesHistory } from '../../../../packages/effects/src/places/losses.ts';

const place = { cwd: '/home/u/p', root: '/home/u/p', home: '/home/u' };

describe('losing all of it is losing the machine or the home', () => {
  test.each([
    '/',
    '/etc',
    '/usr/bin',
    '/home',
    '/home/u',
    '/home/other',
    '/etc/ssl/certs',
    '/dev/sda',
    '/c:',
    '/c:/Windows/System32',
  ])('%s', path => {
    expect(isCatastrophicPath(path, true, place)).toBe(true);
  });

  test.each(['/home/u/p', '/home/u/p/src', '/tmp/x', '/opt/tool/x', '/srv/app/data'])('%s: no', path => {
    expect(isCatastrophicPath(path, true, place)).toBe(false);
  });

  it('is true of a folder above the home', () => {
    expect(isCatastrophicPath('/data', true, { cwd: '/', home: '/data/u' })).toBe(true);
  });
});

describe('what goes away', () => {
  test.each([
    ['/home/u/p/node_modules', undefined, true, 'regenerable'],
    ['/home/u/p/dist/a.js', undefined, false, 'regenerable'],
    ['/home/u/p/src/a.ts', undefined, false, ''],
    ['/home/u/p/.git/objects', undefined, true, ''],
    ['/home/u/p/dist/.git', undefined, true, ''],
    ['/home/u/.cache/x', undefined, true, 'regenerable'],
    ['/home/u/other/dist', undefined, true, ''],
    ['/tmp/x', undefined, true, 'regenerable'],
    ['/etc', '/etc/*', false, 'catastrophic'],
    ['/etc', '/etc/app-*', false, ''],
    ['/home/u', '/home/u/*', true, 'catastrophic'],
  ] as const)('%s %s (with all below: %s) is marked %j', (path, glob, recursive, marks) => {
    expect(lossTags(path, glob, recursive, place).join(' ')).toBe(marks);
  });
});

it('is history when it is a part of what git keeps, and more than that when it is all', () => {
  expect(losesHistory('delete', '/p/.git/refs/heads/main')).toBe(true);
  expect(losesHistory('write', '/p/.git/HEAD')).toBe(true);
  expect(losesHistory('read', '/p/.git/HEAD')).toBe(false);
  expect(losesHistory('delete', '/p/.git')).toBe(false);
  expect(losesHistory('write', '/p/.git/config')).toBe(false);
});

it('knows disks from devices that hold nothing', () => {
  expect(['/dev/sda1', '/dev/nvme0n1', '/dev/null', '/dev/stdout', '/tmp/dev/sda'].map(isDisk)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
