import type { FileTarget, PassedOver } from '@licet/core';
import { memoryFiles, searchedBelow } from '@licet/effects/places';
import { describe, expect, it } from 'vitest';

const files = memoryFiles({
  '/w/.git/HEAD': 'file',
  '/w/.gitignore': { text: 'out/\n' },
  '/w/.env': 'file',
  '/w/a.ts': 'held',
  '/w/data/b.csv': 'file',
  '/w/data/deep/c.csv': 'held',
  '/w/out/d.csv': 'file',
  '/w/src/link': { link: '/w/data' },
  '/w/src/f.csv': { link: '/w/data/b.csv' },
});

const below = (target: Partial<FileTarget>, over?: Partial<PassedOver>): readonly string[] =>
  searchedBelow(
    { type: 'file', lexical: '/w', resolved: '/w', recursive: true, ...target },
    over && { except: [], base: '/w', ...over },
    path => /\/data\/|\.csv$|\.env$/.test(path),
    files,
  ).paths;

const ALL = ['/w/.env', '/w/data/b.csv', '/w/out/d.csv', '/w/src/link', '/w/src/f.csv', '/w/data/deep/c.csv'];

describe('what a search opens', () => {
  it('is everything that is wanted, links that lead there too, where it skips nothing', () => {
    expect([...below({})].sort()).toEqual([...ALL].sort());
  });

  it.each<[string, Partial<PassedOver>, readonly string[]]>([
    ['what its options exclude', { except: ['data', '*.env', 'src/**'] }, ['/w/out/d.csv']],
    ['hidden names', { hidden: true, except: ['src'] }, ['/w/data/b.csv', '/w/out/d.csv', '/w/data/deep/c.csv']],
    ['what git ignores', { ignored: true, except: ['src', 'data'] }, ['/w/.env']],
    ['what git does not hold', { untracked: true }, ['/w/data/deep/c.csv']],
  ])('is not %s, where it skips that', (_what, over, left) => {
    expect([...below({}, over)].sort()).toEqual([...left].sort());
  });

  it('is what a pattern of the shell matches, without what lies in folders', () => {
    expect(below({ glob: '/w/*', recursive: false })).toEqual([]);
    expect(below({ lexical: '/w/data', resolved: '/w/data', glob: '/w/data/*', recursive: false })).toEqual(['/w/data/b.csv']);
    expect(below({ glob: '/w/*', recursive: true })).toContain('/w/data/deep/c.csv');
    expect(below({ glob: '/w/**/*.csv', recursive: false })).not.toContain('/w/.env');
  });

  it('is not known to the end of a folder with more than is looked at', () => {
    const many = memoryFiles(Object.fromEntries(Array.from({ length: 10_050 }, (_, at) => [`/w/f${at}`, 'file' as const])));
    const target = { type: 'file', lexical: '/w', resolved: '/w', recursive: true } as const;
    expect(searchedBelow(target, undefined, () => false, many).complete).toBe(false);
  });
});
