import { unmetObligations } from '@licet/adapters';
import { describe, expect, it } from 'vitest';

describe('unmetObligations', () => {
  it('names what an adapter cannot do', () => {
    expect(unmetObligations({ rewrite: {}, maxRows: 3, redact: ['a'] }, ['rewrite'])).toEqual(['maxRows', 'redact']);
    expect(unmetObligations({}, [])).toEqual([]);
  });
});
