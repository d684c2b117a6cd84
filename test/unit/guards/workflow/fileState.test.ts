import { memoryFiles } from '@licet/effects/places';
import type { FileSystemPort } from '@licet/effects/places';
import { describe, expect, it } from 'vitest';

import { fileSet } from '../../../../packages/guards/src/workflow/fileState.ts';

const table = {
  '/p/src/a.ts': { text: '1' },
  '/p/src/b.ts': { text: '2' },
  '/p/node_modules/x/a.ts': { text: '3' },
  '/p/README.md': { text: '4' },
};
const set = (patterns: readonly string[], of: Parameters<typeof memoryFiles>[0], more: Partial<FileSystemPort> = {}) =>
  fileSet(patterns, { root: '/p', cwd: '/p', home: '/h', files: { ...memoryFiles(of), ...more } } as Parameters<
    typeof fileSet
  >[1]);
const before = set(['src/**/*.ts'], table).now();
if (before === undefined) throw new Error('the files cannot be seen');

describe('files that a fact is bound to', () => {
  it('are as they were while nothing that matches has changed', () => {
    expect(set(['src/**/*.ts'], table).isAs(before)).toBe(true);
    expect(set(['src/**/*.ts'], { ...table, '/p/README.md': { text: 'new' } }).isAs(before)).toBe(true);
  });

  it.each([
    ['a text', { ...table, '/p/src/a.ts': { text: 'new' } }],
    ['a new file', { ...table, '/p/src/c.ts': { text: '5' } }],
    ['a file that is gone', { '/p/src/a.ts': { text: '1' } }],
    ['a file under another name', { '/p/src/a.ts': { text: '1' }, '/p/src/c.ts': { text: '2' } }],
  ])('are not with %s', (_what, changed) => {
    expect(set(['src/**/*.ts'], changed).isAs(before)).toBe(false);
  });

  it('are as they were when only their times are others', () => {
    expect(set(['src/**/*.ts'], table, { version: path => `later ${path}` }).isAs(before)).toBe(true);
  });

  it('are unknown where one cannot be read: that is no yes', () => {
    const hidden = set(['src/**/*.ts'], table, { version: () => undefined, digest: () => undefined });

    expect(hidden.now()).toBeUndefined();
    expect(hidden.isAs(before)).toBe(false);
  });

  it('lie in the folder of packages only where a pattern names it', () => {
    const changed = { ...table, '/p/node_modules/x/a.ts': { text: 'new' } };
    const named = ['node_modules/**'];

    expect(set(['**/*.ts'], changed).now()).toEqual(set(['**/*.ts'], table).now());
    expect(set(named, changed).now()).not.toEqual(set(named, table).now());
  });

  it.each([
    ['README.md', '/p/docs/README.md'],
    ['./README.md', '/p/docs/README.md'],
    ['~/.config/**', '/h/.config/tool.json'],
    ['~/.config/tool.json', '/h/.config/tool.json'],
    ['../other/**', '/other/a.ts'],
    ['/other/*.ts', '/other/a.ts'],
    ['@(src|lib)/a.ts', '/p/src/a.ts'],
    ['src/\\[id\\]/a.ts', '/p/src/[id]/a.ts'],
    ['s\\rc/a.ts', '/p/src/a.ts'],
  ])('are found wherever %s means them', (pattern, path) => {
    const [old, changed] = ['1', 'new'].map(text => set([pattern], { ...table, [path]: { text } }));

    expect(changed?.now()).not.toEqual(old?.now());
  });
});

it('looks at no folder twice, whatever patterns reach it', () => {
  const listed: string[] = [];
  const files = memoryFiles(table);
  const list = (path: string) => {
    if (!path.includes('.')) listed.push(path);
    return files.list(path);
  };
  set(['src/**', 'README.md', '**/*.ts'], table, { list }).now();

  expect(listed.filter(path => path === '/p/src')).toHaveLength(1);
});
