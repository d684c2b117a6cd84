import type { FileTarget } from '@licet/core';
import { createPathMatcher, memoryFiles } from '@licet/effects/places';
import type { FileSystemPort } from '@licet/effects/places';
import { describe, expect, it } from 'vitest';

/** A file system that counts how often it is asked for the entries of a folder. */
function counting(isStill: boolean): { readonly files: FileSystemPort; readonly asked: () => number } {
  const still = memoryFiles({ '/w/src/.env': 'file', '/w/src/a.ts': 'file' });
  let count = 0;
  const list: FileSystemPort['list'] = path => (count++, still.list(path));
  return { files: { ...still, list, ...(isStill && { isStill: true }) }, asked: () => count };
}

const target: FileTarget = { type: 'file', lexical: '/w/src', resolved: '/w/src', recursive: true };

describe('what a matcher finds of a target', () => {
  it('is kept where the file system stays as it is, and found again where it may change', () => {
    const matcher = createPathMatcher(['**/.env'], { root: '/w', home: '/home/me', mode: 'restrict' });
    const [still, other] = [counting(true), counting(false)];
    const first = matcher.touches(target, still.files);
    const asked = still.asked();

    expect(first.map(({ path }) => path)).toEqual(['/w/src/.env']);
    expect(asked).toBeGreaterThan(0);
    expect(matcher.touches(target, still.files)).toBe(first);
    expect(still.asked()).toBe(asked);
    matcher.touches(target, other.files);
    const before = other.asked();
    expect(matcher.touches(target, other.files)).toEqual(first);
    expect(other.asked()).toBeGreaterThan(before);
  });
});
