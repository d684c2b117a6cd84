import { describe, expect, it } from 'vitest';

import { suggest } from '../../../../packages/core/src/policy/suggest.ts';

const KINDS = ['all', 'any', 'not', 'when', 'threshold', 'escalate', 'file_boundary', 'bash_safety'];

describe('suggest', () => {
  it.each([
    ['al', 'all'],
    ['All', 'all'],
    ['ANY', 'any'],
    ['wen', 'when'],
    ['treshold', 'threshold'],
    ['fileBoundary', 'file_boundary'],
    ['file-boundary', 'file_boundary'],
    ['file_bondry', 'file_boundary'],
    ['BashSafety', 'bash_safety'],
    [' all ', 'all'],
  ])('takes `%s` for `%s`', (found, meant) => {
    expect(suggest(found, KINDS)).toBe(meant);
  });

  it.each(['a', 'xyz', 'firewall', 'boundary', '', 'x'.repeat(10_000)])('has no idea what `%s` was meant to be', found => {
    expect(suggest(found, KINDS)).toBeUndefined();
  });

  it('has nothing to suggest where nothing is known', () => {
    expect(suggest('all', [])).toBeUndefined();
  });
});
