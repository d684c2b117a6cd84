import { memoryFiles } from '@licet/effects/places';
import { describe, expect, it } from 'vitest';

import { isIgnoredBelow } from '../../../../packages/effects/src/places/gitIgnored.ts';

const ignored = (path: string, ignore: string, more: Parameters<typeof memoryFiles>[0] = {}): boolean =>
  isIgnoredBelow(path, '/w', memoryFiles({ '/w/.git/HEAD': 'file', '/w/.gitignore': { text: ignore }, [path]: 'file', ...more }));

describe('what git is told to ignore', () => {
  it.each([
    ['/w/data/a.csv', 'data/'],
    ['/w/data/a.csv', '/data'],
    ['/w/data/a.csv', 'data/**'],
    ['/w/x/data/a.csv', '**/data'],
    ['/w/x/a.log', '*.log'],
    ['/w/.env', '# secrets\n.env\n'],
    ['/w/.env.local', '.env*\n!.env.example'],
    ['/w/a/b/c.tmp', 'a/**/c.tmp'],
    ['/w/a1.txt', 'a?.txt'],
  ])('has %s for `%s`', (path, ignore) => {
    expect(ignored(path, ignore)).toBe(true);
  });

  it.each([
    ['/w/data/a.csv', '# data/'],
    ['/w/x/data/a.csv', '/data/'],
    ['/w/data', 'data/'],
    ['/w/.env.example', '.env*\n!.env.example'],
    ['/w/.env', '.env\n![x]'],
    ['/w/.env', '*a*b*c*d*e*'],
    ['/w/axb', 'a.b'],
    ['/w/a/b.txt', 'a?b.txt'],
    ['/w/.env', '[.]env'],
  ])('has not %s for `%s`', (path, ignore) => {
    expect(ignored(path, ignore)).toBe(false);
  });

  it('is taken back by the file of a folder below, and of a search', () => {
    expect(ignored('/w/a/x.log', '*.log', { '/w/a/.gitignore': { text: '!x.log' } })).toBe(false);
    expect(ignored('/w/a/x.log', '*.log', { '/w/a/.ignore': { text: '!x.log' } })).toBe(false);
    expect(ignored('/w/a/x.log', '*.log', { '/w/a/.gitignore': { text: '*.tmp' } })).toBe(true);
  });

  it('is nothing outside of a repository', () => {
    const files = memoryFiles({ '/w/.gitignore': { text: 'data/' }, '/w/data/a.csv': 'file' });
    expect(isIgnoredBelow('/w/data/a.csv', '/w', files)).toBe(false);
  });
});
