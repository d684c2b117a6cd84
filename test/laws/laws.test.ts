import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cases } from '../support/longRuns.ts';
import { laws } from './laws.ts';

describe('laws', () => {
  for (const law of laws) {
    it(law.name, async () => {
      await fc.assert(law.property(), { numRuns: cases(150) });
    });
  }

  it('are found broken by policies that break them', async () => {
    const skipping = () => fc.constant({ kind: 'leaf' as const, says: 'skip' as const });
    const law = laws.find(({ name }) => name.startsWith('pass changes nothing'));

    await expect(fc.assert(law?.property(skipping) as never, { numRuns: 1 })).rejects.toThrow(/Property failed/u);
  });
});
