import { PolicyEvaluator } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { BashSafety } from '@licet/guards';
import { describe, expect, it } from 'vitest';

describe('the own work of a session', () => {
  it('is nothing where no session is kept: an evaluator asks before every loss', async () => {
    const place = { root: '/w', home: '/home/u', files: memoryFiles({ '/w/reproduce.py': 'file' }) };
    const evaluator = new PolicyEvaluator(BashSafety(place), { effects: analyzeEffects(place) });
    const { ruling } = await evaluator.evaluate({ kind: 'bash', cwd: '/w', payload: { command: 'rm reproduce.py' } });
    expect(ruling).toBe('ask');
  });
});
