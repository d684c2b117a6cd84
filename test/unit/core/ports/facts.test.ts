import { heldFacts, isEstablished, stampKey, stampOf } from '@licet/core/store';
import { describe, expect, it, test } from 'vitest';

describe('facts of a session', () => {
  test.each([
    ['that the host has established', { a: true }, true],
    ['that is a text', { a: 'by ann' }, true],
    ['that is not there', {}, false],
    ['that is false', { a: false }, false],
    ['that was earned and never reset', { a: { stamp: '' } }, true],
    ['that was earned before a reset', { a: { stamp: '' }, [stampKey('a')]: '1:c' }, false],
    ['that was earned after the reset that it has seen', { a: { stamp: '1:c' }, [stampKey('a')]: '1:c' }, true],
    ['that was earned after one reset and before another', { a: { stamp: '1:c' }, [stampKey('a')]: '2:d' }, false],
  ])('know whether one holds %s', (_what, facts, holds) => {
    expect(isEstablished(facts, 'a')).toBe(holds);
  });

  it('take no inherited member for a fact', () => {
    expect(isEstablished({}, 'toString')).toBe(false);
  });

  it('that a remote caller has reported holds for remote actions only', () => {
    const facts = { a: { stamp: '', at: 1, remote: true }, b: true };

    expect([isEstablished(facts, 'a'), isEstablished(facts, 'a', true)]).toEqual([false, true]);
    expect([heldFacts(facts), heldFacts(facts, true)]).toEqual([{ b: true }, { a: true, b: true }]);
    expect(stampOf({}, 'a')).toBe('');
  });

  it('are shown as people know them', () => {
    const facts = { a: { stamp: '' }, b: { stamp: '' }, [stampKey('b')]: '1:c', c: [1], d: false, '@earning/c': { at: 0 } };

    expect(heldFacts(facts)).toEqual({ a: true, c: [1], d: false });
  });
});
