import { guard, pass, skip } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { ruled } from './ruled.ts';

describe('ruled', () => {
  it('says what is known before an open ruling collapses', async () => {
    const broken = guard('broken', () => {
      throw new Error('no');
    });

    expect([await ruled(guard('yes', () => pass())), await ruled(broken), await ruled(guard('silent', () => skip()))]).toEqual([
      { best: 0, worst: 0 },
      { best: 0, worst: 3 },
      undefined,
    ]);
  });
});
