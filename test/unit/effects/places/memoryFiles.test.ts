import { memoryFiles } from '@licet/effects/places';
import { describe, expect, it } from 'vitest';

const files = memoryFiles({
  '/p/a': { text: 'one' },
  '/p/sub/b': 'file',
  '/p/held': 'held',
  '/p/twin': { sameAs: '/p/a' },
  '/p/link': { link: 'sub' },
  '/p/far': { link: '/p/link/b' },
  '/p/loop': { link: 'loop' },
});

describe('files in memory', () => {
  it('are there with the folders that they lie in', () => {
    expect(files.realPath('/p/sub')).toBe('/p/sub');
    expect(files.list('/p/sub')).toEqual([{ name: 'b', kind: 'file' }]);
    expect(
      files
        .list('/p')
        ?.map(({ name, kind }) => `${name} ${kind}`)
        .toSorted(),
    ).toEqual(['a file', 'far link', 'held file', 'link link', 'loop link', 'sub folder', 'twin file']);
  });

  it('are reached through links, one after the other', () => {
    expect(files.realPath('/p/far')).toBe('/p/sub/b');
    expect(files.readLink('/p/link')).toBe('sub');
    expect(files.readLink('/p/a')).toBeUndefined();
  });

  it('are not there where a link leads to itself or nowhere, nor where nothing is', () => {
    expect([files.realPath('/p/loop'), files.realPath('/none'), files.list('/p/a')]).toEqual([undefined, undefined, undefined]);
  });

  it('are one file under two names', () => {
    expect(files.identity('/p/twin')).toEqual(files.identity('/p/a'));
    expect(files.identity('/p/a')?.links).toBe(2);
    expect(files.identity('/p/held')?.links).toBe(1);
  });

  it('are held by git only as they say', () => {
    expect(files.isHeldByGit?.(['/p/held'])).toBe(true);
    expect(files.isHeldByGit?.(['/p/held', '/p/a'])).toBe(false);
  });
});
