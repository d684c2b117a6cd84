import { PolicyEngine, collectingTracer, guard, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

describe('collectingTracer', () => {
  it('keeps evaluations and outcomes in order, and hears nothing of explanations', async () => {
    const tracer = collectingTracer();
    const engine = new PolicyEngine(
      guard('yes', () => pass()),
      { tracer },
    );
    const evaluation = await engine.evaluate({ kind: 'bash' });
    await engine.explain({ kind: 'bash' });
    await engine.postAction(evaluation, { success: false });

    expect(tracer.evaluations).toEqual([evaluation]);
    expect(tracer.outcomes).toEqual([[evaluation, { status: 'error' }]]);
  });
});
