import { PolicyEngine, pass } from '@licet/core';
import { isRuling } from '@licet/core/nodes';
import { actions, effects, fixedGuard, outcomes, payloads, texts, verdicts } from '@licet/core/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('arbitraries', () => {
  it('make actions and outcomes that every engine takes', async () => {
    const engine = new PolicyEngine(fixedGuard(pass()));
    await fc.assert(
      fc.asyncProperty(actions(), outcomes(), async (action, outcome) => {
        const evaluation = await engine.evaluate(action);
        expect(evaluation).toMatchObject({ passed: true, actionDigest: expect.any(String) as string });
        await engine.postAction(evaluation, outcome);
      }),
    );
  });

  it('make verdicts of every sort', () => {
    const made = fc.sample(verdicts(), 200);

    expect(new Set(made.map(({ ruling }) => ruling)).size).toBe(4);
    expect(made.every(({ ruling }) => isRuling(ruling)) && made.some(({ applicable }) => applicable === false)).toBe(true);
  });

  it('make effects, arguments and texts that JSON can carry', () => {
    for (const value of [...fc.sample(effects(), 50), ...fc.sample(payloads(), 50), ...fc.sample(texts(), 50)]) {
      expect(JSON.stringify(value).isWellFormed()).toBe(true);
    }
  });
});
