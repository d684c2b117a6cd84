import { laws } from '@licet/core/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('laws', () => {
  it('are found broken by policies that break them', async () => {
    const skipping = () => fc.constant({ kind: 'leaf' as const, says: 'skip' as const });
    const law = laws.find(({ name }) => name.startsWith('pass changes nothing'));

    await expect(fc.assert(law?.property(skipping) as never, { numRuns: 1 })).rejects.toThrow(/Property failed/u);
  });
});
