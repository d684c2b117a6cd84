import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { leafSpecs } from './policies.ts';

describe('leafSpecs', () => {
  it('makes hanging leaves, but rarely', () => {
    const hanging = fc.sample(leafSpecs(), 2_000).filter(spec => spec.kind === 'leaf' && spec.says === 'hang').length;

    expect(hanging).toBeGreaterThan(0);
    expect(hanging).toBeLessThan(300);
  });
});
