import { laws } from '@licet/core/testing';
import * as fc from 'fast-check';
import { describe, it } from 'vitest';

import { cases } from '../support/longRuns.ts';

describe('laws', () => {
  for (const law of laws) {
    it(law.name, async () => {
      await fc.assert(law.property(), { numRuns: cases(150) });
    });
  }
});
