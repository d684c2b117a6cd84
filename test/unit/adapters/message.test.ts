import type { ErrorCode, Fault } from '@licet/core';
import { faultText, fixText, reasonText } from '@licet/adapters';
import { describe, expect, it } from 'vitest';

describe('reasonText', () => {
  it('says what the ruling means when the policy gives no reason', () => {
    expect(reasonText({ reason: undefined, ruling: 'ask', code: 'x', guard: '', place: undefined })).toBe(
      'the policy wants a human to say yes',
    );
    expect(reasonText({ reason: undefined, ruling: 'block', code: 'quorum_not_reached', guard: '', place: undefined })).toBe(
      'the policy says block (quorum_not_reached)',
    );
  });

  it('is bounded', () => {
    expect(
      reasonText({ reason: 'x'.repeat(100_000), ruling: 'block', code: 'x', guard: '', place: undefined }).length,
    ).toBeLessThan(4_100);
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

describe('faultText', () => {
  const fault = (code: ErrorCode, message: string): Fault => ({ code, message, guard: 'grounded' });

  it('tells the user once what is wrong with a store, and nothing of other faults', () => {
    const errors = [
      fault('store_unavailable', 'no file'),
      fault('guard_threw', 'a secret'),
      fault('store_unavailable', 'no file'),
      fault('store_unavailable', 'no server\u001b[2J'),
    ];

    expect(faultText({ errors, reason: 'x' })).toBe('For the user: no file; no server\\u{1b}[2J');
  });

  it('is absent without such a fault, and where the reason says it already', () => {
    expect(faultText({ errors: [fault('guard_threw', 'a secret')], reason: undefined })).toBeUndefined();
    expect(faultText({ errors: [fault('store_unavailable', 'no file')], reason: 'no file' })).toBeUndefined();
  });
});
