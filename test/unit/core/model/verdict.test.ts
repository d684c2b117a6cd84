import { ask, block, pass, skip, warn } from '@licet/core';
import { describe, expect, it } from 'vitest';

describe('verdicts', () => {
  it('are frozen, their fixes too', () => {
    for (const verdict of [
      pass(),
      pass({ code: 'x' }),
      skip(),
      skip('why'),
      warn('w'),
      ask('a', { fix: 'f' }),
      block('b', { fix: { summary: 'f' } }),
    ]) {
      expect(Object.isFrozen(verdict)).toBe(true);
      expect(verdict.fix === undefined || Object.isFrozen(verdict.fix)).toBe(true);
    }
  });

  it('say what to do in one form, however it was given', () => {
    expect(ask('a', { fix: 'f' })).toMatchObject({
      ruling: 'ask',
      code: 'approval_required',
      recover: 'approval',
      fix: { summary: 'f' },
    });
    expect(block('b', { fix: { summary: 'f', command: 'c' }, code: 'mine', recover: 'none' })).toMatchObject({
      code: 'mine',
      recover: 'none',
      fix: { command: 'c' },
    });
    expect(warn('w', { evidence: 1 })).toMatchObject({ ruling: 'warn', code: 'warned', evidence: 1 });
    expect(skip('why')).toMatchObject({ applicable: false, reason: 'why' });
  });
});
