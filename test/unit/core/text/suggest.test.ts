import { describe, expect, it } from 'vitest';

import { didYouMean, suggest } from '../../../../packages/core/src/text/suggest.ts';

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

  it.each([
    ['maximum', 'max', ['max', 'match', 'name']],
    ['desc', 'description', ['description', 'depth']],
    ['startWith', 'startsWith', ['startsWith', 'endsWith']],
    ['standrd', 'standard', ['standard', 'strict', 'safe-agent']],
  ])('takes `%s` for `%s` among the names of one place', (found, meant, known) => {
    expect(suggest(found, known)).toBe(meant);
  });

  it('takes nothing for what two names begin with, nor for one of two letters', () => {
    expect(suggest('allow', ['allow_list', 'allow_hosts'])).toBeUndefined();
    expect(suggest('per', ['permission', 'person'])).toBeUndefined();
    expect(suggest('paragraph', ['pa'])).toBeUndefined();
  });

  it.each(['a', 'xyz', 'firewall', 'boundary', '', 'x'.repeat(10_000)])('has no idea what `%s` was meant to be', found => {
    expect(suggest(found, KINDS)).toBeUndefined();
  });

  it('has nothing to suggest where nothing is known', () => {
    expect(suggest('all', [])).toBeUndefined();
  });
});

describe('didYouMean', () => {
  it('ends a message, or says nothing', () => {
    expect(`there is no node \`al\`${didYouMean('al', KINDS)}`).toBe('there is no node `al`, did you mean `all`?');
    expect(didYouMean('guardTimeout', ['guardTimeoutMs', 'mode'])).toBe(', did you mean `guardTimeoutMs`?');
    expect(didYouMean('firewall', KINDS)).toBe('');
  });
});
