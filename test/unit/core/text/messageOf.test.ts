import { messageOf } from '@licet/core/text';
import { describe, expect, it } from 'vitest';

describe('messageOf', () => {
  it.each<[unknown, string]>([
    [new TypeError('no'), 'no'],
    ['gone', 'gone'],
    [undefined, 'undefined'],
    [{ toString: () => 'mine' }, 'mine'],
  ])('takes the words of what was thrown: %o', (thrown, words) => {
    expect(messageOf(thrown)).toBe(words);
  });

  it('never throws itself', () => {
    const hostile = {
      toString: (): string => {
        throw new Error('again');
      },
    };
    const error = Object.defineProperty(new Error('x'), 'message', { get: hostile.toString });

    for (const thrown of [hostile, error, Object.create(null)])
      expect(messageOf(thrown)).toBe('something without words was thrown');
  });
});
