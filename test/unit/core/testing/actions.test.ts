import { PolicyEngine, pass } from '@licet/core';
import { actions, fixedGuard } from '@licet/core/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

it('makes actions that every engine takes', async () => {
  const engine = new PolicyEngine(fixedGuard(pass()));
  await fc.assert(
    fc.asyncProperty(actions(), async action => {
      const evaluation = await engine.evaluate(action);
      expect(evaluation).toMatchObject({ passed: true, actionDigest: expect.any(String) as string });
      await engine.postAction(evaluation, { success: true });
    }),
  );
});
