import { dim, markWord, wantsColor } from '@licet/core/command';
import { describe, expect, it, test } from 'vitest';

describe('colours', () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
  ])('of %j, where the terminal says %s: %s', (env, hasColors, wanted) => {
    expect(wantsColor(env, hasColors)).toBe(wanted);
  });

  it('change no word, and no width', () => {
    expect(['ok', 'warn', 'failed'].map(mark => markWord(mark as 'ok', { hasColor: false }))).toEqual([
      'ok    ',
      'warn  ',
      'FAILED',
    ]);
    expect(markWord('failed', { hasColor: true })).toBe('\u001B[31mFAILED\u001B[39m');
    expect(dim('beside', { hasColor: true })).toBe('\u001B[2mbeside\u001B[22m');
  });
});
