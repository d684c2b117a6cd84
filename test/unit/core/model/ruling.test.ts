import { RULINGS } from '@licet/core';
import { isRuling, rulingAt, severityOf } from '@licet/core/nodes';
import { describe, expect, it } from 'vitest';

describe('rulings', () => {
  it('stand in one order, there and back', () => {
    expect(RULINGS.map(severityOf)).toEqual([0, 1, 2, 3]);
    expect(RULINGS.map(severityOf).map(rulingAt)).toEqual([...RULINGS]);
  });

  it('are four words and nothing else', () => {
    expect(RULINGS.every(isRuling)).toBe(true);
    for (const odd of ['Pass', '', 'toString', '__proto__', 0, null, undefined, ['pass']]) expect(isRuling(odd)).toBe(false);
  });
});
