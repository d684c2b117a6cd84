import type { Effect } from '@licet/core';
import { memoryFiles } from '@licet/effects/places';
import { describe, expect, it, test } from 'vitest';

import { pathsStillLead, resolvePath } from '../../../../packages/effects/src/places/resolve.ts';

const files = memoryFiles({
  '/p/a': 'file',
  '/p/out': { link: '/etc' },
  '/p/up': { link: '..' },
  '/p/new': { link: '/q/made' },
  '/p/loop': { link: 'loop' },
  '/etc/x': 'file',
  '/q': 'folder',
});

describe('where a path leads', () => {
  test.each([
    ['/p/a', '/p/a'],
    ['/p/none/b', '/p/none/b'],
    ['/p/out/x', '/etc/x'],
    ['/p/out/none/y', '/etc/none/y'],
    // `..` goes up from where the link leads, as in the kernel.
    ['/p/out/../x', '/x'],
    // Writing through a link that leads to nothing yet makes the file at its end.
    ['/p/new', '/q/made'],
    ['/p/up/p/a', '/p/a'],
    ['/proc/self/../x', '/proc/x'],
  ])('%s: %s', (path, real) => {
    expect(resolvePath(path, files)).toBe(real);
  });

  it('ends for a link to itself', () => {
    expect(resolvePath('/p/loop', files)).toBe('/p/loop');
  });
});

describe('at commit', () => {
  const at = (resolved: string): Effect => ({
    kind: 'write',
    target: { type: 'file', lexical: resolved, resolved },
    via: [],
    certainty: 'certain',
  });

  it('a path that leads where it led is kept', () => {
    expect(pathsStillLead([at('/p/a'), at('/proc/1/mem')], files)).toBeUndefined();
  });

  it('a path that has become a link loses it', () => {
    expect(pathsStillLead([at('/p/a'), at('/p/out/x')], files)).toEqual({ lost: expect.stringContaining('leads elsewhere') });
  });
});
