import { describe, expect, test } from 'vitest';
import {
  compilePattern,
  createPathMatcher,
  filesFor,
  findHardLink,
  fileTarget,
  memoryFiles,
  nodeFiles,
  mostSpecific,
  PathPatternError,
} from '@licet/effects/places';
import { globTarget } from '../../../../packages/effects/src/places/target.ts';
import { isMoreSpecific } from '../../../../packages/effects/src/places/pattern.ts';
import type { FileSystemPort, PathMatcher } from '@licet/effects/places';
import type { FileTarget } from '@licet/core';

const anchors = { root: '/w', home: '/home/u' };
const grant = (...patterns: string[]): PathMatcher => createPathMatcher(patterns, { ...anchors, mode: 'grant' });
const restrict = (...patterns: string[]): PathMatcher => createPathMatcher(patterns, { ...anchors, mode: 'restrict' });
const isMatch = (matcher: PathMatcher, path: string): boolean => matcher.match(path).length > 0;

const target = (text: string, files?: FileSystemPort, recursive = false): FileTarget => {
  const found = /[*?[{]/.test(text)
    ? globTarget(text, { cwd: '/w', files })
    : fileTarget(text, { cwd: '/w', home: '/home/u', files, recursive });
  if (found.type === 'refusal') throw new Error(found.message);
  return found;
};

describe('a pattern with more alternatives than are compared', () => {
  const names = Array.from({ length: 1001 }, (_, at) => `x${at}`);
  const many: FileTarget = { type: 'file', lexical: '/w', resolved: '/w', glob: `/w/{${names.join(',')},.env}` };

  test('may reach what a restriction closes, and is covered by no permission', () => {
    const files = memoryFiles({ '/w/.env': 'file' });

    expect(
      restrict('.env')
        .touches(many, files)
        .map(({ certainty }) => certainty),
    ).toEqual(['possible']);
    expect(grant('x*').covers(many, files)).toBe(false);
  });
});

describe('compilePattern', () => {
  test.each([
    ['src/**', '/w/src', true],
    ['src/**', '/w/src/a/b.ts', true],
    ['src/**', '/w/src-old/a', false],
    ['src/**', '/w/srcs', false],
    ['src/**', '/x/src/a', false],
    ['app/', '/w/app', true],
    ['app/', '/w/app/x', true],
    ['app/', '/w/app-secrets/x', false],
    ['secrets/', '/w/secrets_helper.py', false],
    ['app', '/w/app', true],
    ['app', '/w/lib/app/x', true],
    ['app', '/w/app-secrets', false],
    ['src/*', '/w/src/a', true],
    ['src/*', '/w/src/a/b', false],
    ['src/*', '/w/src', false],
    ['*.pem', '/w/a/b/key.pem', true],
    ['*.pem', '/w/key.pem.txt', false],
    ['.env*', '/w/.env', true],
    ['.env*', '/w/a/.env.local', true],
    ['.env*', '/w/environment', false],
    ['**/.env*', '/w/.env', true],
    ['**/.env*', '/w/a/b/.env', true],
    ['**/.env*', '/elsewhere/.env', false],
    ['/etc/**', '/etc/passwd', true],
    ['/etc/**', '/etcetera', false],
    ['~/.ssh/', '/home/u/.ssh/id_rsa', true],
    ['~/.ssh/', '/home/u2/.ssh/id_rsa', false],
    ['**', '/w/anything/at/all', true],
    ['**', '/w', true],
    ['**', '/other', false],
    ['.', '/w/x', true],
    ['/', '/x/y', true],
    ['../shared/**', '/shared/x', true],
    ['./src/**', '/w/src/x', true],
    ['src/{a,b}/*.ts', '/w/src/b/x.ts', true],
    ['src/{a,b}/*.ts', '/w/src/c/x.ts', false],
    ['src/[a-c].ts', '/w/src/b.ts', true],
    ['src/[!a-c].ts', '/w/src/b.ts', false],
    ['src/@(a|b).ts', '/w/src/a.ts', true],
    ['src/\\*', '/w/src/*', true],
    ['src/\\*', '/w/src/a', false],
    ['src/**/test/**', '/w/src/test', true],
    ['src/**/test/**', '/w/src/a/b/test/x', true],
    ['src/**/test/**', '/w/src/a/tests/x', false],
    ['#x', '/w/#x', true],
    ['pages/[id].tsx', '/w/pages/i.tsx', true],
  ])('granting %s on %s is %s', (pattern, path, wanted) => {
    expect(isMatch(grant(pattern), path)).toBe(wanted);
  });

  test.each([
    ['.env*', '/elsewhere/.env', true],
    ['**/.env*', '/elsewhere/x/.env', true],
    ['.env*', '/w/.env.d/key', true],
    ['src/*', '/w/src/a/b', true],
    ['src/*', '/w/src', false],
    ['secrets/', '/w/secrets /x', true],
    ['.env', '/w/.env  ', true],
    ['secrets/', '/elsewhere/secrets/x', false],
    ['a?', '/w/a ', true],
    ['a?', '/w/a /x', true],
    ['build', '/build/x', true],
    ['w', '/w/src/a', false],
    ['**/node_modules/**', '/usr/lib/node_modules/x', true],
  ])('restricting %s on %s is %s', (pattern, path, wanted) => {
    expect(isMatch(restrict(pattern), path)).toBe(wanted);
  });

  test.each(['', '!src/**', 'a\u0000', 'a\nb', '~root/x', 'src/*/../x', '!(a|!(b))', '{1..2000}', 'x'.repeat(9000)])(
    'refuses %j',
    pattern => {
      expect(() => compilePattern(pattern, { ...anchors, mode: 'grant' })).toThrow(PathPatternError);
    },
  );

  test('folds case only where the file system does', () => {
    const folding = createPathMatcher(['.ENV', 'Src/**', '[[:upper:]]x'], { ...anchors, mode: 'restrict', caseFold: true });
    for (const path of ['/w/.env', '/w/.Env', '/w/SRC/a', '/w/ſrc/a', '/w/ax', '/w/.e\u200cnv'])
      expect(isMatch(folding, path), path).toBe(true);
    expect(isMatch(restrict('.ENV'), '/w/.env')).toBe(false);
  });

  test('a composed and a decomposed name are the same name', () => {
    expect(isMatch(restrict('cafe\u0301/**'), '/w/caf\u00e9/x')).toBe(true);
  });

  test('the root may have wildcard characters and two names', () => {
    const odd = createPathMatcher(['src/**', '*.pem'], { root: '/w/[x]{a}', realRoot: '/data/x', mode: 'restrict' });
    expect(isMatch(odd, '/w/[x]{a}/src/y')).toBe(true);
    expect(isMatch(odd, '/w/x/src/y')).toBe(false);
    expect(isMatch(odd, '/data/x/src/y')).toBe(true);
    expect(isMatch(odd, '/data/x-other/src/y')).toBe(false);
  });
});

describe('createPathMatcher.touches', () => {
  const files = memoryFiles({
    '/w/.env': 'file',
    '/w/src/a.ts': 'file',
    '/w/src/.env.local': 'file',
    '/w/docs/x.md': 'file',
    '/w/docs/key': { link: '../.env' },
    '/w/lib/b.ts': 'file',
  });
  const deny = restrict('**/.env*');
  const hits = (text: string, port?: FileSystemPort, recursive = false): string[] =>
    deny.touches(target(text, port, recursive), port).map(hit => `${hit.certainty} ${hit.path}`);

  test('a plain path counts by name and by where it leads', () => {
    expect(hits('.env', files)).toEqual(['certain /w/.env']);
    expect(hits('docs/key', files)).toEqual(['certain /w/.env']);
    expect(hits('src/a.ts', files)).toEqual([]);
  });

  test('a folder is looked through', () => {
    expect(hits('.', files, true)).toEqual(['certain /w/.env']);
    expect(hits('src', files, true)).toEqual(['certain /w/src/.env.local']);
    expect(hits('lib', files, true)).toEqual([]);
  });

  test('a folder that cannot be looked through may hold anything', () => {
    expect(hits('lib', undefined, true)).toEqual(['possible /w/lib']);
    const anchored = restrict('secrets/**');
    expect(anchored.touches(target('lib', undefined, true))).toEqual([]);
    expect(anchored.touches(target('.', undefined, true))).toHaveLength(1);
    const endless: FileSystemPort = { ...files, list: () => [{ name: 'x', kind: 'folder' }] };
    expect(deny.touches(target('lib', files, true), endless)).toMatchObject([{ certainty: 'possible' }]);
  });

  test('a wildcard is expanded as a shell does', () => {
    expect(hits('src/*', files)).toEqual([]);
    expect(hits('src/.*', files)).toEqual(['certain /w/src/.env.local']);
    expect(hits('.e??', files)).toEqual(['certain /w/.env']);
    expect(hits('docs/k*', files)).toEqual(['certain /w/.env']);
    expect(hits('{.env,x}', files)).toEqual(['certain /w/.env']);
  });

  test('without a listing, patterns are compared and doubt counts', () => {
    expect(hits('src/*')).toEqual([]);
    expect(hits('src/.*')).toEqual(['possible /w/src/.*']);
    expect(hits('.e[n]?')).toEqual(['possible /w/.e[n]?']);
    expect(hits('*.ts')).toEqual([]);
    expect(hits('.[!x]*')).toHaveLength(1);
    expect(hits('@(.env|b)*')).toHaveLength(1);
  });
});

describe('createPathMatcher.covers', () => {
  const files = memoryFiles({
    '/w/src/a.ts': 'file',
    '/w/src/out': { link: '/etc' },
    '/w/test/b.ts': 'file',
    '/etc/passwd': 'file',
  });
  const allow = grant('src/**', 'test/**');
  test.each([
    ['src/a.ts', false, true],
    ['src', true, true],
    ['.', true, false],
    ['src/out/passwd', false, false],
    ['src/out', true, false],
    ['test/*', false, true],
    ['src/*', false, false],
    ['*', false, false],
    ['{src,test}/a*', false, true],
    ['{src,lib}/*', false, false],
    ['src/**/x', false, true],
  ])('%s (recursive: %s) is covered: %s', (text, recursive, wanted) => {
    expect(allow.covers(target(text, files, recursive), files)).toBe(wanted);
  });
});

describe('isMoreSpecific', () => {
  const pattern = (source: string) => compilePattern(source, { ...anchors, mode: 'grant' });
  test.each([
    ['src/gen/**', 'src/**', true],
    ['src/**', 'src/gen/**', false],
    ['src/**', 'src/**', false],
    ['config/.env.example', '**/.env*', true],
    ['secrets/**', '*.md', false],
    ['*.md', 'secrets/**', false],
    ['src/*.test.ts', 'src/*.ts', true],
    ['src/*.ts', 'src/*.test.ts', false],
    ['src/{a,b}.ts', 'src/*.ts', true],
    ['src/**/a.ts', '**/a.ts', true],
    ['src/**', '**', true],
    ['src/[ab].ts', 'src/?.ts', true],
    ['~/.ssh/config', '~/.ssh/', true],
  ])('%s over %s: %s', (left, right, wanted) => {
    expect(isMoreSpecific(pattern(left), pattern(right))).toBe(wanted);
  });

  test('ties stay together for the stricter to win', () => {
    const rules = ['**', 'src/**', 'src/gen/**', '*.md'].map(source => ({ pattern: pattern(source) }));
    expect(mostSpecific(rules).map(rule => rule.pattern.source)).toEqual(['src/gen/**', '*.md']);
  });
});

describe('findHardLink', () => {
  const files = memoryFiles({
    '/w/.env': 'file',
    '/w/deep/er/.env.prod': 'file',
    '/w/notes': { sameAs: '/w/.env' },
    '/w/other': { sameAs: '/w/deep/er/.env.prod' },
    '/w/x': 'file',
    '/w/y': { sameAs: '/w/x' },
  });
  const deny = restrict('.env*');

  test('finds the protected name of the same file', () => {
    expect(findHardLink('/w/notes', deny, '/w', files)).toEqual({ protectedPath: '/w/.env' });
    expect(findHardLink('/w/other', deny, '/w', files)).toEqual({ protectedPath: '/w/deep/er/.env.prod' });
  });

  test('is noticed by every restriction, and never widens a permission', () => {
    const notes = { type: 'file', lexical: '/w/notes', resolved: '/w/notes' } as const;
    expect(deny.touches(notes, files)).toMatchObject([{ path: '/w/.env', certainty: 'certain' }]);
    expect(deny.touches(notes)).toEqual([]);
    expect(grant('.env*').touches(notes, files)).toEqual([]);
    expect(grant('.env*').covers(notes, files)).toBe(false);
  });

  test('does not search the process file system', () => {
    const searched: string[] = [];
    const watched: FileSystemPort = { ...files, list: path => (searched.push(path), files.list(path)) };
    restrict('/proc/*/environ', '/sys/**').touches({ type: 'file', lexical: '/w/notes', resolved: '/w/notes' }, watched);
    expect(searched).toEqual(['/w/notes']);
  });

  test('leaves other files alone', () => {
    expect(findHardLink('/w/y', deny, '/w', files)).toBeUndefined();
    expect(findHardLink('/w/none', deny, '/w', files)).toBeUndefined();
  });

  test('does not list a folder of this machine to learn that it is one', () => {
    const listed: string[] = [];
    const machine = nodeFiles();
    const watched = { ...machine, list: (path: string) => (listed.push(path), machine.list(path)) };
    const here = import.meta.dirname;

    expect(findHardLink(here, deny, here, watched)).toBeUndefined();
    expect(listed).toEqual([]);
  });

  test('looks for what is protected once for all names of an action', () => {
    const compared: string[] = [];
    const watched = { ...deny, match: (path: string) => (compared.push(path), deny.match(path)) };
    const once = filesFor({}, files);
    expect(findHardLink('/w/y', watched, '/w', once)).toBeUndefined();
    const looks = compared.length;
    expect(findHardLink('/w/other', watched, '/w', once)).toEqual({ protectedPath: '/w/deep/er/.env.prod' });
    expect(findHardLink('/w/notes', watched, '/w', once)).toEqual({ protectedPath: '/w/.env' });
    expect(looks).toBeGreaterThan(0);
    expect(compared).toHaveLength(looks);
  });

  test('reports when it could not look everywhere', () => {
    expect(findHardLink('/w/other', deny, '/w', files, 2)).toEqual({});
  });
});

describe('a matcher that has seen many paths', () => {
  test('says the same as a fresh one', () => {
    const sources = [
      '.env*',
      '**/.licet/',
      'src/[a-c]?.ts',
      '~/.ssh/',
      '*.{pem,key}',
      'a(b)c+d',
      '[xy]*',
      'docs/$a^.md',
      '/etc/**',
    ];
    const options = { root: '/p', home: '/h', mode: 'restrict', caseFold: true } as const;
    const names = ['.env', '.ENV.local', 'a.pem', 'k.Key', 'xylo', 'bb.ts', 'a(b)c+d', '$a^.md', 'plain', '.licet', 'id'];
    const folders = ['/p', '/p/src', '/p/docs', '/h/.ssh', '/etc', '/p/.licet', '/elsewhere', '/p/node_modules/a'];
    const paths = folders.flatMap(folder => names.map(name => `${folder}/${name}`));
    const old = createPathMatcher(sources, options);
    for (const path of paths) old.match(path);

    for (const path of paths)
      expect([path, old.match(path).map(({ source }) => source)]).toEqual([
        path,
        createPathMatcher(sources, options)
          .match(path)
          .map(({ source }) => source),
      ]);
    expect(paths.filter(path => old.match(path).length > 0).length).toBeGreaterThan(30);
  });
});
