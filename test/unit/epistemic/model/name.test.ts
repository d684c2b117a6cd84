import { foldConceptName } from '@licet/epistemic/model';
import { describe, expect, it } from 'vitest';

describe('foldConceptName', () => {
  it.each([
    ['File', 'FILE'],
    ['straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['Café', 'CAFE\u0301'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['ﬁle', 'FILE'],
    ['K', 'k'],
  ])('takes %s and %s for the same name', (a, b) => {
    expect(foldConceptName(a)).toBe(foldConceptName(b));
  });

  it.each([
    ['file', 'files'],
    ['file', 'file '],
    ['ı', 'i'],
    ['résumé', 'resume'],
    ['fıle', 'file'],
  ])('keeps %j and %j apart', (a, b) => {
    expect(foldConceptName(a)).not.toBe(foldConceptName(b));
  });
});
