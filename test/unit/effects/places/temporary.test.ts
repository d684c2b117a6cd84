import { describe, expect, it } from 'vitest';

import { isTemporary, isTemporaryFor } from '../../../../packages/effects/src/places/temporary.ts';

describe('what is temporary', () => {
  it.each([
    '/tmp/a',
    '/tmp/a/b',
    '/private/tmp/a',
    '/var/tmp/a',
    '/dev/shm/a',
    '/var/folders/zz/x1/T/a',
    '/private/var/folders/zz/x1/C/a',
  ])('is what lies below a temporary folder: %s', path => {
    expect(isTemporary(path)).toBe(true);
  });

  it.each([
    '/tmp',
    '/tmp/',
    '/tmpfiles/a',
    '/var/lib/a',
    '/dev/sda',
    '/home/tmp/a',
    'tmp/a',
    '/var/folders/zz/x1/a',
    '/private/etc/a',
    '',
  ])('is not the folder itself, nor what only looks like it: `%s`', path => {
    expect(isTemporary(path)).toBe(false);
  });

  it('is not a project that lies in a temporary folder, nor the project beside it', () => {
    expect(
      ['/tmp/x', '/tmp/work/p', '/tmp/work/p/a', '/tmp/work/other/a', '/tmp/workshop'].map(path =>
        isTemporaryFor('/tmp/work/p', path),
      ),
    ).toEqual([true, false, false, false, true]);
  });

  it('is the neighbour of a project that lies right in the temporary folder', () => {
    expect(['/tmp/p/a', '/tmp/p', '/tmp/q/a'].map(path => isTemporaryFor('/tmp/p', path))).toEqual([false, false, true]);
  });
});
