import { All, Any, Escalate, Not, Threshold, When, PolicyEngine, RULINGS } from '@licet/core';
import { hastyClock } from '@licet/core/testing';

import { buildSpec } from '../model/policySpec.ts';
import { ruled } from '../model/ruled.ts';
import type { Law } from './law.ts';
import { applying, equation, everywhere, law, no, same, silent } from './law.ts';

/** What becomes of a node that has nothing to say. */
export const skipLaws: readonly Law[] = Object.freeze([
  equation('a skipped child is passed over', everywhere, (a, b) => [
    [All(a, silent, b), All(a, b)],
    [Any(silent, a, b), Any(a, b)],
    [Threshold(1, a, b, silent), Threshold(1, a, b)],
  ]),
  equation('a skipped child is passed over by a quorum that can still be reached', applying, (a, b) => [
    [Threshold(2, a, silent, b), Threshold(2, a, b)],
  ]),
  equation('a node whose children are all skipped is skipped', everywhere, a => [
    [All(silent, silent), silent],
    [Any(silent, silent), silent],
    [Threshold(2, silent, silent), silent],
    [Not(silent), silent],
    [Escalate(silent, a), silent],
  ]),
  law('a quorum that too few children apply to is block', applying, async a => {
    const policy = Threshold(2, buildSpec(a), silent, silent);
    const evaluation = await new PolicyEngine(policy, { clock: hastyClock() }).evaluate({ kind: 'tool' });
    return (
      evaluation.ruling === 'block' && evaluation.code === 'quorum_unreachable' && same(await ruled(policy), await ruled(no))
    );
  }),
  equation('When takes one branch and skips without one', everywhere, (a, b) => [
    [When(() => true, a, b), a],
    [When(() => false, a, b), b],
    [When(() => true, a), a],
    [When(() => false, a), silent],
  ]),
  equation('a skipped fallback leaves the block', everywhere, () => [[Escalate(no, silent), no]]),
  law('a policy that is skipped ends as the default', everywhere, async a => {
    const applies = (await ruled(buildSpec(a))) !== undefined;
    for (const ruling of RULINGS) {
      const engine = new PolicyEngine(buildSpec(a), { clock: hastyClock(), default: ruling });
      const evaluation = await engine.evaluate({ kind: 'tool' });
      if (applies === (evaluation.code === 'default_ruling')) return false;
      if (!applies && evaluation.ruling !== ruling) return false;
    }
    return true;
  }),
]);
