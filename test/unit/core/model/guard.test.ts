import { pass } from '@licet/core';
import { toGuard } from '@licet/core/nodes';
import { describe, expect, it } from 'vitest';

describe('toGuard', () => {
  it('takes what has a name and a check, and named functions', () => {
    const plain = { name: 'plain', check: () => pass() };

    expect(toGuard(plain)).toBe(plain);
    expect(
      toGuard(function named() {
        return pass();
      }).name,
    ).toBe('named');
  });

  const odd = [
    null,
    undefined,
    7,
    'guard',
    {},
    { name: 'a' },
    { name: '', check: () => pass() },
    { check: () => pass() },
    () => pass(),
    { name: 'a', check: () => pass(), onError: 'pass' },
  ];
  for (const [index, input] of odd.entries()) {
    it(`refuses odd thing ${index}`, () => {
      expect(() => toGuard(input as never)).toThrow(expect.objectContaining({ code: 'invalid_guard' }) as Error);
    });
  }
});
