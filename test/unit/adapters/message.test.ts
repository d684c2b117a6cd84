import { fixText, reasonText } from '@licet/adapters';
import { describe, expect, it } from 'vitest';

describe('reasonText', () => {
  it('says what the ruling means when the policy gives no reason', () => {
    expect(reasonText({ reason: undefined, ruling: 'ask', code: 'x' })).toBe('the policy wants a human to say yes');
    expect(reasonText({ reason: undefined, ruling: 'block', code: 'quorum_not_reached' })).toBe(
      'the policy says block (quorum_not_reached)',
    );
  });

  it('is bounded', () => {
    expect(reasonText({ reason: 'x'.repeat(100_000), ruling: 'block', code: 'x' }).length).toBeLessThan(4_100);
  });
});

describe('fixText', () => {
  it('is absent without advice', () => {
    expect(fixText({ fix: undefined, retryAfterMs: undefined })).toBeUndefined();
  });

  it('gives the command, the arguments and the time to wait', () => {
    expect(fixText({ fix: { summary: 'move it', command: 'git mv a b', payload: { path: 'b' } }, retryAfterMs: 1 })).toBe(
      'move it; run instead: git mv a b; arguments that are allowed: {"path":"b"}; it may pass after 1 s',
    );
  });
});
