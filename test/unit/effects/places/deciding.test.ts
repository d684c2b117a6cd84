import { describe, expect, it, test } from 'vitest';

import { decidesChecks, decidingFiles, mayDecideChecks } from '../../../../packages/effects/src/places/deciding.ts';

describe('a file decides what checks do', () => {
  test.each([
    ['/p/package.json', true],
    ['/p/pkg/a/vitest.config.ts', true],
    ['/p/tsconfig.build.json', true],
    ['/p/node_modules/vitest/index.js', true],
    ['/p/.venv/lib/x.py', true],
    ['/p/.cargo/config.toml', true],
    ['/p/node_modules', false],
    ['/p/src/index.ts', false],
    ['/p/xpackage.json', false],
    ['/p/package.json.bak', false],
    // Outside of the project only settings of a home folder.
    ['/h/.npmrc', true],
    ['/h/package.json', false],
  ])('%s: %s', (path, decides) => {
    expect(decidesChecks(path, '/p')).toBe(decides);
  });

  it('has one wildcard at most in each name', () => {
    expect(decidingFiles.filter(name => name.split('*').length > 2)).toEqual([]);
  });
});

describe('files whose names are not seen may be among them', () => {
  const target = (lexical: string, glob?: string) =>
    ({ type: 'file', lexical, resolved: lexical, ...(glob && { glob }) }) as const;

  test.each([
    [target('/p'), true],
    [target('/p', '/p/*'), true],
    [target('/p', '/p/*.json'), true],
    [target('/p', '/p/*.md'), false],
    [target('/p', '/p/{a,package}.json'), true],
    [target('/p/src', '/p/src/*'), false],
  ])('%j: %s', (where, may) => {
    expect(mayDecideChecks(where, '/p')).toBe(may);
  });
});
