import { mkdtempSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileTarget, memoryFiles, nodeFiles, resolvePath } from '@licet/effects/places';
import { globTarget } from '../../../../packages/effects/src/places/target.ts';
import type { FileSystemPort } from '@licet/effects/places';

const table = {
  '/w/src/a.ts': 'file',
  '/w/.env': 'file',
  '/etc/passwd': 'file',
  '/w/out': { link: '/etc' },
  '/w/src/up': { link: '..' },
  '/w/src/innocent': { link: '../.env' },
  '/w/src/new': { link: '/etc/cron.d/job' },
  '/w/loop': { link: '/w/loop' },
  '/w/a': { link: 'b' },
  '/w/b': { link: 'a' },
  '/w/peek': { link: '/proc/self/root/etc' },
} as const;

describe('resolvePath', () => {
  const files = memoryFiles(table);
  test.each([
    ['/w/src/a.ts', '/w/src/a.ts'],
    ['/w/out/passwd', '/etc/passwd'],
    ['/w/out/not/there', '/etc/not/there'],
    ['/w/src/up/.env', '/w/.env'],
    ['/w/src/innocent', '/w/.env'],
    ['/w/src/new', '/etc/cron.d/job'],
    ['/w/out/../x', '/x'],
    ['/w/src/../.env', '/w/.env'],
    ['/nope/a/b', '/nope/a/b'],
    ['/proc/self/environ', '/proc/self/environ'],
    ['/dev/stdin', '/dev/stdin'],
    ['/', '/'],
  ])('follows %s to %s', (path, wanted) => {
    expect(resolvePath(path, files)).toBe(wanted);
  });

  test.each(['/w/loop', '/w/a', '/w/loop/x/y'])('ends for the loop %s', path => {
    expect(resolvePath(path, files)).toMatch(/^\/w\//);
  });
});

describe('fileTarget', () => {
  const files = memoryFiles(table);
  const options = { cwd: '/w', home: '/home/u', files };

  test('keeps the name and the real file apart', () => {
    expect(fileTarget('out/passwd', options)).toEqual({ type: 'file', lexical: '/w/out/passwd', resolved: '/etc/passwd' });
    expect(fileTarget('src/', { ...options, recursive: true })).toEqual({
      type: 'file',
      lexical: '/w/src',
      resolved: '/w/src',
      recursive: true,
    });
  });

  test('takes `..` behind a link as the kernel does', () => {
    expect(fileTarget('out/../passwd', options)).toMatchObject({ lexical: '/w/passwd', resolved: '/passwd' });
  });

  test('refuses `..` behind a link when both readings lead somewhere else', () => {
    expect(fileTarget('out/../src/innocent', options)).toMatchObject({ code: 'ambiguous_path' });
  });

  test('follows a link into the process file system', () => {
    expect(fileTarget('peek/passwd', options)).toMatchObject({ resolved: '/etc/passwd' });
  });
});

describe('globTarget', () => {
  const options = { cwd: '/w', home: '/home/u', files: memoryFiles(table) };
  test.each([
    ['src/*.ts', '/w/src', '/w/src/*.ts'],
    ['*', '/w', '/w/*'],
    ['/*', '/', '/*'],
    ['~/.ss?/id_*', '/home/u', '/home/u/.ss?/id_*'],
    ['./src/./[ab].ts', '/w/src', '/w/src/[ab].ts'],
    ['src/{a,b}.ts', '/w/src', '/w/src/{a,b}.ts'],
  ])('splits %s at its first wildcard', (pattern, lexical, glob) => {
    expect(globTarget(pattern, options)).toMatchObject({ lexical, glob });
  });

  test('an escaped wildcard is a name', () => {
    expect(globTarget('src/a\\*', options)).toEqual({ type: 'file', lexical: '/w/src/a*', resolved: '/w/src/a*' });
  });

  test('refuses what has no certain meaning', () => {
    expect(globTarget('*/../x', options)).toMatchObject({ code: 'ambiguous_path' });
    expect(globTarget('a/*\u0000', options)).toMatchObject({ code: 'control_character' });
  });
});

describe('nodeFiles', () => {
  let folder = '';
  const files: FileSystemPort = nodeFiles();
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'licet-paths-')));
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, '.env'), 'x');
    symlinkSync('../.env', join(folder, 'src/plain'));
    symlinkSync('../missing/x', join(folder, 'src/dangling'));
    symlinkSync('again', join(folder, 'again'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('agrees with the fake on links, dangling links and loops', () => {
    const fake = memoryFiles({
      [`${folder}/.env`]: 'file',
      [`${folder}/src/plain`]: { link: '../.env' },
      [`${folder}/src/dangling`]: { link: '../missing/x' },
      [`${folder}/again`]: { link: 'again' },
    });
    for (const name of ['.env', 'src/plain', 'src/dangling', 'src/dangling/deeper', 'src/none/x', 'src/../src/plain']) {
      expect(resolvePath(join(folder, 'x', '..') + `/${name}`, files)).toBe(resolvePath(`${folder}/${name}`, fake));
    }
    expect(resolvePath(`${folder}/src/dangling`, files)).toBe(`${folder}/missing/x`);
    expect(
      files
        .list(folder)
        ?.map(entry => `${entry.kind} ${entry.name}`)
        .sort(),
    ).toEqual(['file .env', 'folder src', 'link again']);
  });

  test('answers nothing where nothing can be told', () => {
    expect(files.realPath(`${folder}/none`)).toBeUndefined();
    expect(files.readLink(`${folder}/.env`)).toBeUndefined();
    expect(files.identity('/\u0000')).toBeUndefined();
    expect(files.list(`${folder}/.env`)).toBeUndefined();
  });
});
