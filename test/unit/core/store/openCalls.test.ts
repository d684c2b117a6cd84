import { callChange, requireExpected } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

const evaluation = {
  type: 'evaluated',
  at: 1,
  evaluationId: 'e',
  kind: 'read',
  ruling: 'pass',
  passed: true,
  code: 'x',
  risk: 0,
} as const;

describe('what an event does to the open calls', () => {
  it('opens a call, with what is owed for it', () => {
    expect(callChange({ ...evaluation, callId: 'c' })).toEqual({
      callId: 'c',
      open: { evaluationId: 'e', at: 1, ruling: 'pass', passed: true },
    });
  });

  it('closes it with its outcome', () => {
    expect(callChange({ type: 'outcome', at: 2, evaluationId: 'e', callId: 'c', status: 'ok' })).toEqual({
      callId: 'c',
      open: undefined,
    });
  });

  it('is nothing for a fact, and without the id of a call', () => {
    expect(callChange({ type: 'fact', at: 1, name: 'reviewed', value: true })).toBeUndefined();
    expect(callChange(evaluation)).toBeUndefined();
  });
});

describe('the condition of an append', () => {
  const found = { version: 3, isOpen: (id: string) => id === 'c' };

  it('holds for no condition, this version, and an open call', () => {
    for (const expected of [undefined, 3, { open: 'c' }]) expect(() => requireExpected('s', expected, found)).not.toThrow();
  });

  it.each([[2], [0], [{ open: 'd' }]])('does not hold for %j', expected => {
    expect(() => requireExpected('s', expected, found)).toThrow(expect.objectContaining({ code: 'session_conflict' }));
  });
});
