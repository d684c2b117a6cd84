import { All, guard, pass } from '@licet/core';
import { RiskThreshold } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { judge } from '../fixtures.ts';

const risky = (by: number) =>
  guard('risky', (_action, ctx) => {
    ctx.raiseRisk(by);
    return pass();
  });

describe('RiskThreshold', () => {
  test.each([
    [0, 'pass'],
    [0.3, 'warn'],
    [0.5, 'ask'],
    [0.89, 'ask'],
    [0.9, 'block'],
    [5, 'block'],
  ])('at risk %d rules %s', (risk, ruling) => {
    expect(judge(All(risky(risk), RiskThreshold({ warn: 0.3, ask: 0.5, block: 0.9 })), []).ruling).toBe(ruling);
  });

  it('rejects thresholds that mean nothing', () => {
    expect(() => RiskThreshold({})).toThrow('at least one');
    expect(() => RiskThreshold({ ask: 0 })).toThrow(expect.objectContaining({ path: ['ask'] }));
  });
});
