import { foldName } from '@licet/epistemic/model';
import { describe, expect, it } from 'vitest';

describe('foldName', () => {
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
    expect(foldName(a)).toBe(foldName(b));
  });

  it.each([
    ['file', 'files'],
    ['file', 'file '],
    ['ı', 'i'],
    ['résumé', 'resume'],
    ['fıle', 'file'],
  ])('keeps %j and %j apart', (a, b) => {
    expect(foldName(a)).not.toBe(foldName(b));
  });
});
